import { describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { openAccount, until } from '#infra/local/seed/open-account.ts';
import { atOnce } from '#test/support/at-once.ts';

const services = inject('services');
const password = 'Correct-horse-1';
let people = 0;

/** A new person who is signed in. */
async function person(): Promise<{ client: ApiClient; email: string }> {
  people += 1;
  const email = `account-${process.pid}-${people}@example.com`;
  const client = await openAccount(services, { email, password, firstname: 'Ada', lastname: 'Lovelace' });
  return { client, email };
}

type Inbox = {
  readonly emails?: readonly {
    readonly destination?: { readonly to?: readonly string[] };
    readonly body?: { readonly text?: string };
  }[];
};

/** The texts of the mails to an address, oldest first. */
async function mailsTo(email: string): Promise<string[]> {
  const inbox = (await (await fetch(`${services.mail}/store`)).json()) as Inbox;
  return (inbox.emails ?? [])
    .filter((mail) => mail.destination?.to?.some((to) => to.includes(email)))
    .map((mail) => mail.body?.text ?? '');
}

/** The match of a pattern in the newest mail that it fits. */
async function foundIn(email: string, pattern: RegExp): Promise<string> {
  return until(`a mail with ${pattern}`, async () => {
    const found = (await mailsTo(email)).map((text) => pattern.exec(text)?.[1]).filter((each) => each !== undefined);
    return found.at(-1);
  });
}

const digits = /^(\d{6})$/m;
const resetCode = /\/password\/reset\?code=([\w.-]+)&exp=\d+/;
const statuses = (answers: readonly { readonly status: number }[]): Set<number> =>
  new Set(answers.map(({ status }) => status));

describe('a second factor', () => {
  /** Begins a sign-in that waits for the mailed digits. Returns the browser, the person's id and the digits. */
  const waiting = async () => {
    const { client, email } = await person();
    await client.done('PATCH', '/user/2fa', { enabled: true });
    const browser = new ApiClient(services.site);
    const { userId } = await browser.done<{ userId: string }>('POST', '/auth/login', { email, password });
    return { browser, userId, code: await foundIn(email, digits) };
  };

  it('checks five of fifty simultaneous guesses, and then refuses the right digits in every browser', async () => {
    const { browser, userId, code } = await waiting();
    expect([...browser.cookies.keys()]).toEqual(['__Host-pending']);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const guesses = await atOnce(50, () => browser.call('POST', '/auth/2fa/verify', { userId, code: wrong }));
    expect(statuses(guesses)).toEqual(new Set([401]));
    for (const each of [browser, new ApiClient(services.site)]) {
      expect((await each.call('POST', '/auth/2fa/verify', { userId, code })).status).toBe(401);
    }
  });

  it('accepts the digits from one of four browsers that send them at once', async () => {
    const { userId, code } = await waiting();
    const bare = await Promise.all(
      Array.from({ length: 4 }, () => new ApiClient(services.site).call('POST', '/auth/2fa/verify', { userId, code })),
    );
    expect(bare.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  });
});

describe('a reset link', () => {
  it('used eight times at once works once, ends every session, and does not reveal who has an account', async () => {
    const { client, email } = await person();
    const stranger = new ApiClient(services.site);
    const known = await stranger.call('POST', '/auth/password/forgot', { email });
    const unknown = await stranger.call('POST', '/auth/password/forgot', { email: `no-${email}` });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(known.status).toBe(200);
    const verificationCode = await foundIn(email, resetCode);
    const chosen = (index: number): string => `Long-Walks-8${index}`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        stranger.call('POST', '/auth/password/reset', { password: chosen(index), verificationCode }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(statuses(answers)).toEqual(new Set([200, 400]));
    expect((await client.call('GET', '/user')).status).toBe(401);
    const winner = answers.findIndex(({ status }) => status === 200);
    const login = await stranger.call('POST', '/auth/login', { email, password: chosen(winner) });
    expect(login.status).toBe(200);
    expect(await mailsTo(`no-${email}`)).toEqual([]);
  });
});

describe('an email address', () => {
  it('that two people claim at once goes to one, whose browser stays signed in', async () => {
    const pair = [await person(), await person()];
    const newEmail = `wanted-${pair[0]?.email}`;
    const codes: string[] = [];
    for (const { client } of pair) {
      await client.done('POST', '/user/update/email/init', { newEmail });
      codes.push(
        await until('digits of its own', async () => {
          const code = digits.exec((await mailsTo(newEmail))[codes.length] ?? '')?.[1];
          return code;
        }),
      );
    }
    const answers = await Promise.all(
      pair.map(({ client }, index) => client.call('POST', '/user/update/email/verify', { otp: codes[index] })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    for (const [index, { client, email }] of pair.entries()) {
      const me = await client.done<{ email: string }>('GET', '/user');
      expect(me.email).toBe(answers[index]?.status === 200 ? newEmail : email);
    }
  });
});

describe('a password', () => {
  it('that is changed signs out every other browser, and keeps this one', async () => {
    const { client, email } = await person();
    const other = new ApiClient(services.site);
    await other.done('POST', '/auth/login', { email, password });
    const body = { currentPassword: password, newPassword: 'Long-Walks-88' };
    await client.done('POST', '/user/update/password', body);
    expect((await client.call('GET', '/user')).status).toBe(200);
    expect((await client.call('GET', '/auth/refresh')).status).toBe(200);
    expect((await other.call('GET', '/user')).status).toBe(401);
    expect((await other.call('GET', '/auth/refresh')).status).toBe(401);
  });
});
