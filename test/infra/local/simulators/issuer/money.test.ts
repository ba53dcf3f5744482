import { expect, test } from 'vitest';
import { eventually, startBench, startReceiver } from './issuer-bench.ts';

type Bench = Awaited<ReturnType<typeof startBench>>;

function status(bench: Bench, cardId: string, reference: string) {
  return bench.api(
    'GET',
    `/cards/get_card_transaction_status?card_id=${cardId}&client_transaction_reference=${reference}`,
  );
}

/** Waits out the minute that transfers take in these tests, so that what is still pending is never a matter of speed. */
async function settled(bench: Bench, cardId: string, reference: string, outcome: string): Promise<void> {
  await bench.advance(60);
  await eventually(async () => {
    expect((await status(bench, cardId, reference)).body.data).toEqual({ transaction_status: outcome });
  });
}

test('a load is accepted, pending, then on the card, and sends an event', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url, transferDelayMs: 60_000 });
  const id = await bench.card();
  const accepted = await bench.move('fund', id, 2500, 'ld_1');
  expect(accepted).toMatchObject({
    status: 202,
    body: { status: 'success', data: { card_id: id, transaction_reference: 'ld_1' } },
  });
  expect((await status(bench, id, 'ld_1')).body.data).toEqual({ transaction_status: 'PENDING' });
  expect((await bench.show(id)).balances.bookCents).toBe(500);
  await settled(bench, id, 'ld_1', 'SUCCESSFUL');
  await eventually(() => expect(receiver.of('card_credit_event.successful')).toHaveLength(1));
  expect(receiver.of('card_credit_event.successful')[0]?.data).toMatchObject({
    card_id: id,
    amount: '2500',
    currency: 'USD',
    transaction_reference: 'ld_1',
    card_transaction_type: 'CREDIT',
    transaction_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    settled_book_balance: '3000',
    livemode: false,
  });
  expect(await bench.wallet()).toBe(100_000_000 - 3000);
});

test('an unload holds the money at once and brings it back to the wallet', async () => {
  const bench = await startBench({ transferDelayMs: 60_000 });
  const id = await bench.card();
  expect((await bench.move('unload', id, 501)).body.message).toMatch(/enough funds/i);
  expect((await bench.move('unload', id, 400, 'un_1')).status).toBe(202);
  expect((await bench.show(id)).balances).toMatchObject({
    bookCents: 500,
    availableCents: 100,
    pendingUnloadCents: 400,
  });
  expect(await bench.buy(id, 101)).toMatchObject({ approved: false, reason: 'insufficient balance' });
  await settled(bench, id, 'un_1', 'SUCCESSFUL');
  expect((await bench.show(id)).balances).toMatchObject({ bookCents: 100, availableCents: 100, pendingUnloadCents: 0 });
  expect(await bench.wallet()).toBe(100_000_000 - 100);
});

test('accepts one load and one unload of a card in five virtual minutes', async () => {
  const bench = await startBench();
  const id = await bench.card();
  await bench.move('fund', id, 1000);
  const soon = await bench.move('fund', id, 1000);
  expect(soon).toMatchObject({ status: 420, body: { message: expect.stringMatching(/once every 5 minutes/) } });
  expect((await bench.move('unload', id, 100)).status).toBe(202);
  expect((await bench.move('unload', id, 100)).status).toBe(420);
  expect((await bench.move('fund', await bench.card(), 1000)).status).toBe(202);
  await bench.advance(270);
  expect((await bench.move('fund', id, 1000)).status).toBe(420);
  await bench.advance(31);
  expect((await bench.move('fund', id, 1000)).status).toBe(202);
});

test.each([
  [true, 400, /reference exists/i],
  [false, 420, /once every 5 minutes/i],
])(
  'with duplicateReferenceFirst %j a repeated load within five minutes is a %i',
  async (duplicateReferenceFirst, code, message) => {
    const bench = await startBench({ duplicateReferenceFirst });
    const id = await bench.card();
    await bench.move('fund', id, 1000, 'same');
    expect(await bench.move('fund', id, 1000, 'same')).toMatchObject({
      status: code,
      body: { message: expect.stringMatching(message) },
    });
    await bench.advance(301);
    expect((await bench.move('unload', id, 100, 'same')).body.message).toMatch(/reference exists/i);
    expect((await bench.show(id)).balances.bookCents).toBe(1500);
  },
);

test('a refused load uses neither the five minutes nor the reference', async () => {
  const bench = await startBench();
  const id = await bench.card({ card_limit: '500000' });
  expect((await bench.move('fund', id, 499_501, 'r')).body.message).toMatch(/maximum balance of 5000 USD/i);
  expect((await bench.move('fund', id, 499_500, 'r')).status).toBe(202);
});

test('refuses bad amounts, other currencies, unknown, frozen, flagged and deleted cards', async () => {
  const bench = await startBench();
  const id = await bench.card();
  for (const amount of ['0', '-5', '1.5', 'ten', '']) expect((await bench.move('fund', id, amount)).status).toBe(422);
  expect((await bench.move('fund', 'nobody', 100)).body.message).toMatch(/no card with this id/i);
  await bench.api('PATCH', `/cards/freeze_card?card_id=${id}`);
  expect((await bench.move('fund', id, 100)).body.message).toMatch(/frozen/i);
  expect((await bench.move('unload', id, 100)).status).toBe(202);
  await bench.door('POST', `/cards/${id}/flag_fraud`);
  expect((await bench.move('unload', id, 100)).status).toBe(420);
  await bench.advance(301);
  expect((await bench.move('unload', id, 100)).body.message).toMatch(/fraud/i);
  await bench.api('DELETE', `/cards/delete_card/${id}`);
  expect((await bench.move('fund', id, 100)).body.message).toMatch(/deleted/i);
  expect((await status(bench, id, 'never')).status).toBe(400);
});

test('unloads a frozen card, unless it is set not to', async () => {
  const bench = await startBench({ fundLimitSeconds: 0 });
  const id = await bench.card();
  await bench.api('PATCH', `/cards/freeze_card?card_id=${id}`);
  expect((await bench.move('unload', id, 100)).status).toBe(202);
  await bench.door('POST', '/settings', { frozenUnloading: 'refused' });
  expect((await bench.move('unload', id, 100)).body.message).toMatch(/frozen/i);
});

test('a load under way when the card is deleted fails and the money is back in the wallet', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url, transferDelayMs: 60_000 });
  const id = await bench.card();
  await bench.move('fund', id, 1000, 'ld_1');
  await bench.door('POST', `/cards/${id}/delete`, { reason: 'Closed by the scheme' });
  await settled(bench, id, 'ld_1', 'FAILED');
  expect(await bench.wallet()).toBe(100_000_000);
  await eventually(() => expect(receiver.of('card_credit_event.failed')).toHaveLength(1));
});

test('settings make the statement begin with its oldest line, and change the words about unknown references', async () => {
  const bench = await startBench({
    readLimitSeconds: 0,
    statementOrder: 'oldest_first',
    unknownReference: 'Never heard of it',
  });
  const id = await bench.card({ funding_amount: '10000' });
  for (let count = 0; count < 20; count += 1) await bench.buy(id, 100 + count, { merchant: 'Kiosk', mcc: '5942' });
  const amountsOf = async (page: number): Promise<unknown[]> => {
    const { body } = await bench.api('GET', `/cards/get_card_transactions?card_id=${id}&page=${page}`);
    return (body.data as { transactions: Record<string, unknown>[] }).transactions.map((one) => one['amount']);
  };
  expect((await amountsOf(1)).slice(0, 2)).toEqual(['10000', '100']);
  expect(await amountsOf(2)).toEqual(['119']);
  const unknown = `?card_id=${id}&client_transaction_reference=nothing`;
  for (const path of ['get_card_transaction_by_id', 'get_card_transaction_status'])
    expect((await bench.api('GET', `/cards/${path}${unknown}`)).body.message).toBe('Never heard of it');
});

test('the statement comes newest first in pages of 20, and by reference', async () => {
  const bench = await startBench({ readLimitSeconds: 0 });
  const id = await bench.card({ funding_amount: '10000' });
  const bought = await bench.buy(id, 1549, { merchant: 'Nimbus Stream' });
  for (let count = 0; count < 20; count += 1) await bench.buy(id, 100 + count, { merchant: 'Kiosk', mcc: '5942' });
  const first = await bench.api('GET', `/cards/get_card_transactions?card_id=${id}&page=1`);
  const data = first.body.data as { transactions: Record<string, unknown>[]; meta: Record<string, unknown> };
  expect(data.meta).toMatchObject({ total: 22, pages: 2, previous: null });
  expect(data.transactions.map((one) => one['amount'])).toEqual(
    Array.from({ length: 20 }, (_, index) => String(119 - index)),
  );
  expect(data.transactions[0]).toMatchObject({
    enriched_data: { merchant_logo: '', transaction_category: 'Books', is_recurring: false },
  });
  const second = await bench.api('GET', `/cards/get_card_transactions?card_id=${id}&page=2`);
  expect(second.body.data?.['transactions']).toMatchObject([
    {
      amount: '1549',
      card_transaction_type: 'DEBIT',
      description: 'NIMBUS STREAM',
      merchant_category_code: '4899',
      enriched_data: {
        is_recurring: true,
        transaction_group: 'Subscriptions',
        merchant_logo: expect.stringMatching(/nimbus-stream\.svg$/),
      },
    },
    { amount: '10000', card_transaction_type: 'CREDIT', description: 'Virtual dollar card funding' },
  ]);
  expect((second.body.data as { transactions: object[] }).transactions[1]).not.toHaveProperty('enriched_data');
  const path = `/cards/get_card_transaction_by_id?card_id=${id}`;
  const byClient = await bench.api('GET', `${path}&client_transaction_reference=${String(bought['reference'])}`);
  const own = String(byClient.body.data?.['bridgecard_transaction_reference']);
  expect((await bench.api('GET', `${path}&bridgecard_transaction_reference=${own}`)).body).toEqual(byClient.body);
  expect((await bench.api('GET', `${path}&client_transaction_reference=nothing`)).status).toBe(400);
  const logo = await fetch(`${bench.url}/logos/nimbus-stream.svg`);
  expect(logo.headers.get('content-type')).toBe('image/svg+xml');
});

test('limits reads of one card to one in three seconds, each page by itself, and filters lines by date', async () => {
  const defaults = await startBench();
  expect((await defaults.door('GET', '/settings')).body).toMatchObject({ readLimitSeconds: 3, fundLimitSeconds: 300 });
  // Longer here, so that a busy machine does not outlast it.
  const bench = await startBench({ readLimitSeconds: 60 });
  const id = await bench.card();
  for (const path of ['get_card_details', 'get_card_balance', 'get_card_transactions']) {
    expect((await bench.api('GET', `/cards/${path}?card_id=${id}`)).status).toBe(200);
    expect((await bench.api('GET', `/cards/${path}?card_id=${id}`)).status).toBe(420);
  }
  expect((await bench.api('GET', `/cards/get_card_transactions?card_id=${id}&page=2`)).status).toBe(200);
  await bench.advance(61);
  const none = await bench.api(
    'GET',
    `/cards/get_card_transactions?card_id=${id}&start_date=2001-01-01 00:00:00&end_date=2001-01-02 00:00:00`,
  );
  expect(none.body.data).toMatchObject({ transactions: [], meta: { total: 0 } });
});
