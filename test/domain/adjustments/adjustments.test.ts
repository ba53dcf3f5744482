import { describe, expect, it, vi } from 'vitest';
import { adjustmentLimits } from '#shared/adjustment-limits.ts';
import { cents } from '#shared/money.ts';
import { budgetWrite } from '#functions/domain/adjustments/adjustment-budget.ts';
import {
  approveAdjustment,
  expireAdjustments,
  rejectAdjustment,
} from '#functions/domain/adjustments/decide-adjustment.ts';
import { proposeAdjustment, type AdjustmentProposal } from '#functions/domain/adjustments/propose-adjustment.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { eraseAccount } from '#functions/domain/closing/erase-account.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { checkPerson } from '#functions/domain/reconciliation/check-person.ts';
import { readAccountStatement } from '#functions/domain/statements/read-statement.ts';
import { readDesk } from '#functions/domain/desk/read-desk.ts';
import { closeGoneBreaks } from '#functions/domain/tickets/close-gone-breaks.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { mailDebts } from '#functions/domain/cards/mail-debts.ts';
import { insert, update } from '#functions/ports/store.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openTicket } from '#test/support/open-ticket.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';

async function staged(availableCents = 10_000) {
  const world = moneyWorld();
  const { services } = world;
  const user = await world.cardholder(availableCents);
  const [first, second, third] = [
    await world.cardholder(0, { role: 'admin', staffRole: 'finance' }),
    await world.cardholder(0, { role: 'admin' }),
    await world.cardholder(0, { role: 'admin' }),
  ] as const;
  const propose = (changes: Partial<AdjustmentProposal> = {}, { userId: actorId } = first) =>
    proposeAdjustment(services, { ...sampleProposal(user), actorId, ...changes });
  const approve = (adjustmentId: string, { userId: actorId }: User = second) =>
    approveAdjustment(services, { adjustmentId: adjustmentId as never, actorId });
  const reject = (adjustmentId: string, { userId: actorId }: User = second) =>
    rejectAdjustment(services, { adjustmentId: adjustmentId as never, actorId, reason: 'Refunded by now.' });
  const change = async (who: User, changes: Partial<User>) => {
    const now = await world.store.get('user', { userId: who.userId });
    if (now) await world.store.commit([update('user', now, changes)]);
  };
  return { world, services, user, first, second, third, propose, approve, reject, change };
}

const postings = ({ world }: Awaited<ReturnType<typeof staged>>) =>
  world.store.all('journal').filter(({ journalId }) => journalId.endsWith(':adjusted'));

/** Erases the person just before the next commit. */
function eraseBeforeCommit({ services, user, change }: Awaited<ReturnType<typeof staged>>): void {
  const commit = services.store.commit.bind(services.store);
  vi.spyOn(services.store, 'commit').mockImplementationOnce(async (writes) => {
    await change(user, { erasedAtMs: 1 });
    return commit(writes);
  });
}

/** Returns the breaks in the person’s books, except UNCLAIMED: the ticket for money that came after closing. */
const breaksOf = async ({ services, user }: Awaited<ReturnType<typeof staged>>) =>
  (await checkPerson(services, user.userId, 0)).breaks.filter(({ class: kind }) => kind !== 'UNCLAIMED');

describe('a proposal', () => {
  it('moves nothing, waits 72 hours, and is audited', async () => {
    const stage = await staged();
    const { world, user, first } = stage;
    const adjustment = await stage.propose();
    expect(adjustment).toMatchObject({ state: 'waiting', proposedBy: first.userId, amountCents: 500 });
    expect(adjustment.openUntilMs - adjustment.createdAtMs).toBe(72 * 3_600_000);
    expect((await world.wallet(user)).availableCents).toBe(10_000);
    expect(auditsIn(world.store)).toMatchObject([
      {
        action: 'propose-adjustment',
        actorId: first.userId,
        subjectId: user.userId,
        about: adjustment.adjustmentId,
        after: { state: 'waiting', direction: 'credit', amountCents: 500 },
        reason: 'Charged twice by our mistake.',
      },
    ]);
  });

  it.each<[string, Partial<AdjustmentProposal>, string]>([
    ['above $1,000', { amountCents: cents(100_001) }, 'AmountTooLarge'],
    ['that takes more than the balance has', { direction: 'debit', amountCents: cents(10_001) }, 'InsufficientFunds'],
    ['for a person who does not exist', { userId: 'usr_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' }, 'NotFound'],
    ['that reverses an unknown adjustment', { link: 'adj_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' }, 'ValidationFailed'],
  ])('%s is refused and stores nothing', async (_what, changes, code) => {
    const stage = await staged();
    await expect(stage.propose(changes)).rejects.toMatchObject({ code });
    for (const kind of ['adjustment', 'adjustmentBudget', 'audit'] as const)
      expect(stage.world.store.all(kind)).toEqual([]);
  });

  it('for the admin’s own account is refused', async () => {
    const stage = await staged();
    await expect(stage.propose({ userId: stage.first.userId })).rejects.toMatchObject({ code: 'Forbidden' });
  });

  it.each([{ staffRole: 'support' }, { isSuspended: true }, { isLockedUntilReset: true }, { role: 'user' }] as const)(
    'by an actor with %o is refused',
    async (changes) => {
      const stage = await staged();
      await stage.change(stage.first, changes);
      await expect(stage.propose()).rejects.toMatchObject({ code: 'Forbidden' });
    },
  );

  it('for an erased account is refused; for a suspended one it is accepted', async () => {
    const stage = await staged();
    await stage.change(stage.user, { isSuspended: true });
    await stage.approve((await stage.propose()).adjustmentId);
    await stage.change(stage.user, { erasedAtMs: 1 });
    await expect(stage.propose()).rejects.toMatchObject({ code: 'Conflict' });
  });

  it('about a person who is erased in that moment is not kept', async () => {
    const stage = await staged();
    eraseBeforeCommit(stage);
    await expect(stage.propose()).rejects.toMatchObject({ code: 'Conflict' });
    for (const kind of ['adjustment', 'audit', 'auditWords'] as const) expect(stage.world.store.all(kind)).toEqual([]);
  });
});

describe('a rejection', () => {
  it('keeps its reason', async () => {
    const { world, propose, reject } = await staged();
    const { adjustmentId } = await propose();
    await reject(adjustmentId);
    expect(world.store.all('auditWords').at(-1)).toMatchObject({ reason: 'Refunded by now.' });
  });

  it.each<[string, (stage: Awaited<ReturnType<typeof staged>>) => unknown]>([
    ['was erased', ({ user, change }) => change(user, { erasedAtMs: 1 })],
    ['is erased in that moment', eraseBeforeCommit],
  ])('keeps no reason when the person %s', async (_when, erase) => {
    const stage = await staged();
    const { world } = stage;
    const { adjustmentId } = await stage.propose();
    const before = world.store.all('auditWords');
    await erase(stage);
    expect(await stage.reject(adjustmentId)).toMatchObject({ state: 'rejected' });
    expect(world.store.all('auditWords')).toEqual(before);
    expect(auditsIn(world.store).at(-1)).toMatchObject({ action: 'reject-adjustment', reason: undefined });
  });
});

describe('an approval', () => {
  it('leaves no line with the address of a person who is erased in that moment', async () => {
    const stage = await staged();
    const { world } = stage;
    const { adjustmentId } = await stage.propose();
    eraseBeforeCommit(stage);
    await expect(stage.approve(adjustmentId)).rejects.toMatchObject({ code: 'Conflict' });
    expect(world.store.all('movement').filter(({ tid }) => tid === adjustmentId)).toEqual([]);
  });

  it('by another admin posts the amount once, with its line in activity and statement', async () => {
    const stage = await staged();
    const { world, user, second } = stage;
    const { adjustmentId } = await stage.propose();
    world.clock.advance(60_000);
    expect(await stage.approve(adjustmentId)).toMatchObject({ state: 'approved', decidedBy: second.userId });
    expect(await stage.approve(adjustmentId)).toMatchObject({ state: 'approved', decidedBy: second.userId });
    expect((await world.wallet(user)).availableCents).toBe(10_500);
    expect(postings(stage)).toHaveLength(1);
    const { items } = await world.store.listActivity(user.userId, { limit: 9 });
    const lines = items.filter(({ tid }) => tid === adjustmentId);
    expect(lines).toMatchObject([
      { kind: 'adjustment', direction: 'credit', paidCents: 500, description: 'Adjustment by Satchel' },
    ]);
    const statement = await readAccountStatement(world.store, user.userId, { fromMs: 0, toMs: Date.UTC(2100, 0) });
    expect(statement.lines.at(-1)).toMatchObject({ kind: 'adjustment', reference: adjustmentId, amount: 500 });
    expect(auditsIn(world.store).map(({ action }) => action)).toEqual(['propose-adjustment', 'approve-adjustment']);
    expectSoundBooks(world);
  });

  it('of the admin’s own proposal, or for the admin’s own account, is refused', async () => {
    const stage = await staged();
    const { adjustmentId } = await stage.propose();
    await expect(stage.approve(adjustmentId, stage.first)).rejects.toMatchObject({ code: 'Forbidden' });
    const own = await stage.propose({ userId: stage.second.userId });
    await expect(stage.approve(own.adjustmentId)).rejects.toMatchObject({ code: 'Forbidden' });
    expect(postings(stage)).toEqual([]);
  });

  it('after 72 hours is refused, and the job marks the adjustment as expired', async () => {
    const stage = await staged();
    const { adjustmentId } = await stage.propose();
    stage.world.clock.advance(adjustmentLimits.lifetimeMs - 1);
    expect(await expireAdjustments(stage.services)).toEqual({ expired: 0 });
    stage.world.clock.advance(1);
    await expect(stage.approve(adjustmentId)).rejects.toMatchObject({ code: 'Conflict' });
    expect((await readDesk(stage.services)).adjustments).toEqual({ count: 0, oldestAt: null });
    expect(await expireAdjustments(stage.services)).toEqual({ expired: 1 });
    expect(await expireAdjustments(stage.services)).toEqual({ expired: 0 });
    expect(stage.world.store.all('adjustment')).toMatchObject([{ state: 'expired' }]);
    expect(auditsIn(stage.world.store).at(-1)).toMatchObject({ action: 'expire-adjustment', actorId: 'system' });
    await expect(stage.reject(adjustmentId)).rejects.toMatchObject({ code: 'Conflict' });
  });

  it.each([{ isSuspended: true }, { isLockedUntilReset: true }])(
    'is refused when its proposer has %o',
    async (lost) => {
      const stage = await staged();
      const { adjustmentId } = await stage.propose();
      await stage.change(stage.first, lost);
      await expect(stage.approve(adjustmentId)).rejects.toMatchObject({ code: 'Conflict' });
      expect(postings(stage)).toEqual([]);
    },
  );

  it('by two admins at once, or together with a rejection, has one effect', async () => {
    for (let round = 0; round < 5; round += 1) {
      const stage = await staged();
      const { adjustmentId } = await stage.propose();
      const ends = await Promise.allSettled([
        stage.approve(adjustmentId, stage.second),
        stage.approve(adjustmentId, stage.third),
        stage.reject(adjustmentId, stage.first),
      ]);
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const [adjustment] = stage.world.store.all('adjustment');
      expect(postings(stage)).toHaveLength(adjustment?.state === 'approved' ? 1 : 0);
      const moved = adjustment?.state === 'approved' ? 500 : 0;
      expect((await stage.world.wallet(stage.user)).availableCents).toBe(10_000 + moved);
      expectSoundBooks(stage.world);
    }
  });

  it('of a debit above the balance is refused: a debit never makes a debt', async () => {
    const stage = await staged(1_000);
    const one = await stage.propose({ direction: 'debit', amountCents: cents(800) });
    const two = await stage.propose({ direction: 'debit', amountCents: cents(800) });
    await stage.approve(one.adjustmentId);
    await expect(stage.approve(two.adjustmentId)).rejects.toMatchObject({ code: 'InsufficientFunds' });
    expect(await stage.world.wallet(stage.user)).toMatchObject({ availableCents: 200, debtCents: 0 });
    expect(stage.world.store.all('adjustment')).toMatchObject([{ state: 'approved' }, { state: 'waiting' }]);
    expectSoundBooks(stage.world);
  });
});

describe('a reversal', () => {
  const reversed = async (spentCents = 0) => {
    const stage = await staged(0);
    const { world, user } = stage;
    const { adjustmentId: link } = await stage.propose({ amountCents: cents(5_000) });
    await stage.approve(link);
    const card = spentCents > 0 ? await world.openCard(user) : undefined;
    return { ...stage, link, card, undo: { link, direction: 'debit', amountCents: cents(5_000) } as const };
  };

  it('takes the amount back, once', async () => {
    const stage = await reversed();
    const waiting = await stage.propose(stage.undo);
    const { adjustmentId } = waiting;
    // A second waiting reversal of the same adjustment, as older versions could store one.
    const other = { ...waiting, adjustmentId: 'adj_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' } as const;
    await stage.world.store.commit([insert('adjustment', other)]);
    expect(await stage.approve(adjustmentId)).toMatchObject({ reverses: stage.link });
    await expect(stage.approve(other.adjustmentId)).rejects.toMatchObject({ code: 'Conflict' });
    await expect(stage.propose(stage.undo)).rejects.toMatchObject({ code: 'Conflict' });
    expect(await stage.world.wallet(stage.user)).toMatchObject({ availableCents: 0, debtCents: 0 });
    expect(stage.world.store.all('adjustment').find((each) => each.adjustmentId === stage.link)).toMatchObject({
      reversedBy: adjustmentId,
    });
    // The reversal's line says so; the reversed line keeps its description.
    const { items } = await stage.world.store.listActivity(stage.user.userId, { limit: 9 });
    const wordsOf = (id: string) => items.find(({ tid }) => tid === id)?.description;
    expect(wordsOf(adjustmentId)).toBe('Reversal of an adjustment by Satchel');
    expect(wordsOf(stage.link)).toBe('Adjustment by Satchel');
    const statement = await readAccountStatement(stage.world.store, stage.user.userId, { fromMs: 0, toMs: 9e15 });
    expect(statement.lines.map(({ reference, description }) => [reference, description])).toEqual([
      [stage.link, 'Adjustment by Satchel'],
      [adjustmentId, 'Reversal of an adjustment by Satchel'],
    ]);
    await expect(
      stage.propose({ link: adjustmentId, direction: 'credit', amountCents: cents(5_000) }),
    ).rejects.toMatchObject({ code: 'Conflict' });
    expectSoundBooks(stage.world);
  });

  it('waits once, however many admins propose it, and can be proposed again once rejected or expired', async () => {
    const stage = await reversed();
    const admins = [stage.first, stage.second, stage.third, stage.first];
    const ends = await Promise.allSettled(admins.map((admin) => stage.propose(stage.undo, admin)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'Conflict' });
    const waiting = () => stage.world.store.all('adjustment').filter(({ state }) => state === 'waiting');
    expect(waiting()).toHaveLength(1);
    expect((await readDesk(stage.services)).adjustments.count).toBe(1);
    await stage.reject(waiting()[0]?.adjustmentId ?? '');
    await stage.propose(stage.undo);
    await expect(stage.propose(stage.undo)).rejects.toMatchObject({ code: 'Conflict' });
    stage.world.clock.advance(adjustmentLimits.lifetimeMs);
    const { adjustmentId } = await stage.propose(stage.undo);
    await stage.approve(adjustmentId);
    expect(postings(stage)).toHaveLength(2);
  });

  it('of spent money makes a debt that freezes the cards, and writing the debt off unfreezes them', async () => {
    const stage = await reversed(2_000);
    const { world, user, card } = stage;
    if (card === undefined) throw new Error('a card was opened');
    await stage.approve((await stage.propose(stage.undo)).adjustmentId);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, debtCents: 2_000 });
    expect((await world.card(card)).frozenReasons).toEqual(['debt']);
    const cardsDue = { version: 1, eventId: `cards:${user.userId}` };
    expect(world.queued).toEqual([cardsDue]);
    await mailDebts(stage.services);
    expect(world.mails.at(-1)?.text).toContain('or when our team takes an adjustment back');
    await stage.approve((await stage.propose({ amountCents: cents(1_500) })).adjustmentId);
    expect((await world.card(card)).frozenReasons).toEqual(['debt']);
    await stage.approve((await stage.propose({ amountCents: cents(500) })).adjustmentId);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, debtCents: 0 });
    expect((await world.card(card)).frozenReasons).toEqual([]);
    expect(world.queued).toEqual([cardsDue, cardsDue]);
    expectSoundBooks(world);
  });

  it.each([
    ['amount', { amountCents: cents(4_999) }],
    ['direction', { direction: 'credit' }],
  ] as const)('with another %s is refused at that field', async (field, changes) => {
    const stage = await reversed();
    await expect(stage.propose({ ...stage.undo, ...changes })).rejects.toMatchObject({
      code: 'ValidationFailed',
      fields: { [field]: expect.any(String) },
    });
  });

  it('of another person’s adjustment is refused', async () => {
    const { world, link, propose } = await reversed();
    const other = await world.cardholder(5_000);
    const undo = { userId: other.userId, link, direction: 'debit', amountCents: cents(5_000) } as const;
    await expect(propose(undo)).rejects.toMatchObject({
      code: 'ValidationFailed',
      fields: { link: 'names no adjustment of this person' },
    });
  });

  it('of an adjustment that still waits is refused', async () => {
    const stage = await staged();
    const { adjustmentId: link } = await stage.propose();
    await expect(stage.propose({ link, direction: 'debit' })).rejects.toMatchObject({ code: 'Conflict' });
  });
});

it('a run leaves a proposal alone that was approved since it was listed', async () => {
  const { world, services, propose, approve } = await staged();
  const { adjustmentId } = await propose();
  const listed = await world.store.listWaiting('adjustment', 100);
  await approve(adjustmentId);
  world.clock.advance(adjustmentLimits.lifetimeMs);
  const store = { ...services.store, listWaiting: async () => listed as never };
  expect(await expireAdjustments({ ...services, store })).toEqual({ expired: 0 });
  expect(world.store.all('adjustment')).toMatchObject([{ state: 'approved' }]);
});

it('a run ends every proposal whose time is over, and no other', async () => {
  const stage = await staged();
  for (let count = 0; count < 3; count += 1) await stage.propose();
  stage.world.clock.advance(adjustmentLimits.lifetimeMs - 1);
  expect(await expireAdjustments(stage.services)).toEqual({ expired: 0 });
  const young = await stage.propose();
  stage.world.clock.advance(1);
  expect(await expireAdjustments(stage.services)).toEqual({ expired: 3 });
  const waiting = stage.world.store.all('adjustment').filter(({ state }) => state === 'waiting');
  expect(waiting.map(({ adjustmentId }) => adjustmentId)).toEqual([young.adjustmentId]);
});

describe('the limit of an admin', () => {
  const thousand = { amountCents: cents(100_000) };

  it('is $5,000 in 24 hours, proposals and approvals together', async () => {
    const stage = await staged();
    for (let count = 0; count < 4; count += 1) await stage.propose(thousand);
    const other = await stage.propose(thousand, stage.third);
    await stage.approve(other.adjustmentId, stage.first);
    await expect(stage.propose({ amountCents: cents(1) })).rejects.toMatchObject({ code: 'AmountTooLarge' });
    stage.world.clock.advance(adjustmentLimits.windowMs);
    await stage.propose(thousand);
  });

  it('holds for an approver too; another admin can still approve the adjustment', async () => {
    const stage = await staged();
    for (let count = 0; count < 5; count += 1) await stage.propose(thousand, stage.second);
    const { adjustmentId } = await stage.propose(thousand);
    await expect(stage.approve(adjustmentId)).rejects.toMatchObject({ code: 'AmountTooLarge' });
    await stage.approve(adjustmentId, stage.third);
    expect(postings(stage)).toHaveLength(1);
  });

  it('is not exceeded by proposals at once', async () => {
    const stage = await staged();
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => stage.propose(thousand)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(stage.world.store.all('adjustment')).toHaveLength(5);
  });

  it('is given back by a rejection', async () => {
    const stage = await staged();
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push(await stage.propose(thousand));
    await stage.reject(made[0]?.adjustmentId ?? '');
    await stage.propose(thousand);
    await expect(stage.propose(thousand)).rejects.toMatchObject({ code: 'AmountTooLarge' });
  });

  it('is given back by a rejection with the amount of the rejected one', async () => {
    const stage = await staged();
    const { adjustmentId } = await stage.propose(thousand);
    for (let count = 0; count < 3; count += 1) await stage.propose(thousand);
    await stage.propose({ amountCents: cents(50_000) });
    await stage.reject(adjustmentId);
    await stage.propose(thousand);
    await stage.propose({ amountCents: cents(50_000) });
    await expect(stage.propose({ amountCents: cents(1) })).rejects.toMatchObject({ code: 'AmountTooLarge' });
  });

  it('is also a hundred adjustments, however small', async () => {
    const stage = await staged();
    const { userId: actorId } = stage.first;
    const nowMs = stage.world.clock.now();
    for (let count = 0; count < adjustmentLimits.perAdminMax; count += 1) {
      const adjustment = { adjustmentId: `adj_${count}` as never, amountCents: cents(1) };
      const before = await stage.world.store.get('adjustmentBudget', { userId: actorId });
      await stage.world.store.commit([budgetWrite(before, { actorId, adjustment, nowMs })]);
    }
    await expect(stage.propose({ amountCents: cents(1) })).rejects.toMatchObject({ code: 'AmountTooLarge' });
  });
});

describe('in a closed account', () => {
  it('an adjustment is set aside for its return, and its reversal takes it from there', async () => {
    const stage = await staged(0);
    const wallet = await stage.world.wallet(stage.user);
    await stage.world.store.commit([update('wallet', wallet, { closedAtMs: stage.world.clock.now() })]);
    const { adjustmentId: link } = await stage.propose();
    await stage.approve(link);
    expect(await stage.world.wallet(stage.user)).toMatchObject({ availableCents: 0, unclaimedCents: 500 });
    expect(await breaksOf(stage)).toEqual([]);
    await stage.approve((await stage.propose({ link, direction: 'debit' })).adjustmentId);
    expect(await stage.world.wallet(stage.user)).toMatchObject({ availableCents: 0, unclaimedCents: 0, debtCents: 0 });
    expect(await breaksOf(stage)).toEqual([]);
    expectSoundBooks(stage.world);
  });

  it('a debit is refused: nothing in the account can be spent', async () => {
    const stage = await staged(0);
    const wallet = await stage.world.wallet(stage.user);
    await stage.world.store.commit([update('wallet', wallet, { closedAtMs: stage.world.clock.now() })]);
    await stage.approve((await stage.propose()).adjustmentId);
    await expect(stage.propose({ direction: 'debit' })).rejects.toMatchObject({ code: 'InsufficientFunds' });
  });
});

describe('in an erased account', () => {
  /** Closes the account with $2 waived, brings $5 late, and erases it. */
  async function erased() {
    const stage = await staged(0);
    const { world, user, services } = stage;
    await stage.approve((await stage.propose({ amountCents: cents(200) })).adjustmentId);
    await closeAccount(services, { userId: user.userId, waiveCents: cents(200) });
    await stage.approve((await stage.propose()).adjustmentId);
    world.clock.advance(30 * 24 * 3_600_000);
    expect(await eraseAccount(services, user.userId)).toBe(true);
    return stage;
  }

  it('money that came late and was sent back by hand is taken out of the books, through the bank', async () => {
    const stage = await erased();
    const sentBack = await stage.propose({ direction: 'debit' });
    const ticketId = await openTicket(stage.services, stage.user.userId, { part: 'liveness', class: 'UNCLAIMED' });
    const run = { startedAtMs: Infinity, isWhole: true, askedBackMs: 0 };
    expect(await closeGoneBreaks(stage.services, run)).toBe(0);
    await stage.approve(sentBack.adjustmentId);
    expect(await stage.world.wallet(stage.user)).toMatchObject({
      availableCents: 0,
      debtCents: 0,
      unclaimedCents: 200,
    });
    // Nobody is asked to send it back a second time.
    expect(await closeGoneBreaks(stage.services, run)).toBe(1);
    expect(await stage.world.store.get('ticket', { ticketId })).toMatchObject({ state: 'closed', closedBy: 'system' });
    expect(bankOf(stage)).toBe(-500);
    expect((await checkPerson(stage.services, stage.user.userId, 0)).breaks).toEqual([]);
    expectSoundBooks(stage.world);

    // The transfer came back.
    const link = sentBack.adjustmentId;
    await stage.approve((await stage.propose({ link, direction: 'credit' })).adjustmentId);
    expect(await stage.world.wallet(stage.user)).toMatchObject({
      availableCents: 0,
      debtCents: 0,
      unclaimedCents: 700,
    });
    expect(bankOf(stage)).toBe(0);
    expect(await breaksOf(stage)).toEqual([]);
    expectSoundBooks(stage.world);
  });

  it.each<[string, Partial<AdjustmentProposal>, string]>([
    ['more than came late', { direction: 'debit', amountCents: cents(501) }, 'InsufficientFunds'],
    ['a credit', { direction: 'credit' }, 'Conflict'],
  ])('%s is refused', async (_what, changes, code) => {
    const stage = await erased();
    await expect(stage.propose(changes)).rejects.toMatchObject({ code });
  });

  it('what was sent back once is not taken out twice', async () => {
    const stage = await erased();
    const [first, second] = [await stage.propose({ direction: 'debit' }), await stage.propose({ direction: 'debit' })];
    await stage.approve(first.adjustmentId);
    await expect(stage.approve(second.adjustmentId)).rejects.toMatchObject({ code: 'InsufficientFunds' });
  });

  it('the adjustment of a time before is not reversed', async () => {
    const stage = await erased();
    const link = stage.world.store.all('adjustment')[1]?.adjustmentId;
    await expect(stage.propose({ link, direction: 'debit' })).rejects.toMatchObject({ code: 'Conflict' });
  });
});

const bankOf = ({ world }: Awaited<ReturnType<typeof staged>>) =>
  world.store
    .all('journal')
    .flatMap(({ legs }) => legs)
    .filter((leg) => leg.account === account.bank)
    .reduce((total, { amountCents }) => total + amountCents, 0);
