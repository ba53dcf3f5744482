import { describe, expect, it } from 'vitest';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Factor } from '#functions/ports/entities/factors.ts';
import { finishEmailChange } from '#functions/domain/auth/addresses/finish-email-change.ts';
import { startEmailChange } from '#functions/domain/auth/addresses/start-email-change.ts';
import { undoEmailChange } from '#functions/domain/auth/addresses/undo-email-change.ts';
import { removeAllFactors } from '#functions/domain/auth/factors/restore-factors.ts';
import { removePasskey } from '#functions/domain/auth/factors/remove-passkey.ts';
import { removeTotp } from '#functions/domain/auth/factors/remove-totp.ts';
import { renewRecoveryCodes } from '#functions/domain/auth/factors/renew-recovery-codes.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { update } from '#functions/ports/store.ts';
import { addTestPasskey } from '#test/support/add-passkey.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { authWorld, digitsIn, undoTokenIn } from '#test/support/auth-world.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function staged() {
  const world = authWorld();
  const { userId } = await world.joined();
  const { services, store } = world;
  const user = async (): Promise<User> => (await store.get('user', { userId })) as User;
  /** Moves the account to another address. Returns the undo of that change. */
  const move = async (): Promise<() => Promise<void>> => {
    await startEmailChange(services, { user: await user(), newEmail: 'thief@example.com' });
    const code = digitsIn(world.mails.at(-1));
    await finishEmailChange(services, { user: await user(), session: newSession(services, await user()), code });
    const token = undoTokenIn(world.mails.at(-1));
    return () => undoEmailChange(services, { token });
  };
  const active = async (): Promise<readonly Factor[]> =>
    ((await store.get('factors', { userId }))?.all ?? []).filter(({ removedAtMs }) => removedAtMs === undefined);
  return { world, services, store, userId, user, move, active, later: (ms: number) => world.clock.advance(ms) };
}

const kindsOf = (factors: readonly Factor[]): string[] => factors.map(({ kind }) => kind);

describe('the undo of an address change', () => {
  it('takes off the factors that were added since', async () => {
    const { services, user, move, active, later } = await staged();
    const undo = await move();
    later(minuteMs);
    await addTotp(services, await user());
    await addTestPasskey(services, await user());
    await undo();
    expect(await active()).toEqual([]);
    expect((await user()).factors).toBeUndefined();
  });

  it('restores an app, its recovery codes and a passkey that were taken off since', async () => {
    const { services, userId, user, move, active, later } = await staged();
    await addTotp(services, await user());
    const { _id: passkeyId } = await addTestPasskey(services, await user());
    const before = await active();
    later(minuteMs);
    const undo = await move();
    later(minuteMs);
    await removePasskey(services, { userId, passkeyId });
    await removeTotp(services, userId);
    expect((await user()).factors).toBeUndefined();
    await undo();
    expect(await active()).toEqual(before);
    expect((await user()).factors).toEqual(['totp', 'passkey', 'recovery_code']);
  });

  it('restores what a thief took off and replaced just before the change', async () => {
    const { services, user, move, active, later } = await staged();
    await addTotp(services, await user());
    const before = await active();
    later(10 * dayMs);
    await addTotp(services, await user());
    await renewRecoveryCodes(services, (await user()).userId);
    later(minuteMs);
    const undo = await move();
    await undo();
    expect(await active()).toEqual(before);
  });

  it('restores an app that a thief took off before adding a passkey', async () => {
    const { services, userId, user, move, active, later } = await staged();
    await addTotp(services, await user());
    const before = await active();
    later(minuteMs);
    await removeTotp(services, userId);
    await addTestPasskey(services, await user());
    later(minuteMs);
    const undo = await move();
    await undo();
    expect(await active()).toEqual(expect.arrayContaining([...before]));
  });

  it('leaves every passkey, and an app that its owner put in place of another long before the change', async () => {
    const { services, user, move, active, later } = await staged();
    await addTotp(services, await user());
    await addTestPasskey(services, await user());
    await addTestPasskey(services, await user());
    later(minuteMs);
    await addTotp(services, await user());
    const before = await active();
    expect(kindsOf(before)).toEqual(['passkey', 'passkey', 'totp', 'recovery']);
    later(8 * dayMs);
    const undo = await move();
    await undo();
    expect(await active()).toEqual(before);
  });

  it('restores nothing that was taken off more than a week before the change', async () => {
    const { services, userId, user, move, active, later } = await staged();
    await addTotp(services, await user());
    later(minuteMs);
    await removeTotp(services, userId);
    later(8 * dayMs);
    const undo = await move();
    await undo();
    expect(await active()).toEqual([]);
  });

  it('does not restore recovery codes that were used since', async () => {
    const { store, services, userId, user, move, active, later } = await staged();
    await addTotp(services, await user());
    later(minuteMs);
    const undo = await move();
    const factors = await store.get('factors', { userId });
    if (factors === undefined) throw new Error('no factors');
    const all = factors.all.map((each) => (each.kind === 'recovery' ? { ...each, codeHashes: ['left'] } : each));
    await store.commit([update('factors', factors, { all })]);
    await undo();
    expect(await active()).toMatchObject([{ kind: 'totp' }, { kind: 'recovery', codeHashes: ['left'] }]);
  });

  it('voids a secret that waits for its first code', async () => {
    const { services, store, userId, user, move } = await staged();
    const undo = await move();
    const { startTotp } = await import('#functions/domain/auth/factors/start-totp.ts');
    await startTotp(services, newSession(services, await user()));
    await undo();
    expect((await store.get('factors', { userId }))?.pendingTotp).toBeUndefined();
  });
});

describe('the removal of all factors', () => {
  it('leaves no app, no passkey and no recovery codes', async () => {
    const { services, store, user, active } = await staged();
    await addTotp(services, await user());
    await addTestPasskey(services, await user());
    const present = await user();
    const { changes, writes } = await removeAllFactors(services, present);
    await store.commit([update('user', present, changes), ...writes]);
    expect(kindsOf(await active())).toEqual([]);
    expect((await user()).factors).toBeUndefined();
  });

  it('needs no write for a person who never had one', async () => {
    const { services, user } = await staged();
    expect(await removeAllFactors(services, await user())).toEqual({ changes: { factors: undefined }, writes: [] });
  });
});
