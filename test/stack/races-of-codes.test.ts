import { beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient, type ApiAnswer } from '#infra/local/seed/api-client.ts';
import { mailTo, openAccount, until } from '#infra/local/seed/open-account.ts';
import { localStore } from '#bin/operator/local-store.ts';
import type { ChallengePurpose } from '#functions/ports/entities/sign-in.ts';
import type { Id } from '#shared/ids.ts';
import { atOnce, untilTaken } from '#test/support/at-once.ts';

/*
 * Fifty guesses over real HTTP at each mailed code and at the password of a signed-in person. The number of checked
 * guesses shows from outside: after five wrong ones, the right one is refused forty-five times at once.
 */

const services = inject('services');
const { store } = localStore(inject('servicesFile'));
const password = 'Correct-horse-1';
const newPassword = 'Long-Walks-88';
const email = `guessed.${Date.now()}@example.com`;

let client: ApiClient;
let userId: Id<'user'>;

beforeAll(async () => {
  client = await openAccount(services, { email, password, firstname: 'Ada', lastname: 'Lovelace' });
  ({ _id: userId } = await client.done<{ _id: Id<'user'> }>('GET', '/user'));
});

type Refusal = { readonly code: string };

const codesOf = (answers: readonly ApiAnswer<unknown>[]): Set<string> =>
  new Set(answers.map(({ status, body }) => (status < 400 ? 'taken' : (body as Refusal).code)));
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Waits until the newest mail to an address has digits other than `known`, and returns them. */
async function digitsTo(address: string, known = ''): Promise<string> {
  return until(`digits to ${address}`, async () => {
    const found = /^(\d{6})$/m.exec(await mailTo(services, address))?.[1];
    return found === known ? undefined : found;
  });
}

/** Returns the number of checked guesses that the table counts. */
async function counted(purpose: ChallengePurpose, guesser: 'owner' | 'stranger'): Promise<number | undefined> {
  const challenge = await store.get('challenge', { userId, purpose });
  const counter = await store.get('rateCounter', { counterId: `guesses:${guesser}:${challenge?.challengeId}` });
  return counter?.count;
}

describe('five of fifty guesses are checked', () => {
  it('at the digits for a new address', async () => {
    const newEmail = `new.${email}`;
    await client.done('POST', '/user/update/email/init', { newEmail });
    const right = await digitsTo(newEmail);
    const guess = (otp: string) => () => client.call('POST', '/user/update/email/verify', { otp });
    expect(codesOf(await atOnce(5, guess(otherThan(right))))).toEqual(new Set(['InvalidCode']));
    expect(codesOf(await atOnce(45, guess(right)))).toEqual(new Set(['TooManyRequests']));
    expect(await counted('email-change', 'owner')).toBe(5);
    expect(await client.done('GET', '/user')).toMatchObject({ email });
  });

  it('at the password of a signed-in person, whose session then ends', async () => {
    const guess = (currentPassword: string) => () =>
      client.call('POST', '/user/update/password', { currentPassword, newPassword });
    expect(codesOf(await atOnce(5, guess('Wrong-horse-1')))).toEqual(new Set(['InvalidCredentials']));
    expect(codesOf(await atOnce(45, guess(password)))).toEqual(new Set(['InvalidAccessToken']));
    expect((await client.call('POST', '/auth/login', { email, password })).status).toBe(200);
  });

  it('at the digits of a sign-in from its own browser, and five from all others, which cannot use up its five', async () => {
    await client.done('PATCH', '/user/2fa', { enabled: true });
    const [owner, stranger] = [new ApiClient(services.site), new ApiClient(services.site)];
    await owner.done('POST', '/auth/login', { email, password });
    const first = await digitsTo(email);
    const guess = (who: ApiClient, code: string) => () => who.call('POST', '/auth/2fa/verify', { userId, code });
    const refused = new Set(['InvalidCode']);
    expect(codesOf(await atOnce(5, guess(stranger, otherThan(first))))).toEqual(refused);
    expect(codesOf(await atOnce(45, guess(stranger, first)))).toEqual(refused);
    expect(await counted('sign-in', 'stranger')).toBe(5);
    expect(codesOf(await atOnce(4, guess(owner, otherThan(first))))).toEqual(refused);
    expect((await guess(owner, first)()).status).toBe(200);

    const next = new ApiClient(services.site);
    await next.done('POST', '/auth/login', { email, password });
    const second = await digitsTo(email, first);
    expect(codesOf(await atOnce(5, guess(next, otherThan(second))))).toEqual(refused);
    expect(codesOf(await atOnce(45, guess(next, second)))).toEqual(refused);
    expect(await counted('sign-in', 'owner')).toBe(5);
  });
});

/** Codes of 256 bits have no limit of guesses, so that nobody can make another person's link useless. */
describe('a mailed link, while fifty variants of it are tried at once', () => {
  /** Returns a code with one character changed. */
  const variant = (code: string, index: number): string => {
    const at = code.length - 3 - (index % 20);
    return `${code.slice(0, at)}${code[at] === 'A' ? 'B' : 'A'}${code.slice(at + 1)}`;
  };
  const fifty = (code: string): string[] => Array.from({ length: 50 }, (_, index) => variant(code, index));

  it('verifies an address once, and with the right code only', async () => {
    const person = { email: `linked.${email}`, password, firstname: 'Lin', lastname: 'Ked' };
    const browser = new ApiClient(services.site);
    await browser.done('POST', '/auth/register', { ...person, confirmPassword: password });
    const code = /\/email\/verify\/([\w-]+)/.exec(await mailTo(services, person.email))?.[1] ?? '';
    const verify = (text: string) => browser.call('GET', `/auth/email/verify/${text}`);
    expect(codesOf(await Promise.all(fifty(code).map((text) => untilTaken(() => verify(text)))))).toEqual(
      new Set(['InvalidVerificationLink']),
    );
    const right = await atOnce(50, () => verify(code));
    expect(right.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(codesOf(right)).toEqual(new Set(['taken', 'InvalidVerificationLink']));
  });

  it('resets a password with the right code only', async () => {
    const browser = new ApiClient(services.site);
    await browser.done('POST', '/auth/password/forgot', { email });
    const code = await until('the mail with the link', async () => {
      return /\/password\/reset\?code=([\w.-]+)&exp=\d+/.exec(await mailTo(services, email))?.[1];
    });
    const reset = (verificationCode: string) =>
      browser.call('POST', '/auth/password/reset', { password: newPassword, verificationCode });
    expect(codesOf(await Promise.all(fifty(code).map((text) => untilTaken(() => reset(text)))))).toEqual(
      new Set(['InvalidResetLink']),
    );
    expect((await reset(code)).status).toBe(200);
    expect((await reset(code)).status).toBe(400);
  });
});
