import { call } from '#web/lib/api.ts';
import { forgetEverything, seedRead } from '#web/lib/use-api.ts';

/** After signing in: nothing of an earlier person stays, and the new one is known before the next page shows. */
export async function enterSession(): Promise<void> {
  const user = await call('user.read');
  await forgetEverything();
  await seedRead('user.read', {}, user);
}
