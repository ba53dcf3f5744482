import { describe, expect, it } from 'vitest';
import { handler as report } from '#functions/api/cards/report.ts';
import { handler } from '#functions/api/cards/transactions.ts';
import { recordDecline } from '#functions/domain/cards/record-decline.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { update } from '#functions/ports/store.ts';
import { cents } from '#shared/money.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('cards.transactions', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await world.openCard(user)).cardId } }),
  refusals: { NotFound: async () => ({ params: { id: unknownIds.card } }) },
});

describe('GET /cards/{id}/transactions', () => {
  const staged = async (purchases = 0) => {
    const world = moneyWorld();
    const user = await world.cardholder(10_000);
    const card = await world.openCard(user);
    for (let count = 1; count <= purchases; count += 1) {
      world.issuer.charge(card.issuerCardId ?? '', count, `P-${count}`);
      await catchUpCard(world.services, card, `P-${count}`);
    }
    const read = (query: Record<string, string> = {}): Promise<RouteAnswer<'cards.transactions'>> =>
      callRoute('cards.transactions', handler, world.services, { as: user, params: { id: card.cardId }, query });
    return { world, user, card, read };
  };

  it('shows a purchase with the known data of its merchant', async () => {
    const { read, card } = await staged(1);
    const { reply } = await read();
    expect(reply.meta).toEqual({ page: 1, pages: 1, total: 2, cardUpdatedAt: expect.any(String) });
    expect(reply.transactions[0]).toEqual({
      _id: `${card.cardId}-2`,
      transaction_date: '2026-11-21T09:00:00.000Z',
      description: 'CORNER COFFEE',
      card_transaction_type: 'DEBIT',
      kind: 'purchase',
      status: 'settled',
      reference: 'P-1',
      decline_reason: null,
      decline_code: null,
      amount: 1,
      currency: 'USD',
      enriched_data: {
        merchant_name: 'Corner Coffee',
        merchant_logo: '',
        is_recurring: false,
        transaction_category: 'Food',
        transaction_group: 'Restaurants',
      },
    });
    expect(reply.transactions[1]).toMatchObject({ kind: 'creation', card_transaction_type: 'CREDIT', amount: 500 });
  });

  it('states the time of the balance that includes a purchase found just now', async () => {
    const { world, card, read } = await staged();
    world.clock.advance(60_000);
    world.issuer.charge(card.issuerCardId ?? '', 420, 'P-1');
    const { transactions, meta } = (await read()).reply;
    expect(transactions).toHaveLength(2);
    const { updatedAtMs, balanceCents } = await world.card(card);
    expect(balanceCents).toBe(80);
    expect(meta.cardUpdatedAt).toBe(new Date(updatedAtMs).toISOString());
    expect(updatedAtMs).toBeGreaterThan(card.updatedAtMs);
  });

  it('gives a payment the reference that a report of it takes', async () => {
    const { world, user, card, read } = await staged(1);
    const [payment, creation] = (await read()).reply.transactions;
    const params = { id: card.cardId, reference: payment?.reference ?? '' };
    const body = { reason: 'wrong_amount', text: 'It was less.' };
    const opened = await callRoute('cards.report', report, world.services, { as: user, params, body });
    expect(opened).toMatchObject({ status: 201, reply: { reference: 'P-1', amount: 1 } });
    // A line that is no payment cannot be reported.
    expect(creation?.reference).toBeNull();
  });

  it('has pages of ten, newest first, without a gap and without a repetition', async () => {
    const { read } = await staged(24);
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => read({ page_no: page })));
    expect(pages.map(({ reply }) => reply.transactions.length)).toEqual([10, 10, 5, 0]);
    for (const [index, { reply }] of pages.entries())
      expect(reply.meta).toMatchObject({ page: index + 1, pages: 3, total: 25 });
    const amounts = pages.flatMap(({ reply }) => reply.transactions.map(({ amount }) => amount));
    expect(amounts).toEqual([...Array.from({ length: 24 }, (_, index) => 24 - index), 500]);
  });

  it('sorts events that overtook one another by the second in which they happened', async () => {
    const { world, card, read } = await staged();
    const startedAtMs = Math.floor(world.clock.now() / 1_000) * 1_000;
    for (const [reference, atMs] of [
      ['D-3', startedAtMs + 3_000],
      ['D-1', startedAtMs + 1_900],
      ['D-2', startedAtMs + 1_000],
    ] as const) {
      await recordDecline(world.services, card, {
        type: 'decline',
        issuerCardId: card.issuerCardId ?? '',
        reference,
        amountCents: cents(Number(reference.slice(-1))),
        reason: 'card is frozen',
        description: 'NIMBUS STREAM',
        merchantCategoryCode: '5815',
        atMs,
      });
    }
    const { transactions } = (await read()).reply;
    expect(transactions.slice(0, 3).map(({ amount }) => amount)).toEqual([3, 2, 1]);
    const dates = transactions.map(({ transaction_date }) => transaction_date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('shows why a purchase was declined', async () => {
    const { world, card, read } = await staged();
    await recordDecline(world.services, card, {
      type: 'decline',
      issuerCardId: card.issuerCardId ?? '',
      reference: 'D-1',
      amountCents: cents(900),
      reason: 'card is frozen',
      description: 'NIMBUS STREAM',
      merchantCategoryCode: '5815',
      atMs: world.clock.now(),
    });
    const [line] = (await read()).reply.transactions;
    expect(line).toMatchObject({
      status: 'declined',
      decline_reason: 'The card was frozen.',
      decline_code: 'card_frozen',
      amount: 900,
    });
  });

  it('stays readable when the card is deleted', async () => {
    const { world, card, read } = await staged();
    await world.store.commit([update('card', card, { lifecycle: 'deleted' })]);
    expect((await read()).reply.transactions).toHaveLength(1);
  });

  it.each(['0', '-1', '1.5', 'x', '10001', ''])('refuses page %j', async (page) => {
    const { read } = await staged();
    const answer = await read({ page_no: page });
    expect(answer).toMatchObject({ code: 'ValidationFailed', body: { fields: { page_no: expect.any(String) } } });
  });
});
