import { request } from 'node:http';
import { ApiClient } from '#infra/local/seed/api-client.ts';
import { mailTo, type StackAddresses } from '#infra/local/seed/open-account.ts';

/**
 * Signs people up with one link from one network, and verifies their addresses. The network is a part of the loopback
 * that the product treats as an outside network. Returns their email addresses.
 */
export async function openRing(
  stack: StackAddresses,
  { referredBy, network, people }: { readonly referredBy: string; readonly network: string; readonly people: number },
): Promise<readonly string[]> {
  const emails = Array.from({ length: people }, (_, n) => `ring.${network}.${n}.${Date.now()}@example.com`);
  for (const [n, email] of emails.entries()) {
    const password = 'Long-Walks-88';
    const person = { email, firstname: 'Rina', lastname: 'Ring', password, confirmPassword: password, referredBy };
    await registerFrom(`${network}.${n + 1}`, stack.site, person);
    const code = /\/email\/verify\/([\w-]+)/.exec(await mailTo(stack, email))?.[1];
    if (code === undefined) throw new Error('the mail has no verification link');
    await new ApiClient(stack.site).done('GET', `/auth/email/verify/${code}`);
  }
  return emails;
}

/** Signs up from another IP address of this machine, for which `fetch` has no option. */
async function registerFrom(localAddress: string, site: string, person: object): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const options = { method: 'POST', localAddress, headers: { 'content-type': 'application/json' } };
  const sent = request(`${site}/api/auth/register`, { ...options, host: '127.0.0.1' }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  });
  sent.on('error', reject);
  sent.end(JSON.stringify(person));
  if ((await promise) !== 201) throw new Error('the sign-up was refused');
}
