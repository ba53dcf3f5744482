import { describe, expect, it } from 'vitest';
import { addPasskey } from '#functions/domain/auth/factors/add-passkey.ts';
import { passkeyChallengeMs } from '#functions/domain/auth/factors/passkey-challenge.ts';
import { creationOptions, requestOptions } from '#functions/domain/auth/factors/passkey-options.ts';
import { relyingPartyOf } from '#functions/domain/auth/factors/relying-party.ts';
import { removePasskey } from '#functions/domain/auth/factors/remove-passkey.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { provePresence } from '#functions/domain/auth/sign-in/prove-presence.ts';
import type { Factor } from '#functions/ports/entities/factors.ts';
import { insert } from '#functions/ports/store.ts';
import { addTestPasskey, testSite } from '#test/support/add-passkey.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { ada, authWorld, refusalOf } from '#test/support/auth-world.ts';
import { softwareAuthenticator } from '#test/support/software-authenticator.ts';

/** Ada with a passkey, signed in. */
async function withPasskey() {
  const world = authWorld();
  const user = await world.joined();
  const added = await addTestPasskey(world.services, user);
  const session = newSession(world.services, user);
  await world.store.commit([insert('session', session)]);
  const optionsOf = (purpose: 'sign-in' | 'proof', holder: string = session.sessionId) =>
    requestOptions(world.services, { bond: { purpose, holder }, user });
  const prove = async (options: { readonly challenge: string }, authenticator = added.authenticator) => {
    const assertion = authenticator.use(options);
    const proof = { method: 'passkey', assertion } as const;
    await provePresence(world.services, { user: world.userByEmail(ada.email), session, proof });
  };
  return { world, user, session, optionsOf, prove, ...added };
}

describe('a passkey', () => {
  it('makes the second step of a sign-in, and a password alone signs nobody in', async () => {
    const { world } = await withPasskey();
    expect(await world.login()).toMatchObject({ isTwoFactorRequired: true, methods: ['passkey', 'recovery_code'] });
  });

  it('is added once, also by a browser that ignores which ones are there', async () => {
    const { world, user, session, authenticator } = await withPasskey();
    const attestation = authenticator.make(await creationOptions(world.services, { user, session }));
    expect(await refusalOf(addPasskey(world.services, { session, attestation, name: undefined }))).toBe('Conflict');
  });

  it('that was removed does not come back with the attestation that made it', async () => {
    const { world, user, session } = await withPasskey();
    const attestation = softwareAuthenticator(testSite).make(
      await creationOptions(world.services, { user: world.userByEmail(ada.email), session }),
    );
    const add = () => addPasskey(world.services, { session, attestation, name: undefined });
    const { _id: passkeyId } = await add();
    await removePasskey(world.services, { userId: user.userId, passkeyId });
    expect(await refusalOf(add())).toBe('TooManyRequests');
  });

  it('proves presence in its session, once per challenge', async () => {
    const { world, session, optionsOf, prove } = await withPasskey();
    world.clock.advance(10 * 60_000);
    const options = await optionsOf('proof');
    await prove(options);
    expect((await world.store.get('session', session))?.provedAtMs).toBe(world.clock.now());
    expect(await refusalOf(prove(options))).toBe('InvalidCredentials');
    // Its use is remembered for as long as the challenge itself is good.
    world.clock.advance(passkeyChallengeMs - 1);
    expect(await refusalOf(prove(options))).toBe('InvalidCredentials');
  });

  it('proves nothing with a challenge of another session, or of a sign-in', async () => {
    const { optionsOf, prove } = await withPasskey();
    expect(await refusalOf(prove(await optionsOf('proof', 'ses_of_another')))).toBe('InvalidCredentials');
    expect(await refusalOf(prove(await optionsOf('sign-in')))).toBe('InvalidCredentials');
  });

  it('that was removed proves nothing and is no longer asked for at sign-in', async () => {
    const { world, user, _id, optionsOf, prove } = await withPasskey();
    const options = await optionsOf('proof');
    await removePasskey(world.services, { userId: user.userId, passkeyId: _id });
    expect(await refusalOf(prove(options))).toBe('ProofRequired');
    expect(await world.login()).toMatchObject({ isTwoFactorRequired: false });
  });

  it('is used without a change of the person’s other factors', async () => {
    const { world, user, optionsOf, prove, _id } = await withPasskey();
    await addTotp(world.services, user);
    const { authenticator } = await addTestPasskey(world.services, world.userByEmail(ada.email));
    const allNow = async () => (await world.store.get('factors', user))?.all ?? [];
    const before = await allNow();
    world.clock.advance(60_000);
    await prove(await optionsOf('proof'));
    const isUsed = (factor: Factor): boolean => factor.kind === 'passkey' && factor.passkeyId === _id;
    expect((await allNow()).filter((factor) => !isUsed(factor))).toEqual(before.filter((factor) => !isUsed(factor)));
    await prove(await optionsOf('proof'), authenticator);
    const usedAtMs = (await allNow()).flatMap((each) => (each.kind === 'passkey' ? [each.lastUsedAtMs] : []));
    expect(usedAtMs).toEqual([world.clock.now(), world.clock.now()]);
  });

  it('notes when it was used last', async () => {
    const { world, user, optionsOf, prove } = await withPasskey();
    world.clock.advance(60_000);
    await prove(await optionsOf('proof'));
    const factors = await world.store.get('factors', user);
    expect(factors?.all.find(({ kind }) => kind === 'passkey')).toMatchObject({ lastUsedAtMs: world.clock.now() });
  });
});

describe('the site as authenticators know it', () => {
  it.each([
    ['https://satchel.example', 'satchel.example', 'https://satchel.example'],
    ['https://d1234.cloudfront.net', 'd1234.cloudfront.net', 'https://d1234.cloudfront.net'],
    ['http://127.0.0.1:4000', 'localhost', 'http://localhost:4000'],
    ['http://[::1]:4000', 'localhost', 'http://localhost:4000'],
    ['http://localhost:4000', 'localhost', 'http://localhost:4000'],
    ['https://10.1.2.3', '10.1.2.3', 'https://10.1.2.3'],
  ])('for %s has the id %s and the origin %s', (siteUrl, id, origin) => {
    expect(relyingPartyOf({ siteUrl })).toEqual({ id, origin });
  });
});
