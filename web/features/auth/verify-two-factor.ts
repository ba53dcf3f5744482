import type { RouteId } from '#shared/contract/index.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { calls } from '#web/lib/contract-facts.ts';

type LooseCall = (id: RouteId, input: { readonly body: unknown }) => Promise<unknown>;

/** The route that checks a two-factor code. Looked up by name: the server asks for a code only once it has the route. */
const verifyRoute: string = 'auth.verify-2fa';

/** Checks the code of the second step of signing in. Throws an ApiError when it is wrong. */
export async function verifyTwoFactor(code: string, userId: string): Promise<void> {
  if (!Object.hasOwn(calls, verifyRoute)) throw new ApiError({ status: 404 });
  await (call as LooseCall)(verifyRoute as RouteId, { body: { code, userId } });
}
