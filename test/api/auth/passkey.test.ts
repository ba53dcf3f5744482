import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/auth/passkey.ts';
import { handler as askOptions } from '#functions/api/auth/passkey-options.ts';
import { handler as readUser } from '#functions/api/user/read.ts';
import { update } from '#functions/ports/store.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { addTestPasskey } from '#test/support/add-passkey.ts';
import { keptCookies } from '#test/support/call-endpoint.ts';
import { callRoute } from '#test/support/call-route.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import type { Mishap } from '#test/support/software-authenticator.ts';

/** A person with a passkey, at a browser that asked for a challenge. */
async function staged() {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const { authenticator } = await addTestPasskey(world.services, user);
  const asked = await callRoute('auth.passkey-options', askOptions, world.services, { body: {} });
  const cookies = keptCookies(asked.setCookies);
  const use = (mishap?: Mishap) => authenticator.use(asked.reply, mishap);
  const signIn = (assertion = use(), held: Record<string, string> = cookies) =>
    callRoute('auth.passkey', handler, world.services, { body: { assertion }, cookies: held });
  const change = async (changes: Partial<User>) => {
    const now = (await world.store.get('user', user)) ?? user;
    await world.store.commit([update('user', now, changes)]);
  };
  return { world, user, authenticator, use, signIn, change };
}

describe('auth.passkey', () => {
  it('signs the owner in without a password', async () => {
    const { world, user, signIn } = await staged();
    const { status, reply, setCookies } = await signIn();
    expect([status, reply]).toEqual([200, { userId: user.userId }]);
    // A sign-in that waited for a second step in this browser is over.
    expect(setCookies).toContainEqual(expect.stringMatching(/^__Host-pending=;.* Max-Age=0;/));
    const me = await callRoute('user.read', readUser, world.services, { cookies: keptCookies(setCookies) });
    expect(me.reply).toMatchObject({ _id: user.userId });
  });

  it('records the sign-in, and whether the account knew the device, which is mailed otherwise', async () => {
    const { world, authenticator, signIn } = await staged();
    const { setCookies } = await signIn();
    const asked = await callRoute('auth.passkey-options', askOptions, world.services, { body: {} });
    const cookies = { ...keptCookies(setCookies), ...keptCookies(asked.setCookies) };
    await signIn(authenticator.use(asked.reply), cookies);
    const records = world.store.all('audit').filter(({ action }) => action === 'sign-in');
    expect(records.map(({ after }) => [after['by'], after['isNewDevice']])).toEqual([
      ['passkey', true],
      ['passkey', false],
    ]);
  });

  it('accepts an assertion once, even when ten requests bring it at once', async () => {
    const { use, signIn } = await staged();
    const assertion = use();
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(assertion)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await signIn(assertion)).code).toBe('InvalidCredentials');
  });

  it('accepts a challenge once, whichever passkey signs it', async () => {
    const { use, signIn } = await staged();
    expect((await signIn(use())).status).toBe(200);
    expect((await signIn(use())).code).toBe('InvalidCredentials');
  });

  it.each<readonly [string, Mishap]>([
    ['comes from another site', { origin: 'https://evil.example' }],
    ['is for another site', { rpId: 'evil.example' }],
    ['was given in a frame', { crossOrigin: true }],
    ['verified nobody', { isVerified: false }],
    ['is no use of a passkey', { type: 'webauthn.create' }],
  ])('refuses an assertion that %s', async (_why, mishap) => {
    const { use, signIn } = await staged();
    expect((await signIn(use(mishap))).code).toBe('InvalidCredentials');
  });

  it('refuses a passkey whose count does not grow: it was copied', async () => {
    const { world, authenticator, use, signIn } = await staged();
    expect((await signIn(use({ signCount: 7 }))).status).toBe(200);
    const asked = await callRoute('auth.passkey-options', askOptions, world.services, { body: {} });
    const copy = authenticator.use(asked.reply, { signCount: 7 });
    expect((await signIn(copy, keptCookies(asked.setCookies))).code).toBe('InvalidCredentials');
    expect(world.logs).toContainEqual(expect.objectContaining({ level: 'warn', message: 'passkey refused' }));
  });

  it('refuses an assertion in a browser that did not ask for its challenge', async () => {
    const { signIn, use } = await staged();
    expect((await signIn(use(), {})).code).toBe('InvalidCredentials');
    expect((await signIn(use(), { '__Host-passkey': 'another' })).code).toBe('InvalidCredentials');
  });

  it('refuses an assertion after five minutes', async () => {
    const { world, signIn } = await staged();
    world.clock.advance(5 * 60_000);
    expect((await signIn()).code).toBe('InvalidCredentials');
  });

  it('refuses a signature by another key, and an unknown passkey', async () => {
    const { world, signIn, use } = await staged();
    const other = await addTestPasskey(world.services, await world.cardholder(0));
    const mine = use();
    const theirs = other.authenticator.use({ challenge: 'x' });
    const forged = { ...mine, response: { ...mine.response, signature: theirs.response.signature } };
    expect((await signIn(forged)).code).toBe('InvalidCredentials');
    const nobodys = { ...mine, response: { ...mine.response, userHandle: 'bm9ib2R5' } };
    expect((await signIn(nobodys)).code).toBe('InvalidCredentials');
  });

  it('reveals a suspension or a lock only to a right assertion', async () => {
    const { change, use, signIn } = await staged();
    await change({ isSuspended: true });
    expect((await signIn(use({ isVerified: false }))).code).toBe('InvalidCredentials');
    expect((await signIn()).code).toBe('AccountSuspended');
    await change({ isSuspended: false, isLockedUntilReset: true });
    expect((await signIn()).code).toBe('AccountLocked');
  });
});
