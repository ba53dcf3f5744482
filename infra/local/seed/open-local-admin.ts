import { Secret, TOTP } from 'otpauth';
import { ApiClient } from './api-client.ts';
import { makeLocalAdmin } from './make-local-admin.ts';
import { openAccount, type StackAddresses } from './open-account.ts';

/** An admin of a local stack, with an authenticator app. */
export type LocalAdmin = {
  readonly client: ApiClient;
  /** Opens the session again, with a recovery code: they need no clock and no wait. */
  readonly signIn: () => Promise<void>;
};

/** Opens the account of an admin as an operator and the admin do, and signs in. */
export async function openLocalAdmin(
  stack: StackAddresses,
  servicesFile: string,
  person: Parameters<typeof openAccount>[1],
): Promise<LocalAdmin> {
  const { email, password } = person;
  await openAccount(stack, person);
  await makeLocalAdmin(servicesFile, email);
  const client = new ApiClient(stack.site);
  const { userId } = await client.done<{ userId: string }>('POST', '/auth/login', { email, password });
  const { secret } = await client.done<{ secret: string }>('POST', '/user/totp');
  // The stack's clock may have been moved ahead of this machine's.
  const { offsetMs } = (await (await fetch(`${stack.control}/clock`)).json()) as { offsetMs: number };
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offsetMs });
  type Shown = { recoveryCodes: string[] };
  let { recoveryCodes } = await client.done<Shown>('POST', '/user/totp/confirm', { code });
  return {
    client,
    signIn: async () => {
      await client.done('POST', '/auth/login', { email, password });
      await client.done('POST', '/auth/2fa/verify', { userId, code: recoveryCodes.pop() });
      if (recoveryCodes.length === 0) ({ recoveryCodes } = await client.done<Shown>('POST', '/user/recovery-codes'));
    },
  };
}
