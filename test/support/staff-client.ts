import { makeAdmin } from '#bin/make-admin.ts';
import { localStore } from '#bin/operator/local-store.ts';
import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { mailTo, openAccount, until, type StackAddresses } from '#infra/local/seed/open-account.ts';
import type { StaffRole } from '#shared/contract/staff.ts';
import { totpAt } from './totp-at.ts';

const password = 'Correct-horse-1';

/** Opens a staff account in a stack. Returns its signed-in client, with an authenticator app added. */
export async function openStaffClient(
  stack: StackAddresses,
  servicesFile: string,
  { name, role = 'admin' }: { readonly name: string; readonly role?: StaffRole },
): Promise<ApiClient> {
  const email = `${name}.${Date.now()}@example.com`;
  const client = await openAccount(stack, { email, password, firstname: 'Grace', lastname: 'Hopper' });
  const { _id: userId } = await client.done<{ _id: string }>('GET', '/user');
  await makeAdmin(localStore(servicesFile), email, role);
  await client.done('POST', '/auth/login', { email, password });
  const code = await until('the digits', async () => /^(\d{6})$/m.exec(await mailTo(stack, email))?.[1]);
  await client.done('POST', '/auth/2fa/verify', { code, userId });
  const { secret } = await client.done<{ secret: string }>('POST', '/user/totp');
  const { offsetMs } = (await (await fetch(`${stack.control}/clock`)).json()) as { offsetMs: number };
  await client.done('POST', '/user/totp/confirm', { code: totpAt(secret, Date.now() + offsetMs) });
  return client;
}
