import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#functions/ports/entities/accounts.ts';
import { insert } from '#functions/ports/store.ts';
import { closeTicket, takeTicket } from '#functions/domain/tickets/decide-ticket.ts';
import { decideHeldReferral } from '#functions/domain/signals/decide-held-referral.ts';
import { isDisposable } from '#functions/domain/signals/disposable-domains.ts';
import { ringOf } from '#functions/domain/signals/find-ring.ts';
import { noteSignals } from '#functions/domain/signals/note-signals.ts';
import { payReferrals } from '#functions/domain/referrals/pay-referrals.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { backOpenings } from '#test/support/back-openings.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';

let world: ReferralWorld;
let admin: User;

beforeEach(async () => {
  world = await referralWorld();
  admin = await world.cardholder(0, { role: 'admin', staffRole: 'finance' });
});

/** Handles these sign-ups as the stream reports them. */
const see = (...people: readonly User[]) =>
  noteSignals(
    world.services,
    people.map(({ userId }) => ({ kind: 'reward', key: { refereeId: userId, event: 'signup' } })),
  );
const signalsOf = async (user: User) => (await world.reward(user, 'signup'))?.review?.signals;
const tickets = () => world.store.all('ticket').map(({ state, evidence }) => ({ state, evidence }));
const auditsOf = (action: string) => world.store.all('audit').filter((each) => each.action === action);
const decide = (user: User, outcome: 'released' | 'refused', actorId = admin.userId) =>
  decideHeldReferral(world.services, { refereeId: user.userId, actorId, outcome, reason: 'Looked into.' });

describe('a mailbox', () => {
  it('that was referred before under another spelling is held, the first one is not', async () => {
    const first = await world.referred({ email: 'mara.lind@gmail.com' });
    const second = await world.referred({ email: 'maralind+two@googlemail.com' });
    expect(await see(first, second)).toEqual([]);
    expect(await see(second, first)).toEqual([]);
    expect([await signalsOf(first), await signalsOf(second)]).toEqual([undefined, ['mailbox']]);
    expect(auditsOf('referral-held')).toMatchObject([
      { actorId: 'system', subjectId: world.referrer.userId, after: { referee: second.userId, signals: 'mailbox' } },
    ]);
  });

  it('is remembered as a keyed hash, never as an address', async () => {
    await see(await world.referred({ email: 'mara.lind@gmail.com' }));
    expect(JSON.stringify(world.store.all('referredMailbox'))).not.toMatch(/mara|gmail/i);
  });
});

describe('a mail domain', () => {
  it.each([
    ['a@mailinator.com', true],
    ['a@inbox.Mailinator.com ', true],
    ['a@gmail.com', false],
    ['a@mailinator.example', false],
    ['a@com', false],
    ['mailinator.com@example.com', false],
  ])('of %s is disposable: %s', (email, expected) => expect(isDisposable(email)).toBe(expected));

  it('that is disposable has the referral held', async () => {
    const user = await world.referred({ email: 'q1@mailinator.com' });
    await see(user);
    expect(await signalsOf(user)).toEqual(['disposable']);
    expect(tickets()).toEqual([{ state: 'open', evidence: { held: 1, signals: 'disposable', latest: user.userId } }]);
  });
});

describe('a ring', () => {
  const networkOf = (...userIds: readonly number[]) =>
    userIds.map((n) => ({ userId: `usr_${n}` as const, signUpNetwork: 'net', isReferred: n > 0 }));

  it('is four people of one network, the referrer counted', () => {
    const newcomer = { userId: 'usr_9', signUpNetwork: 'net' } as const;
    expect(ringOf(newcomer, networkOf(0, 1))).toEqual([]);
    expect(ringOf(newcomer, [...networkOf(0, 1, 9), { ...networkOf(2)[0]!, signUpNetwork: 'other' }])).toEqual([]);
    expect(ringOf(newcomer, networkOf(0, 1, 2))).toEqual(['usr_9', 'usr_1', 'usr_2']);
    expect(ringOf({ ...newcomer, signUpNetwork: undefined }, networkOf(0, 1, 2))).toEqual([]);
  });

  it('of one referrer is held whole, in one ticket', async () => {
    const people = [];
    for (let n = 0; n < 4; n += 1) {
      people.push(await world.referred({ email: `p${n}@example.com`, signUpNetwork: 'net' }));
      await see(people[n]!);
    }
    expect(await Promise.all(people.map(signalsOf))).toEqual([['ring'], ['ring'], ['ring'], ['ring']]);
    expect(tickets()).toEqual([{ state: 'open', evidence: { held: 4, signals: 'ring', latest: expect.any(String) } }]);
    expect(await world.store.listHeldReferrals(world.referrer.userId, 100)).toHaveLength(4);
  });

  it('in which each person referred the next one is found too', async () => {
    let referrer = world.referrer;
    const chain: User[] = [];
    for (let n = 0; n < 4; n += 1) {
      const user = await world.referred({
        email: `c${n}@example.com`,
        signUpNetwork: 'net',
        referredBy: referrer.userId,
      });
      chain.push(user);
      await see(user);
      referrer = user;
    }
    expect(await signalsOf(chain[3]!)).toEqual(['ring']);
    expect(new Set(world.store.all('ticket').map(({ userId }) => userId)).size).toBeGreaterThan(1);
  });

  it('is not seen in three people of one network, or in people without a known network', async () => {
    for (let n = 0; n < 3; n += 1)
      await see(await world.referred({ email: `o${n}@example.com`, signUpNetwork: 'net' }));
    for (let n = 0; n < 4; n += 1) await see(await world.referred({ email: `q${n}@example.com` }));
    expect(tickets()).toEqual([]);
  });
});

describe('the review', () => {
  it('keeps rewards back, counts what earns them, and blocks no money', async () => {
    const user = await world.referred({ email: 'q1@mailinator.com' });
    await see(user);
    await world.deposit(user);
    await world.openCard(user);
    await payReferrals(world.services);
    expect((await world.account()).balanceCents).toBe(0);
    expect(await world.reward(user, 'signup')).toMatchObject({
      stage: 'pending',
      dueAtMs: undefined,
      depositedCents: 5_000,
      reason: 'Our team is reviewing this referral. You don’t need to do anything.',
    });
    expect(await world.reward(user, 'card_created')).toMatchObject({ stage: 'pending', dueAtMs: undefined });
    await decide(user, 'released');
    expect(await world.reward(user, 'signup')).toMatchObject({ stage: 'matured', review: { state: 'released' } });
    expect(await world.reward(user, 'card_created')).toMatchObject({ stage: 'matured' });
    expect((await world.account()).balanceCents).toBe(600);
    expectSoundBooks(world);
  });

  it('refused takes back credited rewards, and gives none for a later card', async () => {
    const user = await world.referred({ email: 'q1@mailinator.com' });
    await world.deposit(user);
    expect((await world.account()).balanceCents).toBe(100);
    await see(user);
    expect((await world.account()).balanceCents).toBe(100);
    await decide(user, 'refused');
    expect(world.store.all('audit').map(({ action }) => action)).toContain('referral-refused');
    await world.openCard(user);
    await payReferrals(world.services);
    expect((await world.account()).balanceCents).toBe(0);
    const cancelled = { stage: 'cancelled', reason: 'Our team reviewed this referral: it doesn’t earn rewards.' };
    expect(await world.reward(user, 'signup')).toMatchObject(cancelled);
    expect(await world.reward(user, 'card_created')).toMatchObject(cancelled);
    expectSoundBooks(world);
  });

  it('leaves a waiting sign-up waiting when it is released', async () => {
    const user = await world.referred({ email: 'q1@mailinator.com' });
    await see(user);
    await decide(user, 'released');
    expect(await world.reward(user, 'signup')).toMatchObject({
      stage: 'pending',
      cause: undefined,
      reason: 'It counts once their credited deposits reach $20.00.',
    });
    await world.deposit(user);
    expect((await world.account()).balanceCents).toBe(100);
  });

  it('is decided once, by an admin who is not part of it, with an audit record', async () => {
    const user = await world.referred({ email: 'q1@mailinator.com' });
    await see(user);
    await world.setUser(world.referrer.userId, { role: 'admin', staffRole: 'admin' });
    await world.setUser(user.userId, { role: 'admin', staffRole: 'admin' });
    const forbidden = { code: 'Forbidden' };
    await expect(decide(user, 'released', world.referrer.userId)).rejects.toMatchObject(forbidden);
    await expect(decide(user, 'released', user.userId)).rejects.toMatchObject(forbidden);
    const outcomes = await Promise.allSettled([decide(user, 'released'), decide(user, 'refused')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { review } = (await world.reward(user, 'signup')) ?? {};
    await decide(user, review?.state as 'released');
    const decided = world.store.all('audit').filter(({ action }) => /^referral-(released|refused)$/.test(action));
    expect(decided).toMatchObject([
      { actorId: admin.userId, subjectId: world.referrer.userId, before: { review: 'held' }, hasWords: true },
    ]);
  });

  it('keeps its ticket open, for nothing else leads to it', async () => {
    await see(await world.referred({ email: 'q1@mailinator.com' }));
    const [ticket] = world.store.all('ticket');
    const closing = { ticketId: ticket!.ticketId, actorId: admin.userId, reason: 'Looks fine.' };
    await expect(closeTicket(world.services, closing)).rejects.toMatchObject({
      code: 'Conflict',
      message: 'Referrals are held still: release or refuse them, and it closes by itself.',
    });
    expect(tickets()[0]?.state).toBe('open');
  });

  it('closes the ticket with its last decision, also a ticket that an admin took', async () => {
    const [one, other] = [
      await world.referred({ email: 'q1@mailinator.com' }),
      await world.referred({ email: 'q2@mailinator.com' }),
    ];
    await see(one, other);
    const [ticket] = world.store.all('ticket');
    await takeTicket(world.services, { ticketId: ticket!.ticketId, actorId: admin.userId });
    await decide(one, 'released');
    expect(tickets()[0]?.state).toBe('open');
    await decide(other, 'refused');
    expect(world.store.all('ticket')).toMatchObject([
      { state: 'closed', closedBy: 'staff', closingReason: 'Looked into.' },
    ]);
  });

  it('is no break of reconciliation, which closes a ticket that was left open', async () => {
    const user = await world.referred({ email: 'q1@mailinator.com' });
    await see(user);
    const { depositId } = await world.deposit(user);
    world.clock.advance(4 * 60 * 60_000);
    await backOpenings(world);
    await reconcile(world.services);
    // Nothing counts statistics here, and nothing polls the deposit.
    const found = world.store
      .all('ticket')
      .filter(({ subject }) => subject !== depositId && !subject.startsWith('2026'));
    expect(found.map(({ class: kind }) => kind)).toEqual(['REFERRALS']);
    const kept = world.store.listHeldReferrals.bind(world.store);
    // The process dies between the decision and the ticket.
    world.store.listHeldReferrals = () => Promise.reject(new Error('the process is dead'));
    await decide(user, 'refused').catch(() => undefined);
    world.store.listHeldReferrals = kept;
    world.clock.advance(60_000);
    await reconcile(world.services);
    const [ticket] = world.store.all('ticket').filter(({ part }) => part === 'signals');
    expect(ticket).toMatchObject({ state: 'closed', closedBy: 'system' });
  });

  it('survives a death at any commit of a decision, and pays once', async () => {
    for (let at = 0; at < 4; at += 1) {
      for (const when of ['before', 'after'] as const) {
        world = await referralWorld();
        admin = await world.cardholder(0, { role: 'admin' });
        const user = await world.referred({ email: 'q1@mailinator.com' });
        await see(user);
        await world.deposit(user);
        world.dieAt(at, when);
        await decide(user, 'released').catch(() => undefined);
        world.revive();
        await decide(user, 'released');
        await payReferrals(world.services);
        expect((await world.account()).balanceCents).toBe(100);
        expectSoundBooks(world);
      }
    }
  });

  it('and the settling of a card at the same moment agree', async () => {
    for (const outcome of ['released', 'refused'] as const) {
      world = await referralWorld();
      admin = await world.cardholder(0, { role: 'admin' });
      const user = await world.referred({ email: 'q1@mailinator.com' });
      await see(user);
      await world.deposit(user);
      await Promise.all([world.openCard(user), decide(user, outcome)]);
      await payReferrals(world.services);
      expect((await world.account()).balanceCents).toBe(outcome === 'released' ? 600 : 0);
      expectSoundBooks(world);
    }
  });

  it('is opened again for a new signal, and not for signals that staff saw', async () => {
    const user = await world.referred({ email: 'q1@mailinator.com' });
    await see(user);
    await decide(user, 'released');
    await see(user);
    expect((await world.reward(user, 'signup'))?.review?.state).toBe('released');
    await world.store.commit([insert('referredMailbox', { mailboxHash: 'x', userId: world.referrer.userId })]);
    world.services.keys.emailHash = async () => 'x';
    await see(user);
    expect((await world.reward(user, 'signup'))?.review).toMatchObject({
      state: 'held',
      signals: ['disposable', 'mailbox'],
    });
  });
});
