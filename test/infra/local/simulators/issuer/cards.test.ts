import { expect, test } from 'vitest';
import { cardWish, eventually, keys, opensslEncrypt, startBench, startReceiver } from './issuer-bench.ts';

test('a card is created, announced, and funded from the issuing wallet', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url, floatCents: 10_000 });
  const holderId = await bench.holder();
  const made = await bench.api('POST', '/cards/create_card', cardWish(holderId));
  expect(made).toMatchObject({
    status: 201,
    body: { status: 'success', data: { card_id: expect.stringMatching(/^[0-9a-f]{32}$/), currency: 'USD' } },
  });
  await eventually(() => expect(receiver.of('card_creation_event.successful')).toHaveLength(1));
  expect(receiver.received[0]?.data).toMatchObject({
    card_id: made.body.data?.['card_id'],
    meta_data: { card_ref: 'crd_01' },
  });
  const wallet = await bench.api('GET', '/cards/get_issuing_wallet_balance');
  expect(wallet.body.data).toMatchObject({ issuing_balance_USD: '9500' });
  expect(receiver.of('card_credit_event.successful')).toHaveLength(0);
});

test('the secrets are encrypted on the API host and in clear through the relay', async () => {
  const bench = await startBench();
  const id = await bench.card();
  const { cardNumber, cvv } = await bench.show(id);
  const path = `/cards/get_card_details?card_id=${id}`;
  const encrypted = await bench.api('GET', path);
  expect(encrypted.body.data).toMatchObject({
    card_name: 'Amina Bello',
    brand: 'Mastercard',
    last_4: cardNumber.slice(-4),
    is_active: true,
    is_deleted: false,
    balance: '500',
    book_balance: '500',
    available_balance: '500',
    current_card_limit: '1000000',
    pin_3ds_activated: true,
    livemode: false,
    meta_data: { card_ref: 'crd_01' },
    card_number: expect.stringMatching(/^ev:/),
    cvv: expect.stringMatching(/^ev:/),
    expiry_year: expect.stringMatching(/^ev:/),
  });
  expect(JSON.stringify(encrypted.body)).not.toContain(cardNumber);
  await bench.advance(4);
  const clear = await bench.send('/relay/v1/issuing', 'GET', path, undefined, { token: `Bearer ${keys.accessToken}` });
  const year = String(new Date().getUTCFullYear() + 3);
  expect(clear.body.data).toMatchObject({ card_number: cardNumber, cvv, expiry_year: year });
});

test('a reveal token works once, within a minute, without the API token, from any site', async () => {
  const bench = await startBench();
  const id = await bench.card();
  const token = async (): Promise<string> =>
    String((await bench.api('GET', `/cards/generate_token_for_card_details?card_id=${id}`)).body.data?.['token']);
  const path = `/relay/v1/issuing/sandbox/cards/get_card_details_from_token?token=${await token()}`;
  const first = await fetch(bench.url + path, { headers: { origin: 'http://localhost:3000' } });
  expect(first.headers.get('access-control-allow-origin')).toBe('*');
  expect(await first.json()).toMatchObject({ data: { card_number: (await bench.show(id)).cardNumber } });
  expect((await fetch(bench.url + path)).status).toBe(400);
  const late = await token();
  await bench.advance(61);
  expect(
    (await bench.send('/relay/v1/issuing', 'GET', `/cards/get_card_details_from_token?token=${late}`)).status,
  ).toBe(400);
});

test.each([
  ['a PIN under another key', { pin: opensslEncrypt('1234', 'another key') }, 400, /invalid pin/i],
  ['a PIN of three digits', { pin: opensslEncrypt('123') }, 400, /invalid pin/i],
  ['too little funding', { funding_amount: '399' }, 400, /minimum funding/i],
  ['too much funding', { card_limit: '500000', funding_amount: '500001' }, 400, /maximum balance/i],
  ['another brand', { card_brand: 'Visa' }, 400, /currently unavailable/i],
  ['another limit', { card_limit: '700000' }, 400, /card limit/i],
  ['dollars instead of cents', { funding_amount: '5.00' }, 422, undefined],
  ['a holder nobody knows', { cardholder_id: 'nobody' }, 400, /no cardholder with this id/i],
])('creation refuses %s', async (_what, changes, status, message) => {
  const bench = await startBench();
  const refused = await bench.api('POST', '/cards/create_card', cardWish(await bench.holder(), changes));
  expect(refused.status).toBe(status);
  if (message) expect(refused.body.message).toMatch(message);
  expect(await bench.wallet()).toBe(100_000_000);
});

test('creation refuses a used reference and an empty wallet', async () => {
  const bench = await startBench({ floatCents: 500 });
  const wish = cardWish(await bench.holder());
  expect((await bench.api('POST', '/cards/create_card', wish)).status).toBe(201);
  expect((await bench.api('POST', '/cards/create_card', wish)).body.message).toMatch(/reference exists/i);
  const another = { ...wish, transaction_reference: 'another' };
  expect((await bench.api('POST', '/cards/create_card', another)).body.message).toMatch(
    /top up your usd issuing wallet/i,
  );
});

test('maintenance money is held back when the program says so', async () => {
  const bench = await startBench({ heldCents: 400 });
  const id = await bench.card();
  const balance = await bench.api('GET', `/cards/get_card_balance?card_id=${id}`);
  expect(balance.body.data).toEqual({ card_id: id, balance: '500', available_balance: '100', book_balance: '500' });
  await bench.door('POST', '/settings', { balanceNames: 'settled' });
  await bench.advance(4);
  const settled = await bench.api('GET', `/cards/get_card_balance?card_id=${id}`);
  expect(settled.body.data).toEqual({
    card_id: id,
    balance: '500',
    settled_available_balance: '100',
    settled_book_balance: '500',
  });
});

test('freezes and unfreezes a card, also twice in a row', async () => {
  const bench = await startBench();
  const id = await bench.card();
  for (const [verb, state] of [
    ['freeze', 'frozen'],
    ['freeze', 'frozen'],
    ['unfreeze', 'active'],
    ['unfreeze', 'active'],
  ] as const) {
    const done = await bench.api('PATCH', `/cards/${verb}_card?card_id=${id}`);
    expect(done).toMatchObject({ status: 200, body: { data: { card_id: id } } });
    expect((await bench.show(id)).state).toBe(state);
  }
  expect((await bench.api('PATCH', '/cards/freeze_card', { card_id: id })).status).toBe(200);
  expect((await bench.api('PATCH', '/cards/freeze_card?card_id=nobody')).body.message).toMatch(/no card with this id/i);
  expect((await bench.api('PATCH', '/cards/freeze_card')).status).toBe(422);
});

test('a deleted card returns its rest to the issuing wallet and stays readable', async () => {
  const receiver = await startReceiver();
  const bench = await startBench({ webhookUrl: receiver.url });
  const id = await bench.card();
  const before = await bench.wallet();
  expect((await bench.api('DELETE', `/cards/delete_card/${id}`)).status).toBe(200);
  expect(await bench.wallet()).toBe(before + 500);
  await eventually(() => expect(receiver.of('card_delete_event.successful')).toHaveLength(1));
  const details = await bench.api('GET', `/cards/get_card_details?card_id=${id}`);
  expect(details.body.data).toMatchObject({ is_deleted: true, is_active: false, balance: '0' });
  expect((await bench.api('DELETE', `/cards/delete_card/${id}`)).status).toBe(400);
});

test.each(['set_3d_secure_pin', 'update_card_pin'])('%s changes the PIN that purchases ask for', async (name) => {
  const bench = await startBench();
  const id = await bench.card();
  const set = await bench.api('POST', `/cards/${name}`, { card_id: id, card_pin: opensslEncrypt('0007') });
  expect(set.status).toBe(200);
  expect(await bench.buy(id, 100, { pin3ds: '1234' })).toMatchObject({ approved: false, reason: 'incorrect PIN' });
  expect(await bench.buy(id, 100, { pin3ds: 7 })).toMatchObject({ approved: true });
  expect((await bench.api('POST', `/cards/${name}`, { card_id: id, card_pin: '0007' })).status).toBe(400);
});

test("lists a holder's cards, by which a lost creation is found again, and all cards by page", async () => {
  const bench = await startBench();
  const holderId = await bench.holder();
  const references = Array.from({ length: 21 }, (_, index) => `crd_${index}`);
  for (const card_ref of references)
    await bench.api('POST', '/cards/create_card', cardWish(holderId, { meta_data: { card_ref } }));
  const own = await bench.api('GET', `/cards/get_all_cardholder_cards?cardholder_id=${holderId}`);
  expect(own.body.data).toMatchObject({
    total: 21,
    cards: references.map((card_ref) => ({ meta_data: { card_ref } })),
  });
  const second = await bench.api('GET', '/cards/get_all_cards?page=2');
  expect(second.body.data).toMatchObject({
    cards: [{ meta_data: { card_ref: 'crd_0' } }],
    meta: { total: 21, pages: 2 },
  });
});

test('the sandbox fills the wallet and buys with a card; the live base does neither', async () => {
  const bench = await startBench({ floatCents: 0 });
  const header = { token: `Bearer ${keys.accessToken}` };
  expect((await bench.api('PATCH', '/cards/fund_issuing_wallet?currency=USD', { amount: '10000' })).status).toBe(200);
  const id = await bench.card();
  const bought = await bench.api('PATCH', '/cards/mock_debit_transaction', { card_id: id });
  expect(bought).toMatchObject({
    status: 200,
    body: { data: { card_id: id, transaction_reference: expect.any(String) } },
  });
  for (const path of ['/cards/fund_issuing_wallet?currency=USD', '/cards/mock_debit_transaction']) {
    expect((await bench.send('/v1/issuing', 'PATCH', path, { amount: '1', card_id: id }, header)).status).toBe(403);
  }
});

test('refuses a wrong token, an unknown path, another method and a body that is no JSON', async () => {
  const bench = await startBench();
  const path = '/cards/get_issuing_wallet_balance';
  expect((await bench.send('/v1/issuing', 'GET', path, undefined, { token: 'Bearer at_test_wrong' })).status).toBe(401);
  expect(
    (await bench.send('/v1/issuing', 'GET', path, undefined, { authorization: `Bearer ${keys.accessToken}` })).status,
  ).toBe(401);
  expect((await bench.api('GET', '/cards/nothing')).status).toBe(404);
  expect((await bench.api('POST', path, {})).status).toBe(405);
  expect(await bench.api('POST', '/cards/create_card', '{"card')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body'] }] },
  });
  expect((await bench.api('GET', '/cards/fx-rate')).body.data).toHaveProperty('NGN-USD');
  expect((await bench.api('GET', '/cards/fx-rate')).status).toBe(420);
});
