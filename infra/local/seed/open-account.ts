import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from './api-client.ts';

/** The addresses of a running stack that a script needs. */
export type StackAddresses = {
  readonly site: string;
  readonly mail: string;
  readonly payments: string;
  readonly issuer: string;
  readonly control: string;
};

/** A person as sign-up asks for one. */
export type Person = {
  readonly email: string;
  readonly password: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly referredBy?: string;
};

/** Repeats a question until it has an answer. Throws after `patienceMs`. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>, patienceMs = 90_000): Promise<T> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > endMs) throw new Error(`${what} did not happen within ${patienceMs} ms`);
    await sleep(60);
  }
}

/** A mail as the inbox lists it. */
export type StoredMail = {
  readonly destination?: { readonly to?: readonly string[] };
  readonly subject?: string;
  readonly body?: { readonly text?: string; readonly html?: string };
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
};

/** The id that a mail has in each of its tries; undefined for one that is sent once. */
export function mailIdOf({ headers }: StoredMail): string | undefined {
  return headers?.find(({ name }) => name === 'X-Entity-Ref-ID')?.value;
}

/** All mails to an address, oldest first. */
export async function mailsTo(stack: StackAddresses, email: string): Promise<readonly StoredMail[]> {
  const store = (await (await fetch(`${stack.mail}/store`)).json()) as { emails?: readonly StoredMail[] };
  return (store.emails ?? []).filter((mail) => mail.destination?.to?.some((to) => to.includes(email)));
}

/** The newest mail to an address that is no notification, once there is one. */
export async function mailTo(stack: StackAddresses, email: string): Promise<string> {
  return until(`a mail to ${email}`, async () => {
    const asked = (await mailsTo(stack, email)).filter((mail) => mailIdOf(mail)?.startsWith('ntf_') !== true);
    return asked.at(-1)?.body?.text;
  });
}

/** Signs up, reads the mail, verifies and signs in. Returns the signed-in client. */
export async function openAccount(stack: StackAddresses, person: Person): Promise<ApiClient> {
  const client = new ApiClient(stack.site);
  await client.done('POST', '/auth/register', { ...person, confirmPassword: person.password });
  const code = /\/email\/verify\/([\w-]+)/.exec(await mailTo(stack, person.email))?.[1];
  if (code === undefined) throw new Error('the mail has no verification link');
  await client.done('GET', `/auth/email/verify/${code}`);
  await client.done('POST', '/auth/login', { email: person.email, password: person.password });
  return client;
}

/** Waits until the card issuer knows the person. */
export async function untilCardholder(client: ApiClient): Promise<void> {
  await until('the registration with the card issuer', async () => {
    const user = await client.done<{ cardholderId: string | null }>('GET', '/user');
    return user.cardholderId ?? undefined;
  });
}

/** Opens a deposit and pays it at the simulated provider; waits until it is credited. */
export async function depositAndPay(stack: StackAddresses, client: ApiClient, amountInUsd: number): Promise<string> {
  const opened = await client.done<{ transaction: { _id: string } }>('POST', '/transactions', {
    currency: 'USDT',
    network: 'TRON',
    amountInUsd,
  });
  const { _id } = opened.transaction;
  const paid = await fetch(`${stack.payments}/sandbox/invoices/${_id}/pay`, { method: 'POST' });
  if (!paid.ok) throw new Error(`the provider's simulator: ${paid.status} ${await paid.text()}`);
  await until('the credit', async () => {
    const deposit = await client.done<{ amountPaid: number }>('GET', `/transactions/${_id}`);
    return deposit.amountPaid >= amountInUsd ? true : undefined;
  });
  return _id;
}
