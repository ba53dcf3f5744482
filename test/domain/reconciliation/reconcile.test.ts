import { beforeEach, describe, expect, it } from 'vitest';
import type { Id } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Leg } from '#functions/ports/entities/books.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import { approveAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { openReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { insert, remove, update } from '#functions/ports/store.ts';
import type { authWorld } from '#test/support/auth-world.ts';
import { backOpenings } from '#test/support/back-openings.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { changesIn } from '#test/support/table-changes.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';

let world: MoneyWorld;
let logs: ReturnType<typeof authWorld>['logs'];
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  logs = [];
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
  const operationId = await requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(5_000),
    includesFee: false,
    claim: undefined,
  });
  await driveOperation(world.services, operationId, { untilMs: world.clock.now() + 5_000 });
  await backOpenings(world);
});

async function run(): Promise<unknown[]> {
  logs = [];
  const log = {
    ...world.services.log,
    error: (_message: string, fields = {}) => void logs.push({ level: 'error', message: '', fields }),
  };
  const report = await reconcile({ ...world.services, log });
  expect(report.breaks).toBe(logs.length);
  expect(report.found).toHaveLength(logs.length);
  expect(report.records).toBeGreaterThan(0);
  return logs.map(({ fields }) => fields['class']);
}

describe('reconciliation', () => {
  it('finds nothing in books that are sound', async () => {
    expect(await run()).toEqual([]);
  });

  it('misses what a person is found by without naming the address or the person', async () => {
    const terms = world.store.all('searchTerm').filter(({ userId }) => userId === user.userId);
    await world.store.commit(terms.map((term) => remove('searchTerm', term)));
    expect(await run()).toEqual(terms.map(() => 'GAP'));
    const shown = JSON.stringify(logs).toLowerCase();
    expect(terms.map(({ term }) => term).filter((term) => shown.includes(term))).toEqual([]);
    expect(new Set(logs.map(({ fields }) => fields['subject'])).size).toBe(terms.length);
  });

  describe('of an adjustment by two admins', () => {
    const adjusted = async (): Promise<Adjustment> => {
      const [first, second] = [
        await world.cardholder(0, { role: 'admin' }),
        await world.cardholder(0, { role: 'admin' }),
      ];
      const proposal = { ...sampleProposal(user), actorId: first.userId };
      const { adjustmentId } = await proposeAdjustment(world.services, proposal);
      const approved = await approveAdjustment(world.services, { adjustmentId, actorId: second.userId });
      await countChanges(world.services, changesIn(world.store));
      return approved;
    };

    it('finds nothing, and nothing of its reversal', async () => {
      const { adjustmentId, proposedBy: actorId } = await adjusted();
      const undo = { ...sampleProposal(user), direction: 'debit', link: adjustmentId } as const;
      const { adjustmentId: reversal } = await proposeAdjustment(world.services, { ...undo, actorId });
      const { userId: other } = await world.cardholder(0, { role: 'admin' });
      await approveAdjustment(world.services, { adjustmentId: reversal, actorId: other });
      await countChanges(world.services, changesIn(world.store));
      expect(await run()).toEqual([]);
    });

    it.each([
      ['was approved by nobody', { state: 'waiting' }],
      ['was of another amount', { amountCents: cents(499) }],
      ['was in the other direction', { direction: 'debit' }],
      ['is another person’s', { userId: 'usr_7ZZZZZZZZZZZZZZZZZZZZZZZZZ' }],
    ] as const)('names the posting of an adjustment that %s', async (_what, changes) => {
      await world.store.commit([update('adjustment', await adjusted(), changes)]);
      expect(await run()).toEqual(['UNEXPLAINED']);
    });

    it('names the posting of a removed adjustment, and its removed line', async () => {
      const { adjustmentId } = await adjusted();
      const [line] = world.store.all('movement').filter(({ tid }) => tid === adjustmentId);
      if (!line) throw new Error('no line');
      await world.store.commit([remove('adjustment', { adjustmentId }), remove('movement', line)]);
      expect(new Set(await run())).toEqual(new Set(['MOVEMENT', 'UNEXPLAINED']));
    });
  });

  it('names a balance that was changed by hand', async () => {
    const wallet = await world.wallet(user);
    await world.store.commit([update('wallet', wallet, { availableCents: cents(wallet.availableCents + 1) })]);
    expect(await run()).toEqual(['PROJECTION']);
  });

  it('names an entry that was rewritten', async () => {
    const entry = world.store.all('entry').find((each) => each.ownerId === user.userId && each.sequence === 2);
    if (!entry) throw new Error('no entry');
    await world.store.commit([{ write: 'remove', kind: 'entry', key: entry }]);
    await world.store.commit([{ write: 'insert', kind: 'entry', value: { ...entry, atMs: entry.atMs + 1 } }]);
    expect(await run()).toEqual(['HASH']);
  });

  it('names an entry that is gone', async () => {
    const entry = world.store.all('entry').find((each) => each.ownerId === card.cardId && each.sequence === 1);
    if (!entry) throw new Error('no entry');
    await world.store.commit([{ write: 'remove', kind: 'entry', key: entry }]);
    expect(await run()).toEqual(['GAP']);
  });

  it('names a card that has another balance at the issuer', async () => {
    world.issuer.charge(card.issuerCardId ?? '', 100, 'UNSEEN');
    expect(await run()).toEqual(['CARD_BALANCE']);
  });

  it('names an operation that is stuck', async () => {
    world.issuer.misbehave('load', { does: 'lost' });
    await requestLoad(world.services, {
      user,
      cardId: card.cardId,
      requestedCents: cents(500),
      includesFee: false,
      claim: undefined,
    });
    await countChanges(world.services, changesIn(world.store));
    world.clock.advance(45 * 60_000);
    expect(await run()).toEqual(['STUCK']);
  });

  it('names an operation that has waited for a person for more than a day', async () => {
    world.issuer.misbehave('load', { does: 'lost' });
    const operationId = await load(500);
    const operation = await world.store.get('operation', { operationId });
    if (!operation) throw new Error('no operation');
    await world.store.commit([update('operation', operation, { state: 'review', dueAtMs: undefined })]);
    await countChanges(world.services, changesIn(world.store));
    world.clock.advance(23 * 60 * 60_000);
    expect(await run()).toEqual([]);
    world.clock.advance(3 * 60 * 60_000);
    await run();
    expect(logs.map(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ part: 'liveness', class: 'STUCK', subject: operationId, state: 'review' }),
    );
  });

  it.each([1, -1])('names a number of cards that is wrong by %i', async (change) => {
    const wallet = await world.wallet(user);
    await world.store.commit([update('wallet', wallet, { cardCount: wallet.cardCount + change })]);
    expect(await run()).toEqual(['COUNT']);
  });

  it('names a withdrawal that the issuer did not do', async () => {
    world.clock.advance(10 * 60_000);
    const operationId = await requestWithdrawal(world.services, {
      user,
      cardId: card.cardId,
      amountCents: cents(1_000),
      claim: undefined,
    });
    await driveOperation(world.services, operationId, { untilMs: world.clock.now() + 5_000 });
    await countChanges(world.services, changesIn(world.store));
    expect(await run()).toEqual([]);
    const transfer = world.issuer.transfers.get(operationId);
    if (!transfer) throw new Error('no transfer');
    world.issuer.transfers.set(operationId, { ...transfer, state: 'failed' });
    putOnCard(1_000);
    expect(await run()).toEqual(['MISSING_LOAD']);
    expect(logs[0]?.fields).toMatchObject({ subject: operationId, cents: -1_000 });
  });

  it('names a deleted card that still exists at the issuer', async () => {
    world.clock.advance(10 * 60_000);
    const issuerCardId = card.issuerCardId ?? '';
    world.issuer.charge(issuerCardId, 5_500, 'ALL-OF-IT');
    await catchUpCard(world.services, await world.card(card), 'ALL-OF-IT');
    const operationId = await requestDeletion(world.services, { user, cardId: card.cardId, claim: undefined });
    await driveOperation(world.services, operationId, { untilMs: world.clock.now() + 5_000 });
    await countChanges(world.services, changesIn(world.store));
    expect(await run()).toEqual([]);
    const theirs = world.issuer.cards.get(issuerCardId);
    if (!theirs) throw new Error('no card');
    world.issuer.cards.set(issuerCardId, { ...theirs, isDeleted: false });
    expect(await run()).toEqual(['STATUS']);
    expect(logs[0]?.fields).toMatchObject({ subject: card.cardId, is: 'deleted', theirs: 'there' });
  });

  it.each([
    ['put on', 300],
    ['taken from', -300],
  ])('names money that was %s a card without an order, with record, entry and balance', async (_what, change) => {
    await postOnCard(change, [
      { account: account.issuerAllocated, amountCents: cents(change) },
      { account: account.issuerFloat, amountCents: cents(-change) },
    ]);
    expect(await run()).toEqual(['UNEXPLAINED']);
    expect(logs[0]?.fields).toMatchObject({ subject: `gift:${card.cardId}`, account: card.cardId });
  });

  it.each([
    ['put on', 300],
    ['taken from', -300],
  ])('names a record by which money was %s a card without legs of the issuer', async (_what, change) => {
    await postOnCard(change, []);
    expect(new Set(await run())).toEqual(new Set(['LEGS', 'UNEXPLAINED']));
  });

  it('names a deposit that the provider does not know', async () => {
    const [deposit] = world.store.all('deposit');
    world.payments.invoices.delete(deposit?.depositId ?? '');
    expect(await run()).toEqual(['CREDIT_WITHOUT_PAYMENT']);
  });

  it('finds the surplus of a deposit whose page was open for hours before it was paid', async () => {
    const { depositId } = await openDeposit(world, user);
    for (let views = 0; views < 250; views += 1) {
      const deposit = await world.store.get('deposit', { depositId });
      if (deposit) await world.store.commit([update('deposit', deposit, { askedAtMs: world.clock.now() })]);
    }
    world.payments.become(depositId, { state: 'paid_over', isFinal: true, receivedAmount: '170.00' });
    const payment = world.payments.invoices.get(depositId);
    if (payment) await applyFresh(world.services, depositId, payment);
    await countChanges(world.services, changesIn(world.store));
    expect(await world.store.get('deposit', { depositId })).toMatchObject({ surplusCents: 12_000 });
    expect(await run()).toEqual([]);
  });

  it('names a removed record of a surplus that an admin has credited since', async () => {
    const { depositId } = await openDeposit(world, user);
    world.payments.become(depositId, { state: 'paid_over', isFinal: true, receivedAmount: '170.00' });
    await pollDeposits(world.services, { aheadMs: 60_000 });
    const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
    await decideDeposit(world.services, { depositId, actorId, outcome: 'credit', reason: 'asked the provider' });
    const found = async () => (await run()).filter((each) => each !== 'LAG');
    expect(await found()).toEqual([]);
    const record = world.store.all('journal').findLast(({ kind }) => kind === 'deposit_surplus');
    if (record) await world.store.commit([remove('journal', record)]);
    expect(await found()).toEqual(['AMOUNT']);
  });

  it('finds nothing in a surplus from before its versions were listed that an admin has credited since', async () => {
    const { depositId } = await openDeposit(world, user);
    world.payments.become(depositId, { state: 'paid_over', isFinal: true, receivedAmount: '170.00' });
    await pollDeposits(world.services, { aheadMs: 60_000 });
    const deposit = await world.store.get('deposit', { depositId });
    if (!deposit) throw new Error('no deposit');
    const { asideVersions, ...older } = deposit;
    expect(asideVersions).toHaveLength(1);
    await world.store.commit([update('deposit', older, {})]);
    const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
    await decideDeposit(world.services, { depositId, actorId, outcome: 'credit', reason: 'asked the provider' });
    expect((await run()).filter((found) => found !== 'LAG')).toEqual([]);
  });

  it('reports money that came although the next poll of the deposit is a day away', async () => {
    const { depositId } = await openDeposit(world, user);
    const deposit = await world.store.get('deposit', { depositId });
    if (!deposit) throw new Error('no deposit');
    const nowMs = world.clock.now();
    world.payments.become(depositId, { state: 'paid', isFinal: true, receivedAmount: '50.00', createdAtMs: nowMs });
    await world.store.commit([update('deposit', deposit, { dueAtMs: nowMs + 24 * 60 * 60_000 })]);
    world.clock.advance(14 * 60_000);
    expect(await run()).toEqual([]);
    world.clock.advance(2 * 60_000);
    // The statistics do not count its credit at once.
    expect(await run()).toContain('MISSING_CREDIT');
    expect(await world.store.get('deposit', { depositId })).toMatchObject({ creditedCents: 5_000 });
  });

  it.each([
    ['credited', 'credit', { paymentId: 'another-payment', state: 'paid', receivedAmount: '50.00' }],
    ['refused', 'refuse', { paymentId: 'another-payment', state: 'paid', receivedAmount: '50.00' }],
    ['credited', 'credit', { invoiceAmount: '51.00', state: 'paid', receivedAmount: '50.00' }],
  ] as const)('finds nothing in a mismatched payment that an admin %s', async (_what, outcome, changes) => {
    const { depositId } = await openDeposit(world, user);
    world.payments.become(depositId, changes);
    await pollDeposits(world.services, { aheadMs: 60_000 });
    const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
    const accept = outcome === 'refuse' ? [] : (['payment_id', 'invoice_amount'] as const);
    await decideDeposit(world.services, { depositId, actorId, outcome, accept, reason: 'asked the provider' });
    // The statistics do not count its credit here.
    expect((await run()).filter((found) => found !== 'LAG')).toEqual([]);
  });

  it('mends on request a line from before a review was shown in the list', async () => {
    const { depositId } = await openDeposit(world, user);
    world.payments.become(depositId, { paymentId: 'another-payment', state: 'paid', receivedAmount: '50.00' });
    await pollDeposits(world.services, { aheadMs: 60_000 });
    const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
    await decideDeposit(world.services, { depositId, actorId, outcome: 'refuse', reason: 'asked the provider' });
    const line = await world.store.get('movement', { userId: user.userId, subjectId: depositId });
    if (line?.status !== 'failed') throw new Error('the line shows no refusal');
    await world.store.commit([update('movement', line, { status: 'pending' })]);
    expect(await run()).toEqual(['MOVEMENT']);
    await reconcile(world.services, { aheadMs: 1, apply: ['MOVEMENT'] });
    expect(await run()).toEqual([]);
  });

  it.each([1, -1])('names a paid amount in the line of a deposit that is wrong by %i cent', async (change) => {
    const line = world.store.all('movement').find(({ kind }) => kind === 'deposit');
    if (!line) throw new Error('no line');
    await world.store.commit([update('movement', line, { paidCents: cents(line.paidCents + change) })]);
    expect(await run()).toEqual(['MOVEMENT']);
  });

  it.each([1, -1])('names a frozen amount of a deposit that is wrong by %i cent', async (change) => {
    const [deposit] = world.store.all('deposit');
    if (!deposit) throw new Error('no deposit');
    await world.store.commit([update('deposit', deposit, { frozenCents: cents(change) })]);
    expect(await run()).toEqual(['AMOUNT']);
  });

  it.each([
    ['is not frozen though its account owes', 1, []],
    ['is frozen for a debt that its account does not have', 0, ['debt']],
  ] as const)('names a card that %s', async (_what, owedCents, frozenReasons) => {
    const wallet = await world.wallet(user);
    const posting = new Posting(world.clock.now() - 60_000, { wallet }).post({
      journalId: `adjustment:${user.userId}`,
      kind: 'adjustment',
      cause: 'nobody',
      legs: [
        { account: account.available(user.userId), amountCents: wallet.availableCents },
        { account: account.debt(user.userId), amountCents: cents(owedCents) },
        { account: account.adjustments, amountCents: cents(-wallet.availableCents - owedCents) },
      ],
    });
    await world.store.commit(await posting.writes(world.store));
    await world.store.commit([
      update('card', await world.card(card), { frozenReasons: [...frozenReasons], dueAtMs: undefined }),
    ]);
    expect(await run()).toContain('STATE');
  });

  it("names a missing last line of a card's history", async () => {
    const line = await purchase();
    await world.store.commit([remove('cardTransaction', line)]);
    expect(await run()).toContain('COUNT');
  });

  it("names a line of a card's history that no posting belongs to", async () => {
    const line = await purchase();
    const now = await world.card(card);
    await world.store.commit([
      insert('cardTransaction', { ...line, number: line.number + 1, reference: 'NEVER-1' }),
      update('card', now, { transactionCount: now.transactionCount + 1 }),
    ]);
    expect(await run()).toContain('AMOUNT');
  });

  it('checks people every hour who earned a reward and moved no other money', async () => {
    world.clock.advance(5 * 24 * 60 * 60_000);
    const referral = await openReferralAccount(world.services, user.userId);
    const earned = new Posting(world.clock.now() - 60_000, { referral }).post({
      journalId: 'usr_nobody:signup:earned',
      kind: 'referral_reward_earned',
      cause: 'dep_nowhere',
      legs: [
        { account: account.referrals, amountCents: cents(100) },
        { account: account.referral(user.userId), amountCents: cents(-100) },
      ],
    });
    await world.store.commit(earned.writesWithoutCards());
    expect(await reconcile(world.services, { aheadMs: 0 })).toMatchObject({ holders: 1, UNFUNDED: 1 });
  });
});

/** Posts a purchase of one dollar and returns its line in the card's history. */
async function purchase(): Promise<CardTransaction> {
  world.issuer.charge(card.issuerCardId ?? '', 100, 'BOUGHT-1');
  await catchUpCard(world.services, await world.card(card), 'BOUGHT-1');
  const line = world.store.all('cardTransaction').find(({ reference }) => reference === 'BOUGHT-1');
  if (!line) throw new Error('no line');
  return line;
}

async function load(requestedCents: number): Promise<Id<'operation'>> {
  return requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(requestedCents),
    includesFee: false,
    claim: undefined,
  });
}

/** Adds this many cents to the card's balance at the issuer. */
function putOnCard(change: number): void {
  const theirs = world.issuer.cards.get(card.issuerCardId ?? '');
  if (!theirs) throw new Error('no card');
  const balance = cents(theirs.bookBalanceCents + change);
  world.issuer.cards.set(theirs.issuerCardId, { ...theirs, bookBalanceCents: balance, availableBalanceCents: balance });
}

/** Writes a posting on the card by hand, consistent in itself and with the issuer's balance. */
async function postOnCard(change: number, legs: readonly Leg[]): Promise<void> {
  const posting = new Posting(world.clock.now() - 60_000, { card: await world.card(card) }).post({
    journalId: `gift:${card.cardId}`,
    kind: 'gift',
    cause: 'nobody',
    legs: [
      { account: account.card(card.cardId), amountCents: cents(-change) },
      { account: account.adjustments, amountCents: cents(change) },
      ...legs,
    ],
  });
  await world.store.commit(posting.writesWithoutCards());
  putOnCard(change);
}
