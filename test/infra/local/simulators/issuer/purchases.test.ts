import { expect, test } from 'vitest';
import { cardWish, eventually, startBench, startReceiver } from './issuer-bench.ts';

test('an approved purchase takes the money and sends an event', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url });
  const id = await bench.card();
  const bought = await bench.buy(id, 420, { pin3ds: '1234' });
  expect(bought).toEqual({ approved: true, reference: expect.any(String), amountCents: 420 });
  await eventually(() => expect(receiver.of('card_debit_event.successful')).toHaveLength(1));
  expect(receiver.of('card_debit_event.successful')[0]?.data).toMatchObject({
    card_id: id,
    amount: '420',
    description: 'CORNER COFFEE',
    transaction_reference: bought['reference'],
    card_transaction_type: 'DEBIT',
    merchant_category_code: '5814',
    settled_available_balance: '80',
    settled_book_balance: '80',
  });
});

test.each([
  ['insufficient balance', { amount: 501 }],
  ['incorrect PIN', { pin3ds: '4321' }],
  ['incorrect CVV', { cvv: '1' }],
  ['incorrect expiry', { expiry: '01/20' }],
  ['blocked merchant', { mcc: '7995' }],
  ['blocked merchant', { merchant: 'Lucky Spin Casino' }],
  ['single transaction limit', { amount: 500_001 }],
  ['card not found', { cardNumber: '5555550000000000' }],
])('declines: %s', async (reason, changes) => {
  const bench = await startBench();
  const id = await bench.card();
  expect(await bench.buy(id, 100, changes)).toMatchObject({ approved: false, reason, reference: expect.any(String) });
  expect((await bench.show(id)).balances.bookCents).toBe(500);
});

test('a decline is sent with its reason and writes no line on the statement', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url });
  const id = await bench.card();
  await bench.buy(id, 501);
  await eventually(() => expect(receiver.of('card_debit_event.declined')).toHaveLength(1));
  expect(receiver.of('card_debit_event.declined')[0]?.data).toMatchObject({
    amount: '501',
    decline_reason: 'insufficient balance',
  });
  expect((await bench.show(id)).transactions).toHaveLength(1);
});

test('frozen, flagged, expired and deleted cards decline', async () => {
  const bench = await startBench();
  const [frozen, flagged, expired, deleted] = [
    await bench.card(),
    await bench.card(),
    await bench.card(),
    await bench.card(),
  ];
  await bench.api('PATCH', `/cards/freeze_card?card_id=${frozen}`);
  expect(await bench.buy(frozen, 100)).toMatchObject({ reason: 'card frozen' });
  await bench.door('POST', `/cards/${flagged}/flag_fraud`);
  expect(await bench.buy(flagged, 100)).toMatchObject({ reason: 'card blocked' });
  await bench.api('DELETE', `/cards/delete_card/${deleted}`);
  expect(await bench.buy(deleted, 100)).toMatchObject({ reason: 'card deleted' });
  await bench.advance(4 * 366 * 86_400);
  expect(await bench.buy(expired, 100)).toMatchObject({ reason: 'card expired' });
});

test("a card's spending in a month ends at its limit, and begins again with the next month", async () => {
  const bench = await startBench({ fundLimitSeconds: 0 });
  const id = await bench.card({ card_limit: '500000', funding_amount: '500000' });
  expect(await bench.buy(id, 400_000)).toMatchObject({ approved: true });
  await bench.move('fund', id, 200_000);
  await eventually(async () => expect((await bench.show(id)).balances.bookCents).toBe(300_000));
  expect(await bench.buy(id, 100_001)).toMatchObject({ approved: false, reason: 'monthly limit' });
  await bench.advance(32 * 86_400);
  expect(await bench.buy(id, 100_001)).toMatchObject({ approved: true });
});

test('the fifteenth decline in a row for lack of money deletes the card; a success or a load begins the count again', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url });
  const id = await bench.card();
  for (let count = 0; count < 14; count += 1) await bench.buy(id, 501);
  expect((await bench.show(id)).insufficientFundsDeclines).toBe(14);
  await bench.buy(id, 100);
  for (let count = 0; count < 14; count += 1) await bench.buy(id, 501);
  await bench.move('fund', id, 1);
  await eventually(async () => expect((await bench.show(id)).insufficientFundsDeclines).toBe(0));
  for (let count = 0; count < 15; count += 1) await bench.buy(id, 501);
  expect(await bench.show(id)).toMatchObject({ state: 'deleted', returnedCents: 401, balances: { bookCents: 0 } });
  await eventually(() => expect(receiver.of('card_delete_event.successful')).toHaveLength(1));
  expect(receiver.of('card_debit_event.declined')).toHaveLength(43);
});

test('foreign purchases are charged in dollars with the mark-up, and fees stand beside them', async () => {
  const bench = await startBench({ fxMarkupBasisPoints: 300, purchaseFeeCents: 50 });
  const id = await bench.card();
  expect(await bench.buy(id, 100, { currency: 'EUR' })).toMatchObject({ approved: true, amountCents: 112 });
  expect((await bench.show(id)).balances.bookCents).toBe(500 - 112 - 50);
  expect(await bench.buy(id, 338)).toMatchObject({ reason: 'insufficient balance' });
});

test('reverses a purchase in parts, up to the rest, and above it on request', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url });
  const id = await bench.card();
  const reference = String((await bench.buy(id, 400))['reference']);
  const reverse = (body?: object) => bench.door('POST', `/purchases/${reference}/reverse`, body);
  expect((await reverse({ amount: 150 })).body).toEqual({ reference: `${reference}_REVERSAL`, cents: 150 });
  expect((await reverse()).body).toEqual({ reference: `${reference}_REVERSAL_2`, cents: 250 });
  expect((await reverse()).status).toBe(409);
  expect((await reverse({ amount: 10 })).status).toBe(200);
  expect((await bench.show(id)).balances.bookCents).toBe(510);
  await eventually(() => expect(receiver.of('card_reversal_event.successful')).toHaveLength(3));
  expect(receiver.of('card_reversal_event.successful')[0]?.data).toMatchObject({
    amount: '150',
    transaction_reference: `${reference}_REVERSAL`,
    card_transaction_type: 'CREDIT',
  });
});

test('a refund after deletion has its line and its event, and its money goes to the wallet', async () => {
  const bench = await startBench();
  const id = await bench.card();
  const reference = String((await bench.buy(id, 400))['reference']);
  await bench.api('DELETE', `/cards/delete_card/${id}`);
  const before = await bench.wallet();
  expect(
    (await bench.door('POST', `/purchases/${reference}/refund`, { unlinked: true })).body['reference'],
  ).not.toContain(reference);
  expect(await bench.wallet()).toBe(before + 400);
  const shown = await bench.show(id);
  expect(shown.transactions[0]).toMatchObject({ kind: 'reversal', cents: 400 });
  expect(shown.balances.bookCents).toBe(0);
});

test('a forced post makes the card negative and the next load fills the hole', async () => {
  const bench = await startBench();
  const id = await bench.card();
  const declined = await bench.buy(id, 900);
  const forced = await bench.door('POST', `/purchases/${String(declined['reference'])}/force`);
  expect(forced.body).toMatchObject({ approved: true, cents: 900 });
  expect((await bench.show(id)).balances).toMatchObject({ bookCents: -400, availableCents: -400 });
  const balance = await bench.api('GET', `/cards/get_card_balance?card_id=${id}`);
  expect(balance.body.data).toMatchObject({ balance: '-400', available_balance: '-400' });
  expect((await bench.move('unload', id, 1)).body.message).toMatch(/enough funds/i);
  await bench.move('fund', id, 1000);
  await eventually(async () => expect((await bench.show(id)).balances.bookCents).toBe(600));
  expect((await bench.door('POST', `/cards/${id}/force_post`, { amount: 700 })).status).toBe(200);
  expect((await bench.show(id)).balances.bookCents).toBe(-100);
});

test('the monthly fee takes held money, then the rest, then blocks, warns and deletes', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url, heldCents: 150 });
  const holderId = await bench.holder();
  const made = await bench.api(
    'POST',
    '/cards/create_card',
    cardWish(holderId, { card_limit: '500000', funding_amount: '300' }),
  );
  const id = String(made.body.data?.['card_id']);
  const run = (name: string) => bench.door('POST', `/jobs/${name}`);
  await run('monthly-fee');
  expect((await bench.show(id)).balances).toMatchObject({ bookCents: 200, heldCents: 50, availableCents: 150 });
  await run('monthly-fee');
  await run('monthly-fee');
  expect((await bench.show(id)).balances).toMatchObject({ bookCents: 0, heldCents: 0 });
  expect((await run('monthly-fee')).body['affected']).toMatchObject([
    { cardId: id, did: expect.stringContaining('blocked') },
  ]);
  expect((await bench.show(id)).state).toBe('blocked');
  await eventually(() => expect(receiver.of('card_delete_event.notification')).toHaveLength(1));
  const fees = receiver.of('card_maintenance_fee_debit_event.successful');
  expect(fees).toHaveLength(3);
  expect(fees[0]?.data).not.toHaveProperty('transaction_reference');
  expect(receiver.of('card_blocked_due_to_insufficient_funds.activated')).toHaveLength(1);
  expect((await run('deletion')).body['affected']).toEqual([]);
  await bench.advance(8 * 86_400);
  await run('deletion');
  expect((await bench.show(id)).state).toBe('deleted');
});

test('a blocked card works again after a load and an unfreeze', async () => {
  const bench = await startBench({ maintenanceFeeCents: 600 });
  const id = await bench.card();
  await bench.door('POST', '/jobs/monthly-fee', { cardId: id });
  expect((await bench.api('PATCH', `/cards/unfreeze_card?card_id=${id}`)).status).toBe(400);
  await bench.move('fund', id, 1000);
  await eventually(async () => expect((await bench.show(id)).balances.bookCents).toBe(1000));
  expect((await bench.api('PATCH', `/cards/unfreeze_card?card_id=${id}`)).status).toBe(200);
  expect(await bench.show(id)).toMatchObject({ state: 'active', potentialDeleteDate: null });
});

test('an unused card is frozen after 30 days, warned, and deleted after 90', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url });
  const id = await bench.card();
  expect((await bench.door('POST', '/jobs/inactivity')).body['affected']).toEqual([]);
  await bench.advance(31 * 86_400);
  await bench.door('POST', '/jobs/inactivity');
  expect((await bench.show(id)).state).toBe('frozen');
  await bench.advance(53 * 86_400);
  await bench.door('POST', '/jobs/inactivity');
  expect((await bench.show(id)).potentialDeleteDate).not.toBeNull();
  await bench.advance(7 * 86_400);
  await bench.door('POST', '/jobs/deletion');
  expect((await bench.show(id)).state).toBe('deleted');
  await eventually(() => expect(receiver.of('card_delete_event.successful')).toHaveLength(1));
  expect(receiver.of('card_freezed_due_to_30_days_inactivity_event.successful')).toHaveLength(1);
});
