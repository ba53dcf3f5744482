import { expect, test } from 'vitest';
import { cardWish, eventually, startBench, startReceiver } from './issuer-bench.ts';

type Bench = Awaited<ReturnType<typeof startBench>>;

function outcome(bench: Bench, cardId: string, reference: string) {
  return bench.api(
    'GET',
    `/cards/get_card_transaction_status?card_id=${cardId}&client_transaction_reference=${reference}`,
  );
}

test.each([
  ['timeout_before', false],
  ['timeout_after', true],
  ['reset', false],
  ['reset_after', true],
])('%s breaks the connection; the load is accepted: %j', async (mode, accepted) => {
  const bench = await startBench();
  const id = await bench.card();
  await bench.fault('fund_card', mode);
  await expect(bench.move('fund', id, 1000, 'ld_1')).rejects.toThrow();
  expect((await outcome(bench, id, 'ld_1')).status).toBe(accepted ? 200 : 400);
  const retry = await bench.move('fund', id, 1000, 'ld_1');
  expect(retry.status).toBe(accepted ? 400 : 202);
  await eventually(async () => expect((await bench.show(id)).balances.bookCents).toBe(1500));
});

test.each([
  ['status', 504, false],
  ['status_after', 502, true],
])('%s answers with the given status; acted: %j', async (mode, status, acted) => {
  const bench = await startBench();
  const id = await bench.card();
  await bench.fault('/cards/freeze_card', mode, { status });
  expect((await bench.api('PATCH', `/cards/freeze_card?card_id=${id}`)).status).toBe(status);
  expect((await bench.show(id)).state).toBe(acted ? 'frozen' : 'active');
});

test('garbage is half an answer to a call that was carried out', async () => {
  const bench = await startBench();
  const id = await bench.card();
  await bench.fault('freeze_card', 'garbage');
  await expect(bench.api('PATCH', `/cards/freeze_card?card_id=${id}`)).rejects.toThrow(/JSON/);
  expect((await bench.show(id)).state).toBe('frozen');
});

test('slow answers late, unauthorized with 401, rate_limited with 420', async () => {
  const bench = await startBench();
  const id = await bench.card();
  const path = `/cards/get_card_details?card_id=${id}`;
  await bench.fault('get_card_details', 'unauthorized');
  await bench.fault('get_card_details', 'rate_limited');
  await bench.fault('get_card_details', 'slow', { delayMs: 60 });
  expect((await bench.api('GET', path)).status).toBe(401);
  expect((await bench.api('GET', path)).status).toBe(420);
  const begun = performance.now();
  expect((await bench.api('GET', path)).status).toBe(200);
  expect(performance.now() - begun).toBeGreaterThan(50);
});

test('late_apply answers nothing, or a status, and acts later', async () => {
  const bench = await startBench();
  const id = await bench.card();
  await bench.fault('fund_card', 'late_apply', { delayMs: 60_000, status: 504 });
  expect((await bench.move('fund', id, 1000, 'ld_1')).status).toBe(504);
  expect((await outcome(bench, id, 'ld_1')).status).toBe(400);
  await bench.advance(61);
  expect((await outcome(bench, id, 'ld_1')).status).toBe(200);
  await bench.fault('freeze_card', 'late_apply', { delayMs: 60_000 });
  await expect(bench.api('PATCH', `/cards/freeze_card?card_id=${id}`)).rejects.toThrow();
  expect((await bench.show(id)).state).toBe('active');
  await bench.advance(61);
  expect((await bench.show(id)).state).toBe('frozen');
});

test.each(['fund', 'unload'] as const)('async_fail: an accepted %s fails and sends an event', async (verb) => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url });
  const id = await bench.card();
  await bench.fault(`${verb}_card`, 'async_fail');
  expect((await bench.move(verb, id, 200, 'ref')).status).toBe(202);
  const event = `card_${verb === 'fund' ? 'credit' : 'unload'}_event.failed`;
  await eventually(() => expect(receiver.of(event)).toHaveLength(1));
  expect((await outcome(bench, id, 'ref')).body.data).toEqual({ transaction_status: 'FAILED' });
  expect((await bench.show(id)).balances).toMatchObject({ bookCents: 500, availableCents: 500 });
  expect(await bench.wallet()).toBe(100_000_000 - 500);
});

test('a creation that failed is reported by its reference, unless the issuer is set not to know it', async () => {
  const bench = await startBench();
  const holderId = await bench.holder();
  await bench.fault('create_card', 'creation_fails_async');
  const made = await bench.api('POST', '/cards/create_card', {
    ...cardWish(holderId),
    transaction_reference: 'op_1',
  });
  const cardId = String(made.body.data?.['card_id']);
  const status = () =>
    bench.api('GET', `/cards/get_card_transaction_status?card_id=${cardId}&client_transaction_reference=op_1`);
  await eventually(async () => expect((await status()).body.data).toEqual({ transaction_status: 'FAILED' }));
  await bench.door('POST', '/settings', { failedCreation: 'unknown' });
  expect((await status()).body.message).toMatch(/no card with this id/i);
});

test('creation_fails_async: 201, no card, the money back, and an event with the reason', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url });
  const holderId = await bench.holder();
  await bench.fault('create_card', 'creation_fails_async');
  const made = await bench.api('POST', '/cards/create_card', cardWish(holderId));
  expect(made.status).toBe(201);
  await eventually(() => expect(receiver.of('card_creation_event.failed')).toHaveLength(1));
  expect(receiver.received[0]?.data).toMatchObject({ reason: expect.any(String), meta_data: { card_ref: 'crd_01' } });
  const details = await bench.api('GET', `/cards/get_card_details?card_id=${String(made.body.data?.['card_id'])}`);
  expect(details.body.message).toMatch(/no card with this id/i);
  const own = await bench.api('GET', `/cards/get_all_cardholder_cards?cardholder_id=${holderId}`);
  expect(own.body.data).toEqual({ cards: [], total: 0 });
  expect(await bench.wallet()).toBe(100_000_000);
});

test('empty_float refuses one load as if the wallet were empty', async () => {
  const bench = await startBench();
  const id = await bench.card();
  await bench.fault('fund_card', 'empty_float');
  expect((await bench.move('fund', id, 1000, 'r')).body.message).toMatch(/top up your usd issuing wallet/i);
  expect((await bench.move('fund', id, 1000, 'r')).status).toBe(202);
});

test.each(['stale', 'stale_balance'])('%s shows the balance before the last transaction', async (mode) => {
  const bench = await startBench({ readLimitSeconds: 0 });
  const id = await bench.card();
  await bench.buy(id, 100);
  await bench.fault('get_card_balance', mode, { times: 2 });
  const balance = async () => (await bench.api('GET', `/cards/get_card_balance?card_id=${id}`)).body.data?.['balance'];
  expect([await balance(), await balance(), await balance()]).toEqual(['500', '500', '400']);
});

test('duplicate_items shows every line of a page twice', async () => {
  const bench = await startBench({ readLimitSeconds: 0 });
  const id = await bench.card();
  await bench.fault('get_card_transactions', 'duplicate_items');
  const page = await bench.api('GET', `/cards/get_card_transactions?card_id=${id}`);
  expect(page.body.data?.['transactions']).toHaveLength(2);
});

test('applies times and skip, and lists and clears faults', async () => {
  const bench = await startBench();
  const path = '/cards/get_issuing_wallet_balance';
  const seen = async (count: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let call = 0; call < count; call += 1) statuses.push((await bench.api('GET', path)).status);
    return statuses;
  };
  await bench.fault('issuing_wallet', 'status', { status: 503, times: 2, skip: 1 });
  expect(await seen(4)).toEqual([200, 503, 503, 200]);
  await bench.door('POST', '/faults', { path: 'issuing_wallet', mode: 'status', status: 503 });
  expect(await seen(3)).toEqual([503, 503, 503]);
  expect((await bench.door('GET', '/faults')).body['faults']).toMatchObject([
    { path: 'issuing_wallet', mode: 'status', times: 0 },
  ]);
  await bench.door('DELETE', '/faults');
  expect(await seen(1)).toEqual([200]);
});

test('refuses faults it does not know', async () => {
  const bench = await startBench();
  expect((await bench.fault('x', 'explode')).status).toBe(400);
  expect((await bench.door('POST', '/faults', { mode: 'status' })).status).toBe(400);
  expect((await bench.fault('x', 'status', { status: 700 })).status).toBe(400);
});
