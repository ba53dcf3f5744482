import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/activity/list.ts';
import { handler as load } from '#functions/api/cards/load.ts';
import { approveAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { refreshCard } from '#functions/domain/cards/refresh-card.ts';
import { recordDecline } from '#functions/domain/cards/record-decline.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { cancelDeposit } from '#functions/domain/deposits/cancel-deposit.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { describeDeposit } from '#functions/domain/deposits/describe-deposit.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import { insert, update } from '#functions/ports/store.ts';
import { cents } from '#shared/money.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { samples } from '#test/support/sample-entities.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';
import { spendingBy } from '#web/features/history/spending.ts';

endpointSuite('activity.list', { handler, good: async () => ({}), refusals: {} });

/** A deposit of a person for which $30 came, and whose payment then passed these states. Returns its id. */
async function depositThat(
  world: MoneyWorld,
  user: Parameters<typeof openDeposit>[1],
  states: readonly PaymentState[],
): Promise<Deposit['depositId']> {
  const { depositId } = await openDeposit(world, user);
  for (const state of ['paid_less', ...states] as const) {
    world.payments.become(depositId, { state, receivedAmount: '30.00' });
    const payment = world.payments.invoices.get(depositId);
    if (payment) await applyFresh(world.services, depositId, payment);
  }
  return depositId;
}

describe('GET /activity', () => {
  it('fills a page past any number of canceled deposits, and ends after so many reads', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const put = async (first: number, count: number, isHidden: boolean): Promise<void> => {
      for (let place = first; place < first + count; place += 1)
        await world.store.commit([
          insert('movement', {
            ...samples.movement,
            userId: user.userId,
            subjectId: `mov_${`${place}`.padStart(26, '0')}`,
            isHidden,
          }),
        ]);
    };
    const asked = async (query: Readonly<Record<string, string>>) =>
      callRoute('activity.list', handler, world.services, { as: user, query });
    await put(1, 3, false);
    await put(100, 250, true);
    await put(400, 2, false);
    const whole = await asked({ limit: '100' });
    expect(whole.reply).toHaveLength(5);
    expect(whole.headers?.['link']).toBeUndefined();
    // The other lines are behind the link: a page takes a limited number of reads.
    const short = await asked({ limit: '5' });
    expect(short.reply).toHaveLength(2);
    expect(short.headers?.['link']).toBeDefined();
  });

  /** A cardholder with a card, a load of $20, two purchases and a decline; and a stranger with the same. */
  const staged = async () => {
    const world = moneyWorld();
    const [user, stranger] = [await world.cardholder(20_000), await world.cardholder(20_000)];
    await world.openCard(stranger);
    const card = await world.openCard(user);
    world.clock.advance(1_000);
    await callRoute('cards.load', load, world.services, {
      as: user,
      params: { id: card.cardId },
      body: { amount: 2_000 },
    });
    world.issuer.charge(card.issuerCardId ?? '', 300, 'P-1');
    await catchUpCard(world.services, card, 'P-1');
    world.issuer.charge(card.issuerCardId ?? '', 450, 'P-2');
    await catchUpCard(world.services, card, 'P-2');
    world.clock.advance(1_000);
    await recordDecline(world.services, card, {
      type: 'decline',
      issuerCardId: card.issuerCardId ?? '',
      reference: 'D-1',
      amountCents: cents(99_900),
      reason: 'Insufficient funds',
      description: 'BIG SHOP',
      merchantCategoryCode: '5311',
      atMs: world.clock.now(),
    });
    const list = (query: Record<string, string> = {}): Promise<RouteAnswer<'activity.list'>> =>
      callRoute('activity.list', handler, world.services, { as: user, query });
    return { world, user, stranger, card, list };
  };

  it('shows movements of the account and purchases of the cards, signed, each once', async () => {
    const { list, card, user } = await staged();
    const { reply } = await list();
    expect(reply.map(({ kind, state, amount }) => [kind, state, amount])).toEqual(
      expect.arrayContaining([
        ['purchase', 'declined', -99_900],
        ['purchase', 'completed', -300],
        ['purchase', 'completed', -450],
        ['card_load', 'completed', -2_160],
        ['card_creation', 'completed', -2_000],
      ]),
    );
    expect(reply.length).toBe(5);
    expect(reply.filter(({ of }) => of === 'account').map(({ fee }) => fee)).toEqual([160, 1_500]);
    const declined = reply.find(({ state }) => state === 'declined');
    expect(declined).toMatchObject({ booked: 0, decline_code: 'insufficient_funds', description: 'BIG SHOP' });
    const purchase = reply.find(({ reference }) => reference === 'P-1');
    expect(purchase).toMatchObject({
      booked: -300,
      merchant: 'Corner Coffee',
      category: 'Food',
      story: `${card.cardId}:P-1`,
      card: { _id: card.cardId, last4Digits: card.last4Digits },
    });
    expect(JSON.stringify(reply)).not.toContain(user.userId);
  });

  it('names the filter that holds an unknown kind, as the caller sent it', async () => {
    const { list } = await staged();
    const why = { kind: 'must be kinds, separated by commas' };
    expect(await list({ kind: 'nope' })).toMatchObject({ status: 400, body: { fields: why } });
    expect(await list({ kind: 'purchase,nope' })).toMatchObject({ status: 400, body: { fields: why } });
    expect((await list({ kind: 'purchase,refund' })).status).toBe(200);
  });

  it('notes the balance of the card after each purchase', async () => {
    const { list, world, card } = await staged();
    const { reply } = await list({ kind: 'purchase', state: 'completed' });
    const after = reply.map(({ balanceAfter }) => balanceAfter);
    expect(after).toContain((await world.card(card)).balanceCents);
    expect(Math.abs((after[0] ?? 0) - (after[1] ?? 0))).toBe(450);
  });

  it('notes the balance of the account after each movement, and none after a pending one', async () => {
    const { list, world, user, card } = await staged();
    const { reply } = await list({ kind: 'card_load,card_creation' });
    const { availableCents } = await world.wallet(user);
    expect(reply.map(({ balanceAfter }) => balanceAfter)).toEqual([availableCents, availableCents + 2_160]);
    world.issuer.transfersEnd = 'pending';
    await callRoute('cards.load', load, world.services, {
      as: user,
      params: { id: card.cardId },
      body: { amount: 1_000 },
    });
    const [pending] = (await list({ kind: 'card_load', state: 'pending' })).reply;
    expect(pending).toMatchObject({ booked: 0, balanceAfter: null });
  });

  it('says why a load failed', async () => {
    const { list, world, user, card } = await staged();
    world.clock.advance(10 * 60_000);
    world.issuer.transfersEnd = 'failed';
    await callRoute('cards.load', load, world.services, {
      as: user,
      params: { id: card.cardId },
      body: { amount: 1_000 },
    });
    const [failed, ...others] = (await list({ kind: 'card_load' })).reply;
    expect(failed).toMatchObject({ state: 'failed', failure: expect.stringContaining('Nothing was charged') });
    expect(others.filter(({ failure }) => failure !== undefined)).toEqual([]);
  });

  it('shows no balance for a line from before balances were stored', async () => {
    const { list, world, user } = await staged();
    const line = world.store
      .all('movement')
      .find(({ kind, userId }) => kind === 'card_creation' && userId === user.userId);
    if (!line) throw new Error('no line');
    await world.store.commit([
      update('movement', line, { sequence: undefined, balanceAfterCents: undefined } as object),
    ]);
    expect((await list({ kind: 'card_creation' })).reply).toMatchObject([{ balanceAfter: null }]);
  });

  it.each([
    ['a merchant', { search: 'corner coffee' }, 2],
    ["a purchase's reference", { search: 'P-2' }, 1],
    ['a kind', { kind: 'card_load,card_creation' }, 2],
    ['a state', { state: 'declined' }, 1],
    ['dates before all of it', { to: '2026-01-01' }, 0],
    ['an amount', { search: '$4.50', from: '2026-11-01', to: '2026-12-01' }, 1],
    ['the words of a decline', { search: 'big shop' }, 1],
    ['its amount as the line shows it', { search: '\u2212$4.50', from: '2026-11-01', to: '2026-12-01' }, 1],
    ['a merchant typed with accents', { search: 'Córner' }, 2],
  ])('finds by %s', async (_, query, count) => {
    const { list } = await staged();
    expect((await list(query as Record<string, string>)).reply.length).toBe(count);
  });

  it('finds words however their accents and apostrophes are typed', async () => {
    const { list, card, world } = await staged();
    await recordDecline(world.services, card, {
      type: 'decline',
      issuerCardId: card.issuerCardId ?? '',
      reference: 'D-2',
      amountCents: cents(1_200),
      reason: 'Insufficient funds',
      description: "Crêperie d'Or",
      merchantCategoryCode: '5812',
      atMs: world.clock.now(),
    });
    for (const search of ['CRÊPERIE', 'crêperie'.normalize('NFD'), 'creperie', 'd’or'])
      expect((await list({ search })).reply).toMatchObject([{ reference: 'D-2' }]);
  });

  it('finds by the last four digits, and the lines of one card', async () => {
    const { list, card, user, world } = await staged();
    const other = await world.openCard(user);
    expect((await list({ search: card.last4Digits })).reply.length).toBe(6);
    for (const shown of [`•••• ${card.last4Digits}`, `${card.name} •••• ${card.last4Digits}`])
      expect((await list({ search: shown })).reply.length).toBeGreaterThanOrEqual(5);
    expect((await list({ search: '0000' })).reply).toEqual([]);
    expect((await list({ search: card.cardId })).reply.length).toBe(5);
    expect((await list({ card: other.cardId })).reply.map(({ kind }) => kind)).toEqual(['card_creation']);
  });

  it.each([
    [['locked'], 'review', 'on hold for a review', 3_000],
    [['locked', 'failed'], 'review', 'on hold for a review', 3_000],
    [['refunding'], 'pending', 'on hold for a refund', 3_000],
    [['refunded'], 'reversed', 'added, then taken back', 0],
  ] as const)('names what came in of a deposit that is %s after its credit', async (states, state, becomes, booked) => {
    const { world, user, list } = await staged();
    const depositId = await depositThat(world, user, states);
    const { reply } = await list({ search: depositId });
    expect(reply).toMatchObject([{ amount: 3_000, booked, state, description: `Deposit in USDT · $30.00 ${becomes}` }]);
    expect((await list({ search: becomes })).reply).toEqual(reply);
  });

  it.each([
    ['whose refund failed', ['refunding', 'refund_failed'], 'refund_fail'],
    ['that failed after a lock, and that staff credit anyway', ['locked', 'failed'], 'failed'],
  ] as const)('shows a deposit %s as completed, as it is in the balance', async (_, states, status) => {
    const { world, user, list } = await staged();
    const depositId = await depositThat(world, user, states);
    const admin = await world.cardholder(0, { role: 'admin' });
    await decideDeposit(world.services, { depositId, actorId: admin.userId, outcome: 'credit', reason: 'It came.' });
    const deposit = await world.store.get('deposit', { depositId });
    expect(deposit && describeDeposit(deposit)).toMatchObject({ status, amountPaid: 3_000 });
    expect((await list({ search: depositId })).reply).toMatchObject([{ booked: 3_000, state: 'completed' }]);
    expect((await list({ state: 'failed' })).reply).toEqual([]);
  });

  it('finds an adjustment by its id, which the line and the statement show as its reference', async () => {
    const { world, user, list } = await staged();
    const [first, second] = [
      await world.cardholder(0, { role: 'admin' }),
      await world.cardholder(0, { role: 'admin' }),
    ];
    const proposal = { ...sampleProposal(user), actorId: first.userId };
    const { adjustmentId } = await proposeAdjustment(world.services, proposal);
    await approveAdjustment(world.services, { adjustmentId, actorId: second.userId });
    const shown = (await list({ kind: 'adjustment' })).reply.filter(({ reference }) => reference === adjustmentId);
    expect(shown.length).toBe(1);
    expect((await list({ search: adjustmentId })).reply).toEqual(shown);
    expect((await list({ search: `adj_${'0'.repeat(26)}` })).reply).toEqual([]);
  });

  it('leaves out a canceled deposit, also of a search by its id or the provider’s', async () => {
    const { world, user, list } = await staged();
    const deposit = await openDeposit(world, user);
    const searches = [{}, { search: deposit.depositId }, { search: deposit.paymentId ?? '' }];
    const shown = async () => {
      const replies = await Promise.all(searches.map((query) => list(query)));
      return replies.map(({ reply }) => reply.some(({ _id }) => _id === deposit.depositId));
    };
    expect(await shown()).toEqual([true, true, true]);
    await cancelDeposit(world.services, deposit);
    expect(await shown()).toEqual([false, false, false]);
  });

  it('leaves out a line of the very moment at which the period ends', async () => {
    const { list, world } = await staged();
    const declinedAtMs = world.clock.now();
    const before = await list({ to: new Date(declinedAtMs).toISOString() });
    expect(before.reply.map(({ state }) => state)).not.toContain('declined');
    const after = await list({ from: new Date(declinedAtMs).toISOString() });
    expect(after.reply.map(({ state }) => state)).toContain('declined');
  });

  it('gives a reversal and its purchase the same story', async () => {
    const { list, world, card } = await staged();
    world.issuer.refund(card.issuerCardId ?? '', 300, 'P-1_REVERSAL');
    await catchUpCard(world.services, card, 'P-1_REVERSAL');
    const { reply } = await list();
    const story = reply.filter((row) => row.story === `${card.cardId}:P-1`);
    expect(story.map(({ kind, state }) => `${kind} ${state}`)).toEqual(
      expect.arrayContaining(['purchase reversed', 'reversal completed']),
    );
    expect(story.length).toBe(2);
  });

  it('shows a refund onto a deleted card once, as money that came to the balance', async () => {
    const { list, world, user, card } = await staged();
    world.issuer.deleteCard(card.issuerCardId ?? '');
    await refreshCard(world.services, card, { claim: 'deleted', reason: '' });
    const before = (await list()).reply.map(({ _id }) => _id);
    world.issuer.refund(card.issuerCardId ?? '', 450, 'R-1');
    await catchUpCard(world.services, card, 'R-1');
    const { reply } = await list();
    const { availableCents: balanceAfter } = await world.wallet(user);
    expect(reply.filter(({ _id }) => !before.includes(_id))).toMatchObject([
      {
        of: 'account',
        kind: 'card_refund',
        amount: 450,
        description: `To balance: ${world.issuer.transactions[0]?.description} on the deleted card ${card.name} •••• 4444`,
        card: { _id: card.cardId },
        balanceAfter,
      },
    ]);
    // A list of what the cards paid and got back, without the account's lines, has it in the card's line.
    const spent = (await list({ kind: 'purchase,refund,reversal' })).reply;
    expect(spent.map(({ booked }) => booked)).toEqual([450, -450, -300, 0]);
    const spending = spendingBy('merchant', spent, new Date(world.clock.now()));
    expect(spending.reduce((total, { cents: amount }) => total + amount, 0)).toBe(300);
  });

  it('pages without a gap and without a repetition, and says how far a search has looked', async () => {
    const { list } = await staged();
    const ids: string[] = [];
    let query: Record<string, string> = { limit: '2' };
    for (;;) {
      const { reply, headers } = await list(query);
      ids.push(...reply.map(({ _id }) => _id));
      const { link } = headers;
      if (typeof link !== 'string') break;
      query = Object.fromEntries(new URLSearchParams(link.slice(link.indexOf('?') + 1, link.indexOf('>'))));
    }
    expect(ids).toEqual((await list()).reply.map(({ _id }) => _id));
    const searched = await list({ search: 'nothing of it', limit: '2' });
    expect(searched.reply).toEqual([]);
    expect(searched.headers['search-reached']).toMatch(/^2026-/);
  });

  it('refuses an unknown kind, a cursor of another list, and an amount without dates', async () => {
    const { list } = await staged();
    expect(await list({ kind: 'theft' })).toMatchObject({
      status: 400,
      body: { fields: { kind: expect.any(String) } },
    });
    expect(await list({ cursor: 'x' })).toMatchObject({
      status: 400,
      body: { fields: { cursor: expect.any(String) } },
    });
    expect(await list({ search: '$4.50' })).toMatchObject({
      status: 400,
      body: { fields: { search: expect.any(String) } },
    });
  });
});
