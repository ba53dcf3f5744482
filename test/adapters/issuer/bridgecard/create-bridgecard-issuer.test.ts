import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { decryptAesEverywhere, encryptAesEverywhere } from '#functions/adapters/issuer/bridgecard/aes-everywhere.ts';
import { createBridgecardIssuer } from '#functions/adapters/issuer/bridgecard/create-bridgecard-issuer.ts';
import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import { cents } from '#shared/money.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import {
  halfAnAnswer,
  json,
  redirect,
  reset,
  silence,
  startScriptedServer,
  status,
  text,
  type Move,
  type ScriptedServer,
} from '#test/support/scripted-server.ts';
import { cardDetails, holder, load, purchase, revealedDetails } from './samples.ts';

const accessToken = 'at_test_0123456789';
const secretKey = 'sk_test_0123456789';
const webhookSecret = 'whsec_0123456789';

let server: ScriptedServer;
let issuer: CardIssuer;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());
beforeEach(() => {
  issuer = createIssuer(server.url);
});

function createIssuer(
  url: string,
  totalMs = 3000,
  before: { secretKeyBefore?: string; webhookSecretBefore?: string } = {},
): CardIssuer {
  return createBridgecardIssuer({
    baseUrl: `${url}/v1/issuing`,
    revealBaseUrl: `${url}/relay/v1/issuing/`,
    accessToken,
    secretKey,
    webhookSecret,
    ...before,
    holderIdentity: 'none',
    program: {
      phone: '+15550100',
      address: {
        street: 'Example Road',
        houseNumber: '1',
        city: 'Newark',
        state: 'Delaware',
        country: 'United States',
        postalCode: '19702',
      },
    },
    clock: manualClock(),
    timeouts: { connectMs: 1000, totalMs },
  });
}

function ok(data: unknown, code = 200): Move {
  return json({ status: 'success', message: 'well', data }, code);
}

function refused(message: string, code = 400): Move {
  return json({ message }, code);
}

const transfer = { issuerCardId: '0f3c', amountCents: cents(2500), reference: 'op_01' } as const;
const newCard = {
  reference: 'op_01',
  cardId: 'crd_01',
  holderId: '77aa',
  label: 'Travel',
  pin: '0420',
  fundingCents: cents(500),
  monthlySpendCents: cents(1_000_000),
} as const;

/** Every call of the issuer, with sample arguments: each must classify all failures of the provider. */
const calls: Record<string, (issuer: CardIssuer) => Promise<{ outcome: string; detail?: string }>> = {
  registerCardholder: (issuer) =>
    issuer.registerCardholder({ userId: 'usr_01', firstname: 'Amina', lastname: 'Bello', email: 'a@example.test' }),
  readCardholder: (issuer) => issuer.readCardholder('77aa'),
  findCardholder: (issuer) => issuer.findCardholder('usr_01'),
  deleteCardholder: (issuer) => issuer.deleteCardholder('77aa'),
  createCard: (issuer) => issuer.createCard(newCard),
  findCard: (issuer) => issuer.findCard({ holderId: '77aa', cardId: 'crd_01' }),
  readCard: (issuer) => issuer.readCard('0f3c'),
  load: (issuer) => issuer.load(transfer),
  unload: (issuer) => issuer.unload(transfer),
  readTransfer: (issuer) => issuer.readTransfer(transfer),
  freeze: (issuer) => issuer.freeze('0f3c'),
  unfreeze: (issuer) => issuer.unfreeze('0f3c'),
  close: (issuer) => issuer.close('0f3c'),
  setPin: (issuer) => issuer.setPin({ issuerCardId: '0f3c', pin: '0420' }),
  reveal: (issuer) => issuer.reveal('0f3c'),
  listTransactions: (issuer) => issuer.listTransactions({ issuerCardId: '0f3c', page: 1 }),
  readTransaction: (issuer) => issuer.readTransaction({ issuerCardId: '0f3c', reference: 'op_01' }),
  readFloat: (issuer) => issuer.readFloat(),
};
const onceOnly = ['registerCardholder', 'createCard', 'load', 'unload', 'freeze', 'unfreeze', 'close'];

/** Every command, with the time until which it may leave. */
const commands: Record<string, (issuer: CardIssuer, sendBeforeMs: number) => Promise<{ outcome: string }>> = {
  registerCardholder: (issuer, sendBeforeMs) =>
    issuer.registerCardholder({
      userId: 'usr_01',
      firstname: 'Amina',
      lastname: 'Bello',
      email: 'a@b.test',
      sendBeforeMs,
    }),
  createCard: (issuer, sendBeforeMs) => issuer.createCard({ ...newCard, sendBeforeMs }),
  load: (issuer, sendBeforeMs) => issuer.load({ ...transfer, sendBeforeMs }),
  unload: (issuer, sendBeforeMs) => issuer.unload({ ...transfer, sendBeforeMs }),
  freeze: (issuer, sendBeforeMs) => issuer.freeze('0f3c', sendBeforeMs),
  unfreeze: (issuer, sendBeforeMs) => issuer.unfreeze('0f3c', sendBeforeMs),
  deleteCardholder: (issuer, sendBeforeMs) => issuer.deleteCardholder('77aa', sendBeforeMs),
  close: (issuer, sendBeforeMs) => issuer.close('0f3c', sendBeforeMs),
};

it.each(Object.entries(commands))('%s is not sent once sendBeforeMs has passed', async (_name, command) => {
  const nowMs = manualClock().now();
  server.play(refused('no such thing'));
  expect(await command(issuer, nowMs)).toMatchObject({ outcome: 'not_processed' });
  expect(server.seen).toHaveLength(0);
  await command(issuer, nowMs + 1);
  expect(server.seen).toHaveLength(1);
});

describe.each(Object.entries(calls))('%s', (name, call) => {
  it.each([
    ['no answer in time', silence],
    ['half an answer', halfAnAnswer],
    ['a reset', reset],
    ['an error page', status(502)],
    ['a 500 with words', refused('Please top up your USD issuing wallet', 500)],
    ['a 503', refused('Service Unavailable', 503)],
    ['a 504', refused('timeout', 504)],
    ['a 302 with words', refused('Found', 302)],
    ['a 408', refused('slow', 408)],
    ['a 409', refused('busy', 409)],
    ['an error page with 400', status(400)],
    ['a redirect', redirect('/elsewhere')],
    ['a 200 that is no JSON', text('<html>')],
    ['a 200 without envelope', json({ message: 'hm' })],
    ['a 200 that says that it failed', json({ status: 'failed', message: 'hm', data: {} })],
  ])('is unknown after %s', async (title, move) => {
    server.play(move);
    const patient = title === 'no answer in time' ? createIssuer(server.url, 250) : issuer;
    expect(await call(patient)).toMatchObject({ outcome: 'unknown' });
    // Only repeatable calls are sent twice, and only after a broken connection.
    const isRepeated = title !== 'half an answer' && title !== 'a reset' ? false : !onceOnly.includes(name);
    expect(server.seen).toHaveLength(isRepeated ? 2 : 1);
  });

  it.each([401, 403])('is a fault with %i', async (code) => {
    server.play(refused('Invalid token', code));
    expect(await call(issuer)).toMatchObject({ outcome: 'fault' });
  });

  it('is a fault for a schema complaint', async () => {
    server.play(json({ detail: [{ loc: ['body', 'x'], msg: 'm', type: 't' }] }, 422));
    expect(await call(issuer)).toMatchObject({ outcome: 'fault' });
  });

  it('is a fault for a path that does not exist', async () => {
    server.play(json({ detail: 'Not Found' }, 404));
    expect(await call(issuer)).toMatchObject({ outcome: 'fault' });
  });

  it.each([420, 429])('is not processed with %i', async (code) => {
    server.play(refused('Too many requests', code));
    expect(await call(issuer)).toMatchObject({ outcome: 'not_processed' });
  });

  it.each([
    ['an unknown complaint', refused('Something new')],
    ['a blacklisted user', refused('This user has been blacklisted', 451)],
  ])('is declined for %s', async (title, move) => {
    server.play(move);
    // A read by an unknown reference is refused in undocumented words, so an unknown complaint means "not found".
    const isNotFound = name === 'readTransaction' && title === 'an unknown complaint';
    expect(await call(issuer)).toMatchObject(
      isNotFound ? { outcome: 'success' } : { outcome: 'declined', reason: 'rejected' },
    );
  });

  it('is not processed when the connection is refused', async () => {
    const closed = await startScriptedServer();
    await closed.close();
    expect(await call(createIssuer(closed.url))).toMatchObject({ outcome: 'not_processed' });
  });

  it('authenticates, and reveals neither keys nor PIN', async () => {
    server.play(refused(`Invalid ${accessToken.slice(-3)} ev:RFVC:1 5555555555554444`));
    const text = JSON.stringify(await call(issuer));
    expect(server.seen[0]?.headers['token']).toBe(`Bearer ${accessToken}`);
    for (const secret of [accessToken, secretKey, '0420', 'ev:RFVC', '5555555555554444', '77aa'])
      expect(text).not.toContain(secret);
    expect(JSON.stringify(server.seen)).not.toContain(secretKey);
    expect(JSON.stringify(server.seen.map(({ body }) => body))).not.toContain('0420');
  });
});

describe('holders', () => {
  it('are registered without identity, under our user id', async () => {
    server.play(ok({ cardholder_id: '77aa' }, 201));
    expect(await calls['registerCardholder']?.(issuer)).toEqual({
      outcome: 'success',
      value: { holderId: '77aa', userId: 'usr_01', status: 'pending' },
    });
    expect(server.seen[0]).toMatchObject({ method: 'POST', target: '/v1/issuing/cardholder/register_cardholder' });
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      first_name: 'Amina',
      last_name: 'Bello',
      phone: '+15550100',
      email_address: 'a@example.test',
      address: {
        address: 'Example Road',
        house_no: '1',
        city: 'Newark',
        state: 'Delaware',
        country: 'United States',
        postal_code: '19702',
      },
      meta_data: { user_ref: 'usr_01' },
    });
  });

  it('are undefined when the issuer does not know them', async () => {
    server.play(refused("There's no cardholder with this ID"));
    expect(await issuer.readCardholder('77aa')).toEqual({ outcome: 'success', value: undefined });
  });

  it('are unknown when the answer is about another holder', async () => {
    server.play(ok(holder({ cardholder_id: 'other' })));
    expect(await issuer.readCardholder('77aa')).toMatchObject({ outcome: 'unknown' });
  });

  it('are searched for on every page', async () => {
    const others = (pages: number) => ok({ cardholders: [holder({ meta_data: {} })], meta: { pages } });
    server.play(others(3), others(3), ok({ cardholders: [holder()], meta: { pages: 3 } }));
    expect(await issuer.findCardholder('usr_01')).toMatchObject({ outcome: 'success', value: { holderId: '77aa' } });
    expect(server.seen.map(({ target }) => target.split('?')[1])).toEqual(['page=1', 'page=2', 'page=3']);
    server.play(others(2));
    expect(await issuer.findCardholder('usr_01')).toEqual({ outcome: 'success', value: undefined });
    expect(server.seen).toHaveLength(2);
  });

  it('are found in a list under any name, for the contract does not name it', async () => {
    server.play(ok({ total: 1, holders: [holder()], meta: { pages: 1 } }));
    expect(await issuer.findCardholder('usr_01')).toMatchObject({ outcome: 'success', value: { holderId: '77aa' } });
  });

  it('are searched for until an empty page when the issuer does not count the pages', async () => {
    server.play(ok({ cardholders: [holder({ meta_data: {} })] }), ok({ cardholders: [] }));
    expect(await issuer.findCardholder('usr_01')).toEqual({ outcome: 'success', value: undefined });
    expect(server.seen).toHaveLength(2);
  });

  it('are unknown when there are more pages than one search may read', async () => {
    server.play(ok({ cardholders: [], meta: { pages: 1_000_000 } }));
    expect(await issuer.findCardholder('usr_01')).toMatchObject({ outcome: 'unknown' });
    expect(server.seen).toHaveLength(200);
  });
});

describe('cards', () => {
  it.each(['freeze', 'unfreeze'] as const)(
    'are unknown after a %s whose connection broke, because the request may take effect later',
    async (call) => {
      server.play(reset, ok({ card_id: '0f3c' }));
      expect(await issuer[call]('0f3c')).toMatchObject({ outcome: 'unknown' });
      expect(await issuer[call]('0f3c')).toEqual({ outcome: 'success', value: 'done' });
      // A kept connection may be dead: a reset would not mean that the issuer may have seen the request.
      expect(server.seen.map(({ headers }) => headers.connection)).toEqual(['close', 'close']);
    },
  );

  it('get their PIN sent again after a broken connection; a rate limit then leaves the outcome unknown', async () => {
    const command = { issuerCardId: '0f3c', pin: '0420' };
    server.play(reset, ok({ card_id: '0f3c' }));
    expect(await issuer.setPin(command)).toEqual({ outcome: 'success', value: 'done' });
    server.play(reset, refused('Too many requests', 420));
    expect(await issuer.setPin(command)).toMatchObject({ outcome: 'unknown' });
  });

  it('are created with an encrypted PIN, our reference and our card id', async () => {
    server.play(ok({ card_id: '0f3c', currency: 'USD' }, 201));
    expect(await issuer.createCard(newCard)).toEqual({ outcome: 'success', value: { issuerCardId: '0f3c' } });
    const { pin, ...body } = JSON.parse(server.seen[0]?.body ?? '') as { pin: string };
    expect(body).toEqual({
      cardholder_id: '77aa',
      card_type: 'virtual',
      card_brand: 'Mastercard',
      card_currency: 'USD',
      card_limit: '1000000',
      transaction_reference: 'op_01',
      funding_amount: '500',
      meta_data: { card_ref: 'crd_01', label: 'Travel' },
    });
    expect(decryptAesEverywhere(pin, secretKey)).toBe('0420');
  });

  it.each([
    ['A transaction with this transaction reference exists', 'duplicate_reference'],
    ['Please top up your USD issuing wallet', 'insufficient_float'],
    ["This cardholder hasn't had their ID verified yet", 'holder_not_verified'],
    ["There's no cardholder with this ID", 'holder_not_found'],
    ['This product is currently unavailable', 'unavailable'],
  ])('are declined for "%s"', async (message, reason) => {
    server.play(refused(message));
    expect(await issuer.createCard(newCard)).toMatchObject({ outcome: 'declined', reason });
  });

  it('are unknown when the 201 of their creation names no card', async () => {
    server.play(ok({}, 201));
    expect(await issuer.createCard(newCard)).toMatchObject({ outcome: 'unknown' });
  });

  it('are never requested with a malformed PIN', async () => {
    server.play(status(500));
    expect(await issuer.createCard({ ...newCard, pin: '42' })).toMatchObject({ outcome: 'fault' });
    expect(await issuer.setPin({ issuerCardId: '0f3c', pin: 'abcd' })).toMatchObject({ outcome: 'fault' });
    expect(server.seen).toHaveLength(0);
  });

  it("are found among a holder's by our id", async () => {
    server.play(ok({ cards: [cardDetails({ meta_data: { card_ref: 'crd_00' } }), cardDetails()], total: 2 }));
    const found = await issuer.findCard({ holderId: '77aa', cardId: 'crd_01' });
    expect(found).toMatchObject({ outcome: 'success', value: { issuerCardId: '0f3c', cardId: 'crd_01' } });
    server.play(ok({ cards: [], total: 0 }));
    expect(await issuer.findCard({ holderId: '77aa', cardId: 'crd_01' })).toEqual({
      outcome: 'success',
      value: undefined,
    });
    server.play(ok({ cards: [], total: 7 }));
    expect(await issuer.findCard({ holderId: '77aa', cardId: 'crd_01' })).toMatchObject({ outcome: 'unknown' });
    // An incomplete list does not prove that the card does not exist.
    server.play(ok({ cards: [cardDetails({ meta_data: { card_ref: 'crd_00' } })], total: 2 }));
    expect(await issuer.findCard({ holderId: '77aa', cardId: 'crd_01' })).toMatchObject({ outcome: 'unknown' });
  });

  it('are looked up one by one when the list does not say which of our cards they are', async () => {
    const list = ok({ cards: [{ card_id: '0f3b' }, { card_id: '0f3c' }], total: 2 });
    const other = ok(cardDetails({ card_id: '0f3b', meta_data: { card_ref: 'crd_00' } }));
    server.play(list, other, ok(cardDetails()));
    const query = { holderId: '77aa', cardId: 'crd_01' } as const;
    expect(await issuer.findCard(query)).toMatchObject({ outcome: 'success', value: { issuerCardId: '0f3c' } });
    server.play(list, other, refused('Slow down', 429));
    expect(await issuer.findCard(query)).toMatchObject({ outcome: 'not_processed' });
    server.play(list, other, ok(cardDetails({ meta_data: null })));
    expect(await issuer.findCard(query)).toEqual({ outcome: 'success', value: undefined });
  });

  it('are read one by one when the list lacks their details', async () => {
    server.play(ok({ cards: [{ card_id: '0f3c', meta_data: { card_ref: 'crd_01' } }] }), ok(cardDetails()));
    const found = await issuer.findCard({ holderId: '77aa', cardId: 'crd_01' });
    expect(found).toMatchObject({ outcome: 'success', value: { availableBalanceCents: 900 } });
  });

  it('are undefined when the issuer does not know them, and unknown when it answers about another card', async () => {
    server.play(refused("There's no card with this ID"));
    expect(await issuer.readCard('0f3c')).toEqual({ outcome: 'success', value: undefined });
    server.play(ok(cardDetails({ card_id: 'other' })));
    expect(await issuer.readCard('0f3c')).toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    ['freeze', 'PATCH', '/v1/issuing/cards/freeze_card?card_id=a%2Fb'],
    ['unfreeze', 'PATCH', '/v1/issuing/cards/unfreeze_card?card_id=a%2Fb'],
    ['close', 'DELETE', '/v1/issuing/cards/delete_card/a%2Fb'],
  ] as const)('%s is %s %s without a body', async (name, method, target) => {
    server.play(ok({ card_id: 'a/b' }));
    expect(await issuer[name]('a/b')).toEqual({ outcome: 'success', value: 'done' });
    expect(server.seen[0]).toMatchObject({ method, target, body: '' });
    expect(server.seen[0]?.headers['transfer-encoding']).toBeUndefined();
  });

  it.each([404, 405])('take a PIN under its newer name when the older one answers %i', async (code) => {
    server.play(json({ detail: 'Not Found' }, code), ok({ card_id: '0f3c' }));
    expect(await calls['setPin']?.(issuer)).toEqual({ outcome: 'success', value: 'done' });
    expect(server.seen.map(({ target }) => target)).toEqual([
      '/v1/issuing/cards/set_3d_secure_pin',
      '/v1/issuing/cards/update_card_pin',
    ]);
  });

  it('take a 404 with words about the card as a missing card, not as a missing path', async () => {
    server.play(refused("There's no card with this ID", 404));
    expect(await calls['setPin']?.(issuer)).toMatchObject({ outcome: 'declined', reason: 'card_not_found' });
    expect(server.seen).toHaveLength(1);
  });

  it('are revealed by the relay only', async () => {
    server.play(ok(revealedDetails()));
    expect(await issuer.reveal('0f3c')).toEqual({
      outcome: 'success',
      value: {
        cardNumber: '5555555555554444',
        expiry: '09/29',
        cvv: '123',
        billingAddress: { line1: '1 Example Road', city: 'Newark', state: 'Delaware', zip: '19702', country: 'US' },
      },
    });
    expect(server.seen[0]?.target).toBe('/relay/v1/issuing/cards/get_card_details?card_id=0f3c');
  });

  it('are not revealed from an answer about another card, and no part of them is in the error', async () => {
    server.play(ok(revealedDetails({ card_id: 'another' })));
    const answer = await issuer.reveal('0f3c');
    expect(answer).toEqual({ outcome: 'unknown', detail: 'reveal: the answer does not fit at "card_id"' });
    server.play(ok(revealedDetails({ card_id: undefined })));
    expect(await issuer.reveal('0f3c')).toMatchObject({ outcome: 'success' });
  });

  it('are not revealed while they are still encrypted, and no part of them is in the error', async () => {
    server.play(ok(cardDetails({ cvv: '123' })));
    const answer = await issuer.reveal('0f3c');
    expect(answer).toEqual({ outcome: 'unknown', detail: 'reveal: the answer does not fit at "card_number"' });
  });
});

describe.each(['load', 'unload'] as const)('%s', (name) => {
  it('sends whole cents under our reference and is only accepted', async () => {
    server.play(ok({ card_id: '0f3c', transaction_reference: 'op_01' }, 202));
    expect(await issuer[name](transfer)).toEqual({ outcome: 'success', value: 'accepted' });
    const path = name === 'load' ? 'fund_card_asynchronously' : 'unload_card_asynchronously';
    expect(server.seen[0]).toMatchObject({ method: 'PATCH', target: `/v1/issuing/cards/${path}` });
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      card_id: '0f3c',
      amount: '2500',
      transaction_reference: 'op_01',
      currency: 'USD',
    });
  });

  it('is accepted when the reference is known already', async () => {
    server.play(refused('A transaction with this transaction reference exists'));
    expect(await issuer[name](transfer)).toEqual({ outcome: 'success', value: 'accepted' });
  });

  it.each([
    ['reference', { card_id: '0f3c', transaction_reference: 'op_02' }],
    ['card', { card_id: 'other', transaction_reference: 'op_01' }],
    ['nothing', {}],
  ])('is unknown when the answer does not echo our request: another %s', async (_title, data) => {
    server.play(ok(data, 202));
    expect(await issuer[name](transfer)).toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    ['You can only fund a card once every 5 minutes', 420],
    ['You can only fund a card once every 5 minutes', 400],
    ['Slow down', 429],
  ])('is not processed for five minutes after "%s" with %i', async (message, code) => {
    server.play(refused(message, code));
    expect(await issuer[name](transfer)).toMatchObject({
      outcome: 'not_processed',
      retryAfterMs: 300_000,
      isTooOften: true,
    });
  });

  it.each([
    ['7', 300_000],
    ['400', 400_000],
  ])('is not processed for five minutes, or longer if Retry-After says so: %s s', async (seconds, retryAfterMs) => {
    server.play(text('{"message":"Slow down"}', 429, { 'retry-after': seconds }));
    expect(await issuer[name](transfer)).toMatchObject({ outcome: 'not_processed', retryAfterMs });
  });

  it.each([
    ['Please top up your USD issuing wallet', 'insufficient_float'],
    ['This card can only have a maximum balance of 5000 USD at a time', 'card_balance_limit'],
    ["This card doesn't have enough funds", 'card_insufficient_funds'],
    ["There's no card with this ID", 'card_not_found'],
  ])('is declined for "%s"', async (message, reason) => {
    server.play(refused(message));
    expect(await issuer[name](transfer)).toMatchObject({ outcome: 'declined', reason });
  });
});

describe('transactions', () => {
  it.each([
    [ok({ transaction_status: 'PENDING' }), 'pending'],
    [ok({ transaction_status: 'SUCCESSFUL' }), 'successful'],
    [ok({ transaction_status: 'FAILED' }), 'failed'],
    [refused("There's no transaction with this reference on this card"), 'not_found'],
  ])('a transfer has the state that the issuer reports', async (move, value) => {
    server.play(move);
    expect(await issuer.readTransfer(transfer)).toEqual({ outcome: 'success', value });
    expect(server.seen[0]?.target).toBe(
      '/v1/issuing/cards/get_card_transaction_status?card_id=0f3c&client_transaction_reference=op_01',
    );
  });

  it.each([
    ['Invalid reference', 400],
    ['No such reference', 404],
  ])(
    'a transfer refused in unknown words is not found, unless the statement has its reference: "%s"',
    async (words, code) => {
      const { reference } = transfer;
      const listed = (...transactions: unknown[]) => ok({ transactions, meta: { pages: 1 } });
      server.play(refused(words, code), refused(words, code), listed(purchase()));
      expect(await issuer.readTransfer(transfer)).toEqual({ outcome: 'success', value: 'not_found' });
      const ours = { ...load, client_transaction_reference: reference };
      server.play(refused(words, code), refused(words, code), listed(purchase(), ours));
      expect(await issuer.readTransfer(transfer)).toEqual({ outcome: 'success', value: 'successful' });
      server.play(refused(words, code));
      expect(await issuer.readTransaction({ issuerCardId: '0f3c', reference })).toEqual({ outcome: 'success' });
      server.play(refused(words, code), ok({ ...load, client_transaction_reference: reference }));
      expect(await issuer.readTransfer(transfer)).toEqual({ outcome: 'success', value: 'successful' });
      expect(server.seen[1]?.target).toContain(
        `get_card_transaction_by_id?card_id=0f3c&client_transaction_reference=op_01`,
      );
      server.play(refused(words, code), status(502));
      expect(await issuer.readTransfer(transfer)).toMatchObject({ outcome: 'unknown' });
    },
  );

  it('a transfer is not taken as not found while the issuer refuses every question in the same words', async () => {
    server.play(refused('Your account is under review. Please contact support'));
    expect((await issuer.readTransfer(transfer)).outcome).not.toBe('success');
    expect(server.seen.at(-1)?.target).toContain('/cards/get_card_transactions?card_id=0f3c&page=1');
  });

  it.each([
    ['a card that is not there', refused('There is no card with this ID'), { outcome: 'declined' }],
    ['a path that is not there', json({ detail: 'Not Found' }, 404), { outcome: 'fault' }],
  ])('a transfer is not taken as not found for %s', async (_what, move, expected) => {
    server.play(move);
    expect(await issuer.readTransfer(transfer)).toMatchObject(expected);
  });

  it('are turned to newest first, with isOldestFirst set, where the issuer lists the oldest first', async () => {
    const at = (second: number) =>
      purchase({ client_transaction_reference: `P-${second}`, transaction_timestamp: 1_795_162_500 + second });
    const listed = async () => {
      const answer = await issuer.listTransactions({ issuerCardId: '0f3c', page: 1 });
      if (answer.outcome !== 'success') return answer;
      return [answer.value.isOldestFirst, ...answer.value.transactions.map(({ reference }) => reference)];
    };
    server.play(ok({ transactions: [at(1), at(2)], meta: { pages: 2 } }));
    expect(await listed()).toEqual([true, 'P-2', 'P-1']);
    server.play(ok({ transactions: [at(2), at(1)], meta: { pages: 2 } }));
    expect(await listed()).toEqual([undefined, 'P-2', 'P-1']);
    server.play(ok({ transactions: [at(1)], meta: { pages: 1 } }));
    expect(await listed()).toEqual([undefined, 'P-1']);
  });

  it('are listed by page', async () => {
    server.play(ok({ transactions: [purchase(), load], meta: { pages: 3, next: 'https://other.example/' } }));
    expect(await issuer.listTransactions({ issuerCardId: '0f3c', page: 2 })).toMatchObject({
      outcome: 'success',
      value: { pages: 3, transactions: [{ reference: '5c35' }, { reference: 'op_01HX' }] },
    });
    expect(server.seen[0]?.target).toBe('/v1/issuing/cards/get_card_transactions?card_id=0f3c&page=2');
  });

  it("are found by our reference, else by the issuer's", async () => {
    server.play(ok(purchase()));
    const query = { issuerCardId: '0f3c', reference: '5c35' };
    expect(await issuer.readTransaction(query)).toMatchObject({ outcome: 'success', value: { amountCents: 1599 } });
    const unknown = refused("There's no transaction with this reference on this card");
    server.play(unknown, ok(purchase()));
    expect(await issuer.readTransaction({ ...query, reference: 'b1d0' })).toMatchObject({
      value: { reference: '5c35' },
    });
    expect(server.seen[1]?.target).toContain('bridgecard_transaction_reference=b1d0');
    server.play(unknown);
    expect(await issuer.readTransaction(query)).toEqual({ outcome: 'success', value: undefined });
  });

  it('are unknown when the answer is about another transaction', async () => {
    server.play(ok(purchase({ client_transaction_reference: 'other', bridgecard_transaction_reference: 'else' })));
    expect(await issuer.readTransaction({ issuerCardId: '0f3c', reference: '5c35' })).toMatchObject({
      outcome: 'unknown',
    });
  });

  it('are paid from our float, which is read in cents', async () => {
    server.play(ok({ issuing_balance_USD: '123456' }));
    expect(await issuer.readFloat()).toEqual({ outcome: 'success', value: 123_456 });
  });
});

it('webhooks are verified by their header and parsed by their body', () => {
  expect(issuer.verifyWebhook(encryptAesEverywhere(webhookSecret, secretKey))).toBe(true);
  expect(issuer.verifyWebhook(encryptAesEverywhere(webhookSecret, 'sk_test_other'))).toBe(false);
  expect(issuer.verifyWebhook(undefined)).toBe(false);
  const header = encryptAesEverywhere('whsec_before', 'sk_test_before');
  expect(issuer.verifyWebhook(header)).toBe(false);
  const rotating = createIssuer(server.url, 3000, {
    secretKeyBefore: 'sk_test_before',
    webhookSecretBefore: 'whsec_before',
  });
  expect(rotating.verifyWebhook(header)).toBe(true);
  expect(rotating.verifyWebhook(encryptAesEverywhere(webhookSecret, secretKey))).toBe(true);
  expect(rotating.verifyWebhook(encryptAesEverywhere('whsec_other', secretKey))).toBe(false);
  expect(rotating.verifyWebhook(encryptAesEverywhere(webhookSecret, 'sk_test_other'))).toBe(false);
  expect(issuer.parseWebhook(Buffer.from('{"event":"rewards_event.new"}'))).toMatchObject({ type: 'ignored' });
});

describe('a question', () => {
  it("about a card's secrets does not quote the issuer's refusal, which may hold them", async () => {
    server.play(refused('the card 4111 with cvv ninetynine is strange', 422));
    const answer = await issuer.reveal('0f3c');
    expect(answer).toMatchObject({ outcome: 'fault' });
    expect(JSON.stringify(answer)).not.toMatch(/4111|ninetynine|strange/);
  });
});

describe('the deletion of a cardholder', () => {
  it('is a DELETE without a body, of an id that stays one part of the path', async () => {
    server.play(ok({ cardholder_id: 'a/b' }));
    expect(await issuer.deleteCardholder('a/b')).toEqual({ outcome: 'success', value: 'done' });
    const target = '/v1/issuing/cardholder/delete_cardholder/a%2Fb';
    expect(server.seen[0]).toMatchObject({ method: 'DELETE', target, body: '' });
  });

  it('succeeds when the issuer does not know the cardholder, with 400 or 404', async () => {
    for (const status of [400, 404]) {
      server.play(json({ status: 'error', message: "There's no cardholder with this ID" }, status));
      expect(await issuer.deleteCardholder('77aa')).toEqual({ outcome: 'success', value: 'done' });
    }
  });

  it('is declined for any other words, and a fault for an unknown path', async () => {
    server.play(refused('This cardholder still has cards'));
    expect(await issuer.deleteCardholder('77aa')).toMatchObject({ outcome: 'declined', reason: 'rejected' });
    server.play(json({ detail: 'Not Found' }, 404));
    expect(await issuer.deleteCardholder('77aa')).toMatchObject({ outcome: 'fault' });
  });
});
