import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { User } from '#functions/ports/entities/accounts.ts';
import {
  cancelFactorReset,
  cancelFactorResetOf,
  cancelOwnFactorReset,
} from '#functions/domain/auth/factor-reset/cancel-factor-reset.ts';
import { driveDueUsers } from '#functions/domain/auth/drive-due-users.ts';
import { driveFactorReset } from '#functions/domain/auth/factor-reset/drive-factor-reset.ts';
import { orderFactorReset } from '#functions/domain/auth/factor-reset/order-factor-reset.ts';
import { finishEmailChange } from '#functions/domain/auth/addresses/finish-email-change.ts';
import { startEmailChange } from '#functions/domain/auth/addresses/start-email-change.ts';
import { undoEmailChange } from '#functions/domain/auth/addresses/undo-email-change.ts';
import { describeSecurity } from '#functions/domain/auth/factors/describe-security.ts';
import { factorsOf } from '#functions/domain/auth/factors/factors-of.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { provePresence } from '#functions/domain/auth/sign-in/prove-presence.ts';
import { MailRefused, type Mail } from '#functions/ports/mailer.ts';
import { insert } from '#functions/ports/store.ts';
import { addTestPasskey } from '#test/support/add-passkey.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { authWorld, cancelTokenIn, digitsIn, refusalOf, undoTokenIn } from '#test/support/auth-world.ts';
import { grantedServices } from '#test/support/granted-services.ts';
import { onceAfter } from '#test/support/once-after.ts';
import { idAt } from '#test/support/sample-entities.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const removing = 'Your app, passkeys and recovery codes will be removed';
const removed = 'Your app, passkeys and recovery codes were removed';
const kept = 'Your app, passkeys and recovery codes stay';

/** Builds a world with Ada, who has an app and a passkey, and with three admins. */
async function staged() {
  const world = authWorld();
  const { services, store, clock, mails } = world;
  const joined = await world.joined();
  const { userId } = joined;
  const totp = await addTotp(services, joined);
  await addTestPasskey(services, joined);
  const user = async (): Promise<User> => (await store.get('user', { userId })) as User;
  const [first, second, third] = [idAt('usr', 11), idAt('usr', 12), idAt('usr', 13)];
  for (const adminId of [first, second, third]) {
    const email = `${adminId}@example.com`;
    await store.commit([insert('user', { ...(await user()), userId: adminId, email, role: 'admin', version: 1 })]);
  }
  mails.length = 0;
  const order = (actorId: User['userId']) => orderFactorReset(services, { actorId, userId, reason: 'Lost it all.' });
  const approved = async (): Promise<string> => {
    await order(first);
    await order(second);
    return cancelTokenIn(mails.at(-1));
  };
  const remind = async (laterMs = 0) => {
    clock.advance(laterMs);
    const refused = vi.fn<(what: string) => void>();
    const swept = await driveDueUsers(grantedServices(services, 'job.remind-people', refused));
    expect(refused).not.toHaveBeenCalled();
    return swept;
  };
  const records = () =>
    store
      .all('audit')
      .filter(({ action }) => action === 'factor-reset')
      .toSorted((a, b) => (a.auditId < b.auditId ? -1 : 1))
      .map(({ actorId, subjectId, before, after }) => [
        actorId,
        subjectId === userId,
        before['status'],
        after['status'],
      ]);
  const subjects = () => mails.map(({ subject }) => subject);
  return {
    world,
    services,
    store,
    clock,
    mails,
    userId,
    user,
    totp,
    first,
    second,
    third,
    order,
    approved,
    remind,
    records,
    subjects,
  };
}

/** States in which an admin's order does not count: a thief may have given it. */
const barred = [{ isSuspended: true }, { isLockedUntilReset: true }] as const;

describe('an order to reset all factors', () => {
  it('has no effect before another admin approves it; then a wait of 72 hours begins', async () => {
    const { user, clock, first, second, order, subjects, records, remind } = await staged();
    expect(await order(first)).toMatchObject({ proposedBy: first, reason: 'Lost it all.' });
    expect((await user()).factorReset?.approval).toBeUndefined();
    await remind(dayMs);
    expect(subjects()).toEqual([]);
    const { approval } = await order(second);
    expect(approval).toMatchObject({ approvedBy: second, executesAtMs: clock.now() + 72 * hourMs });
    expect(subjects()).toEqual([removing]);
    expect(records()).toEqual([
      [first, true, 'none', 'proposed'],
      [second, true, 'proposed', 'approved'],
    ]);
  });

  it('is not approved by the admin who proposed it, and repeating a call changes nothing', async () => {
    const { user, first, second, third, order, subjects } = await staged();
    await order(first);
    const proposed = await user();
    await order(first);
    expect(await user()).toEqual(proposed);
    await order(second);
    const approved = await user();
    for (const actorId of [first, second, third]) await order(actorId);
    expect(await user()).toEqual(approved);
    expect(subjects()).toEqual([removing]);
  });

  it('is refused to other roles, for the own account, for an unknown person and for one without factors', async () => {
    const { world, services, store, userId, first, order } = await staged();
    expect(await refusalOf(orderFactorReset(services, { actorId: first, userId: first, reason: 'x' }))).toBe(
      'Forbidden',
    );
    expect(await refusalOf(orderFactorReset(services, { actorId: first, userId: idAt('usr', 99), reason: 'x' }))).toBe(
      'NotFound',
    );
    const active = { role: 'admin', staffRole: 'admin', isSuspended: false, isLockedUntilReset: undefined } as const;
    for (const changes of [{ role: 'user' }, { staffRole: 'finance' }, ...barred] as const) {
      await world.change(first, { ...active, ...changes });
      expect(await refusalOf(order(first))).toBe('Forbidden');
    }
    await world.change(first, active);
    await world.change(userId, { factors: undefined });
    expect(await refusalOf(order(first))).toBe('Conflict');
    expect(store.all('user').filter(({ factorReset }) => factorReset !== undefined)).toEqual([]);
  });

  it.each([{ role: 'user' }, { staffRole: 'support' }, ...barred] as const)(
    'starts over with the next admin when its proposer has become %j',
    async (changes) => {
      const { world, user, first, second, third, order, subjects } = await staged();
      await order(first);
      await world.change(first, changes);
      expect((await order(second)).approval).toBeUndefined();
      expect(await user()).toMatchObject({ factorReset: { proposedBy: second } });
      expect((await order(third)).approval).toMatchObject({ approvedBy: third });
      expect(subjects()).toEqual([removing]);
    },
  );

  it.each(['first', 'second'] as const)(
    'is not approved in the moment in which the %s admin loses the role',
    async (who) => {
      const { world, store, first, second, order, user } = await staged();
      await order(first);
      let isRevoked = false;
      const commit = store.commit.bind(store);
      store.commit = async (writes) => {
        if (!isRevoked && writes.some(({ kind }) => kind === 'audit')) {
          isRevoked = true;
          await world.change({ first, second }[who], { role: 'user' });
        }
        return commit(writes);
      };
      await order(second).catch(() => undefined);
      expect((await user()).factorReset?.approval).toBeUndefined();
    },
  );

  it('is neither proposed nor approved while mails to its owner come back, who could not be warned', async () => {
    const { world, userId, user, order, first, second, records } = await staged();
    const mailReturned = { reason: 'bounce', atMs: 1 } as const;
    await world.change(userId, { mailReturned });
    expect(await refusalOf(order(first))).toBe('Conflict');
    await world.change(userId, { mailReturned: undefined });
    await order(first);
    await world.change(userId, { mailReturned });
    expect(await refusalOf(order(second))).toBe('Conflict');
    expect((await user()).factorReset).not.toHaveProperty('approval');
    expect(records()).toHaveLength(1);
  });

  it('lapses when nobody approves it within 72 hours', async () => {
    const { clock, first, second, order } = await staged();
    await order(first);
    clock.advance(72 * hourMs - 1);
    const { clock: other, first: one, second: two, order: orderOther } = await staged();
    await orderOther(one);
    other.advance(72 * hourMs);
    expect((await order(second)).approval).toBeDefined();
    expect((await orderOther(two)).approval).toBeUndefined();
  });

  it('is approved once by two admins at once', async () => {
    const { first, second, third, order, subjects, records } = await staged();
    await order(first);
    await Promise.all([order(second), order(third)]);
    expect(records()).toHaveLength(2);
    expect(subjects()).toEqual([removing]);
  });
});

describe('the wait', () => {
  it('mails at once and every day with one link, then removes all factors and ends every session', async () => {
    const { services, store, mails, userId, user, approved, remind, subjects, records, second } = await staged();
    const { accessToken } = await openSession(services, await user());
    await approved();
    for (let hour = 1; hour < 72; hour += 1) await remind(hourMs);
    expect(subjects()).toEqual([removing, removing, removing]);
    expect(new Set(mails.map(cancelTokenIn)).size).toBe(1);
    expect(mails.every(({ to }) => to === 'ada@example.com')).toBe(true);
    expect((await user()).factors).toEqual(['totp', 'passkey', 'recovery_code']);
    await remind(hourMs);
    expect(await user()).toMatchObject({ factors: undefined, isTwoFactorEnabled: true, factorReset: undefined });
    expect((await store.get('factors', { userId }))?.all.every(({ removedAtMs }) => removedAtMs !== undefined)).toBe(
      true,
    );
    expect(await refusalOf(authenticate(services, accessToken))).toBe('InvalidAccessToken');
    expect(subjects()).toEqual([removing, removing, removing, removed]);
    expect(records().at(-1)).toEqual([second, true, 'approved', 'done']);
    await remind(dayMs);
    expect(subjects()).toHaveLength(4);
    expect(records()).toHaveLength(3);
  });

  it.each([{ isSuspended: true }, { isLockedUntilReset: true }, { lockedAtMs: 1 }])(
    'removes the factors also of an account with %j',
    async (changes) => {
      const { world, userId, user, approved, remind } = await staged();
      await approved();
      await world.change(userId, changes);
      for (let day = 1; day <= 3; day += 1) await remind(dayMs);
      expect(await user()).toMatchObject({ ...changes, factors: undefined });
    },
  );

  it('begins again when mails to its owner come back: 72 hours from when they arrive again', async () => {
    const { world, userId, user, approved, remind, subjects } = await staged();
    await approved();
    await world.change(userId, { mailReturned: { reason: 'bounce', atMs: 1 } });
    for (let day = 1; day <= 7; day += 1) await remind(dayMs);
    expect(subjects()).toEqual([removing]);
    expect((await user()).factors).toBeDefined();
    await world.change(userId, { mailReturned: undefined });
    for (let day = 1; day <= 3; day += 1) await remind(dayMs);
    expect(subjects()).toEqual([removing, removing, removing, removing]);
    expect((await user()).factors).toBeDefined();
    await remind(dayMs);
    expect(subjects().at(-1)).toBe(removed);
    expect((await user()).factors).toBeUndefined();
  });

  it('retries a mail that could not be sent, and removes nothing before it is sent', async () => {
    const { services, user, approved, remind, mails, subjects } = await staged();
    const mailed = services.mailer;
    let isDown = true;
    const mailer = {
      send: async (mail: Mail) => (isDown ? Promise.reject(new Error()) : mailed.send(mail)),
    };
    Object.assign(services, { mailer });
    await approved().catch(() => undefined);
    expect(mails).toEqual([]);
    expect(await remind(4 * dayMs)).toEqual({ driven: 0, failed: 1 });
    expect((await user()).factors).toBeDefined();
    isDown = false;
    await remind();
    await remind();
    expect(subjects()).toEqual([removing, removed]);
  });

  it('removes the factors once, and mails so at least once, wherever the process dies', async () => {
    for (let dies = 1; dies <= 3; dies += 1) {
      const { store, services, user, approved, remind, subjects, records } = await staged();
      await approved();
      for (let day = 1; day <= 2; day += 1) await remind(dayMs);
      const { sessionGeneration } = await user();
      let steps = 0;
      const step = (): void => {
        steps += 1;
        if (steps === dies) throw new Error('died');
      };
      const mailed = services.mailer;
      Object.assign(services, {
        mailer: { send: async (mail: Mail) => (step(), mailed.send(mail)) },
      });
      store.beforeCommit = step;
      expect((await remind(dayMs)).failed).toBe(1);
      await remind();
      expect((await user()).sessionGeneration).toBe(sessionGeneration + 1);
      expect(subjects().filter((subject) => subject === removed).length).toBeGreaterThan(0);
      expect(records().filter(([, , , status]) => status === 'done')).toHaveLength(1);
      expect((await user()).factorReset).toBeUndefined();
    }
  });

  it('gives each mail an id of its own, the same again when the process died before noting it', async () => {
    const { store, services, mails, userId, third, approved, remind, subjects } = await staged();
    const twice = async (act: () => Promise<unknown>): Promise<void> => {
      const sent = mails.length;
      store.beforeCommit = () => {
        if (mails.length > sent) throw new Error('died');
      };
      await act().catch(() => undefined);
      store.beforeCommit = undefined;
      await remind();
    };
    await twice(approved);
    for (let day = 1; day <= 3; day += 1) await twice(() => remind(dayMs));
    await addTotp(services, { userId });
    await approved();
    await cancelFactorResetOf(services, { actorId: third, userId });
    await twice(() => remind());
    expect(subjects()).toEqual([...Array(6).fill(removing), removed, removed, removing, kept, kept]);
    const ids = mails.map(({ mailId }) => mailId);
    expect(ids).not.toContain(undefined);
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 2, 4, 4, 6, 6, 8, 9, 9]);
  });

  it('ends when the mailbox refuses the last mail, done or canceled, and not while it refuses the first', async () => {
    const refusing = { send: () => Promise.reject(new MailRefused(undefined)) };
    const done = await staged();
    await done.approved();
    for (let day = 1; day <= 2; day += 1) await done.remind(dayMs);
    Object.assign(done.services, { mailer: refusing });
    expect(await done.remind(dayMs)).toEqual({ driven: 1, failed: 0 });
    expect(await done.user()).toMatchObject({ factors: undefined, factorReset: undefined });
    const canceled = await staged();
    await cancelFactorReset(canceled.services, { token: await canceled.approved() });
    Object.assign(canceled.services, { mailer: refusing });
    expect(await canceled.remind()).toEqual({ driven: 1, failed: 0 });
    expect((await canceled.user()).factorReset).toBeUndefined();
    const unheard = await staged();
    Object.assign(unheard.services, { mailer: refusing });
    await unheard.order(unheard.first);
    await unheard.order(unheard.second);
    expect(await unheard.remind(4 * dayMs)).toEqual({ driven: 0, failed: 1 });
    expect((await unheard.user()).factors).toBeDefined();
  });

  it('removes the factors once when two jobs run at once', async () => {
    const { services, clock, userId, user, approved, remind, records } = await staged();
    await approved();
    for (let day = 1; day <= 2; day += 1) await remind(dayMs);
    const { sessionGeneration } = await user();
    clock.advance(dayMs);
    // The first one is still mailing when the second one reads again.
    const mailed = services.mailer;
    Object.assign(services, { mailer: { send: async (mail: Mail) => (await setTimeout(20), mailed.send(mail)) } });
    await Promise.all([driveFactorReset(services, userId), driveFactorReset(services, userId)]);
    expect((await user()).sessionGeneration).toBe(sessionGeneration + 1);
    expect(records().filter(([, , , status]) => status === 'done')).toHaveLength(1);
  });

  it('removes nothing before its time, by any caller', async () => {
    const { services, clock, userId, user, approved, remind, subjects } = await staged();
    await approved();
    for (let day = 1; day <= 2; day += 1) await remind(dayMs);
    clock.advance(dayMs - 1);
    await driveFactorReset(services, userId);
    expect((await user()).factors).toEqual(['totp', 'passkey', 'recovery_code']);
    expect(subjects()).toEqual([removing, removing, removing]);
    clock.advance(1);
    await driveFactorReset(services, userId);
    expect((await user()).factors).toBeUndefined();
  });

  it('is shown to its owner', async () => {
    const { services, clock, userId, user, first, order, approved } = await staged();
    const shown = async () =>
      describeSecurity({ user: await user(), factors: await factorsOf(services, userId) }).factorReset;
    await order(first);
    expect(await shown()).toBeNull();
    await approved();
    expect(await shown()).toEqual({ at: new Date(clock.now() + 72 * hourMs).toISOString() });
  });
});

describe('a reset that waits is canceled', () => {
  it('by the link in any of its mails, once, and is recorded as done by the owner', async () => {
    const { services, userId, user, approved, remind, subjects, records } = await staged();
    const token = await approved();
    await remind(dayMs);
    await cancelFactorReset(services, { token: ` ${token} ` });
    expect(records().at(-1)).toEqual([userId, true, 'approved', 'canceled']);
    expect(await refusalOf(cancelFactorReset(services, { token }))).toBe('InvalidUndoLink');
    await remind(4 * dayMs);
    await remind(dayMs);
    expect(await user()).toMatchObject({ factors: ['totp', 'passkey', 'recovery_code'], factorReset: undefined });
    expect(subjects()).toEqual([removing, removing, kept]);
  });

  it('by no other token, also not the token of an earlier reset', async () => {
    const { services, userId, user, approved } = await staged();
    const earlier = await approved();
    await cancelFactorReset(services, { token: earlier });
    await approved();
    for (const token of [earlier, 'x', '', userId, `${userId}.`, `${earlier}x`, `${idAt('usr', 11)}.x`]) {
      expect(await refusalOf(cancelFactorReset(services, { token }))).toBe('InvalidUndoLink');
    }
    expect((await user()).factorReset?.approval).toBeDefined();
  });

  it('by the link in the very moment in which the factors would be removed', async () => {
    const { services, store, clock, userId, user, approved, remind, subjects } = await staged();
    const token = await approved();
    for (let day = 1; day <= 2; day += 1) await remind(dayMs);
    clock.advance(dayMs);
    const late = onceAfter(store, 'get', () => cancelFactorReset(services, { token }));
    await driveFactorReset({ ...services, store: late }, userId);
    expect((await user()).factors).toEqual(['totp', 'passkey', 'recovery_code']);
    await remind();
    expect(subjects()).toEqual([removing, removing, removing, kept]);
  });

  it('by no link once the factors were removed', async () => {
    const { services, approved, remind } = await staged();
    const token = await approved();
    for (let day = 1; day <= 3; day += 1) await remind(dayMs);
    expect(await refusalOf(cancelFactorReset(services, { token }))).toBe('InvalidUndoLink');
  });

  it('by any admin, before or after its approval, and not twice', async () => {
    const { services, userId, user, first, third, order, approved, records, remind, subjects } = await staged();
    const cancel = () => refusalOf(cancelFactorResetOf(services, { actorId: third, userId }));
    expect(await cancel()).toBe('Conflict');
    await order(first);
    expect(await cancel()).toBeUndefined();
    await remind();
    expect(subjects()).toEqual([]);
    await approved();
    expect(await cancel()).toBeUndefined();
    expect(await cancel()).toBe('Conflict');
    await remind();
    await remind(4 * dayMs);
    expect(subjects()).toEqual([removing, kept]);
    expect((await user()).factorReset).toBeUndefined();
    expect(records().filter(([, , , status]) => status === 'canceled')).toEqual([
      [third, true, 'proposed', 'canceled'],
      [third, true, 'approved', 'canceled'],
    ]);
  });

  it('by the use of a factor', async () => {
    const { services, userId, user, totp, approved, records, remind, subjects } = await staged();
    await approved();
    const session = newSession(services, await user());
    await services.store.commit([insert('session', session)]);
    await provePresence(services, { user: await user(), session, proof: { method: 'totp', code: totp.code() } });
    expect(records().at(-1)).toEqual([userId, true, 'approved', 'canceled']);
    await remind();
    expect(await user()).toMatchObject({ factors: ['totp', 'passkey', 'recovery_code'], factorReset: undefined });
    expect(subjects()).toEqual([removing, kept]);
  });

  it('by its owner in a signed-in browser, once it is approved', async () => {
    const { services, userId, first, order, approved, records, remind, subjects, user } = await staged();
    const cancel = () => refusalOf(cancelOwnFactorReset(services, { userId }));
    await order(first);
    expect(await cancel()).toBe('Conflict');
    await approved();
    expect(await cancel()).toBeUndefined();
    expect(await cancel()).toBe('Conflict');
    expect(describeSecurity({ user: await user(), factors: await factorsOf(services, userId) }).factorReset).toBeNull();
    expect(records().at(-1)).toEqual([userId, true, 'approved', 'canceled']);
    await remind();
    expect(subjects()).toEqual([removing, kept]);
  });

  it('and its mail is retried until it is sent', async () => {
    const { services, userId, user, third, approved, remind, subjects } = await staged();
    await approved();
    await cancelFactorResetOf(services, { actorId: third, userId });
    const mailed = services.mailer;
    Object.assign(services, { mailer: { send: async () => Promise.reject(new Error('down')) } });
    expect(await remind()).toEqual({ driven: 0, failed: 1 });
    expect(subjects()).toEqual([removing]);
    Object.assign(services, { mailer: mailed });
    await remind(4 * dayMs);
    expect(subjects()).toEqual([removing, kept]);
    expect(await user()).toMatchObject({ factors: ['totp', 'passkey', 'recovery_code'], factorReset: undefined });
  });

  it('and a new one can be ordered at once', async () => {
    const { services, userId, third, approved, clock, user } = await staged();
    const earlier = await approved();
    await cancelFactorReset(services, { token: earlier });
    await approved();
    expect((await user()).factorReset?.approval?.executesAtMs).toBe(clock.now() + 72 * hourMs);
    await cancelFactorResetOf(services, { actorId: third, userId });
  });

  it('by the undo of an address change, whose owner got none of the reset’s mails', async () => {
    const { services, mails, user, approved } = await staged();
    await startEmailChange(services, { user: await user(), newEmail: 'thief@example.com' });
    const code = digitsIn(mails.at(-1));
    await finishEmailChange(services, { user: await user(), session: newSession(services, await user()), code });
    const token = undoTokenIn(mails.at(-1));
    await approved();
    expect(mails.at(-1)?.to).toBe('thief@example.com');
    await undoEmailChange(services, { token });
    expect((await user()).factorReset).toBeUndefined();
  });
});
