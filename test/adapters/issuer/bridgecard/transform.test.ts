import { describe, expect, it } from 'vitest';

import { readCard, readCardList, readSecrets, toExpiry } from '#functions/adapters/issuer/bridgecard/transform-card.ts';
import { readCardholder, readCardholderPage } from '#functions/adapters/issuer/bridgecard/transform-cardholder.ts';
import {
  readFloat,
  readTransaction,
  readTransactionPage,
  readTransferState,
} from '#functions/adapters/issuer/bridgecard/transform-transaction.ts';
import { momentOf } from '#functions/adapters/issuer/bridgecard/wire.ts';
import { cardDetails, holder, load, publishedAddress, purchase, revealedDetails } from './samples.ts';

describe('a card in our words', () => {
  it('is the published sample, without its ciphertexts', () => {
    expect(readCard(cardDetails())).toEqual({
      isUnderstood: true,
      value: {
        issuerCardId: '0f3c',
        holderId: '77aa',
        cardId: 'crd_01',
        last4Digits: '4444',
        brand: 'Mastercard',
        isActive: true,
        isDeleted: false,
        isBlocked: false,
        bookBalanceCents: 1200,
        availableBalanceCents: 900,
      },
    });
  });

  it.each([
    ['the newer names win', { settled_available_balance: '800', settled_book_balance: '1100' }, 1100, 800],
    ['the oldest name will do', { book_balance: undefined }, 1200, 900],
    ['numbers are cents too', { book_balance: 5, available_balance: 0 }, 5, 0],
    ['a forced post makes them negative', { book_balance: '-250', available_balance: '-550' }, -250, -550],
  ])('has the balances of its fields: %s', (_title, changes, bookBalanceCents, availableBalanceCents) => {
    expect(readCard(cardDetails(changes))).toMatchObject({ value: { bookBalanceCents, availableBalanceCents } });
  });

  it.each([
    [{ insufficient_funds_decline_count: 4 }, 4],
    [{ insufficient_funds_decline_count: undefined }, undefined],
    [{ insufficient_funds_decline_count: null }, undefined],
    // Digits in a text, as the issuer writes its other numbers. What is no count hides no card.
    [{ insufficient_funds_decline_count: '4' }, 4],
    [{ insufficient_funds_decline_count: 'none' }, undefined],
    [{ insufficient_funds_decline_count: -1 }, undefined],
  ])('has the number of declines in a row, if the issuer states it: %j', (changes, shortDeclines) => {
    expect(readCard(cardDetails(changes))).toMatchObject({ value: { shortDeclines } });
  });

  it('may lack the fields that not every answer of the issuer has', () => {
    const bare = { is_deleted: undefined, blocked_due_to_fraud: null, meta_data: undefined };
    expect(readCard(cardDetails(bare))).toMatchObject({
      value: { isDeleted: false, isBlocked: false, cardId: undefined },
    });
  });

  it.each<readonly [string, unknown]>([
    ['available_balance', undefined],
    ...['9.00', 9.5, '1e3', '--9', '', '9'.repeat(16), 2 ** 52, -(2 ** 52)].flatMap((amount) => [
      ['available_balance', amount] as const,
      ['book_balance', amount] as const,
    ]),
    ['is_active', 'true'],
    ['last_4', '44444'],
    ['card_id', ''],
  ])('is not understood with %s = %s', (path, value) => {
    expect(readCard(cardDetails({ [path]: value }))).toEqual({ isUnderstood: false, path });
  });
});

describe('a card with fields missing', () => {
  it('is not understood without a book balance, rather than read as empty', () => {
    const unnamed = { balance: undefined, book_balance: undefined, settled_book_balance: null };
    expect(readCard(cardDetails(unnamed))).toEqual({ isUnderstood: false, path: 'book_balance' });
  });

  it.each([true, false])('is blocked for fraud or deleted independently of is_active: %s', (is_active) => {
    const suspected = readCard(cardDetails({ is_active, blocked_due_to_fraud: true }));
    expect(suspected).toMatchObject({ value: { isActive: is_active, isBlocked: true, isDeleted: false } });
    const other = readCard(cardDetails({ is_active, blocked_due_to_fraud: false, is_deleted: true }));
    expect(other).toMatchObject({ value: { isActive: is_active, isBlocked: false, isDeleted: true } });
  });
});

describe("a holder's cards", () => {
  it('carry our ids, and full details where the list has them', () => {
    const poor = { card_id: 'b', meta_data: { card_ref: 'crd_02' } };
    expect(readCardList({ cards: [cardDetails(), poor, { card_id: 'c' }], total: 3 })).toMatchObject({
      isUnderstood: true,
      value: {
        isWhole: true,
        cards: [
          { issuerCardId: '0f3c', cardId: 'crd_01', card: { bookBalanceCents: 1200 } },
          { issuerCardId: 'b', cardId: 'crd_02', card: undefined },
          { issuerCardId: 'c', cardId: undefined },
        ],
      },
    });
  });

  it('are incomplete when the issuer counts more than it sent, or does not count', () => {
    expect(readCardList({ cards: [], total: 1 })).toMatchObject({ value: { isWhole: false } });
    expect(readCardList({ cards: [] })).toMatchObject({ value: { isWhole: false } });
    expect(readCardList({ cards: [], total: 0 })).toMatchObject({ value: { isWhole: true } });
  });
});

describe('the secrets of a card', () => {
  it('are number, expiry and CVV', () => {
    expect(readSecrets(revealedDetails(), '0f3c')).toEqual({
      isUnderstood: true,
      value: {
        cardNumber: '5555555555554444',
        expiry: '09/29',
        cvv: '123',
        billingAddress: { line1: '1 Example Road', city: 'Newark', state: 'Delaware', zip: '19702', country: 'US' },
      },
    });
  });

  const addressOf = (changes: object): unknown => {
    const read = readSecrets(revealedDetails({ billing_address: { ...publishedAddress, ...changes } }), '0f3c');
    return read.isUnderstood ? read.value.billingAddress : read;
  };

  it.each([
    ['a second line', { billing_address2: ' Apt 2 ' }, { line2: 'Apt 2' }],
    ['no second line for an empty one', { billing_address2: ' ' }, {}],
    ['the code of a state without a name', { state: null }, { state: 'DE' }],
    ['a country without a code', { country_code: '', billing_country: 'US' }, { country: 'US' }],
    ['a zip that is a number', { billing_zip_code: 19702 }, { zip: '19702' }],
  ])('have a billing address with %s', (_title, changes, expected) => {
    expect(addressOf(changes)).toEqual({
      line1: '1 Example Road',
      city: 'Newark',
      state: 'Delaware',
      zip: '19702',
      country: 'US',
      ...expected,
    });
  });

  it.each([
    { billing_address1: '' },
    { billing_city: undefined },
    { billing_zip_code: null },
    { state: '', state_code: null },
    { country_code: undefined, billing_country: undefined },
    { billing_address1: 7 },
  ])('have no billing address when a line of it is missing: %j', (changes) => {
    expect(addressOf(changes)).toBeNull();
  });

  it.each([undefined, null, 'ev:RFVC:x', []])('are read with a malformed billing address: %j', (billing_address) => {
    expect(readSecrets(revealedDetails({ billing_address }), '0f3c')).toMatchObject({
      value: { cardNumber: '5555555555554444', billingAddress: null },
    });
  });

  it('are not understood while they are encrypted, and no part of them is reported', () => {
    expect(readSecrets(cardDetails(), '0f3c')).toEqual({ isUnderstood: false, path: 'card_number' });
    expect(readSecrets(revealedDetails({ cvv: 'ev:x' }), '0f3c')).toEqual({ isUnderstood: false, path: 'cvv' });
  });

  it.each([
    ['1', '29', '01/29'],
    [1, 2029, '01/29'],
    ['12', '2030', '12/30'],
    ['09', 31, '09/31'],
    ['0', '29', undefined],
    ['13', '29', undefined],
    ['1', '9', undefined],
    ['1', '1929', undefined],
    ['1', '202', undefined],
  ])('with month %s and year %s expire: %s', (month, year, expiry) => {
    expect(toExpiry(month, year)).toBe(expiry);
  });
});

describe('a transaction in our words', () => {
  it('is the published purchase', () => {
    expect(readTransaction(purchase(), '0f3c')).toEqual({
      isUnderstood: true,
      value: {
        references: ['5c35', 'b1d0'],
        transaction: {
          issuerCardId: '0f3c',
          reference: '5c35',
          references: ['5c35', 'b1d0'],
          direction: 'debit',
          amountCents: 1599,
          currency: 'USD',
          description: 'NIMBUS STREAM SUBSCR',
          atMs: Date.UTC(2026, 10, 20, 8, 15, 2),
          isFee: false,
          merchantName: 'Nimbus',
          merchantLogo: 'https://logos.example.test/nimbus.png',
          merchantCategoryCode: '5815',
          isRecurring: true,
          category: 'Entertainment',
          group: 'Subscriptions',
        },
      },
    });
  });

  it('is the published load, which has no enrichment', () => {
    expect(readTransaction(load, '0f3c')).toMatchObject({
      value: {
        transaction: {
          reference: 'op_01HX',
          direction: 'credit',
          amountCents: 5000,
          atMs: Date.UTC(2026, 10, 19, 17, 2, 44),
          merchantName: '',
          merchantLogo: '',
          merchantCategoryCode: '',
          isRecurring: false,
          category: '',
          group: '',
        },
      },
    });
  });

  it("goes by the issuer's reference when it has no other", () => {
    const read = readTransaction(purchase({ client_transaction_reference: null }), '0f3c');
    expect(read).toMatchObject({ value: { references: ['b1d0'], transaction: { reference: 'b1d0' } } });
  });

  it.each([
    ['Card maintenance fee', {}, true],
    ['  FX  FEE ', {}, true],
    ['CITY PARKING FEE', {}, false],
    ['Card maintenance fee service', {}, false],
    ['Transaction fee', { merchant_category_code: '5814' }, false],
    ['Transaction fee', { enriched_data: { merchant_name: 'Transaction Fee' } }, false],
  ])('is a fee of the issuer only with its exact text and without a merchant: %j', (description, changes, isFee) => {
    const bare = { merchant_category_code: null, enriched_data: null };
    expect(readTransaction(purchase({ ...bare, description, ...changes }), '0f3c')).toMatchObject({
      value: { transaction: { isFee } },
    });
  });

  it.each<readonly [string, unknown, string]>([
    ['card_id', 'another card', 'card_id'],
    // An amount has digits only, so that dollars can never be read as cents.
    ...[
      '-1599',
      -1599,
      '15.99',
      15.99,
      '1599.00',
      '1e3',
      '0x10',
      ' 1599',
      '1,599',
      '',
      null,
      2 ** 52,
      '9'.repeat(16),
    ].map((amount) => ['amount', amount, 'amount'] as const),
    ['card_transaction_type', 'REFUND', 'card_transaction_type'],
  ])('is not understood with %s = %s', (field, value, path) => {
    expect(readTransaction(purchase({ [field]: value }), '0f3c')).toEqual({ isUnderstood: false, path });
  });

  it.each([
    [{ merchant_category_code: 5815 }, { merchantCategoryCode: '5815' }],
    [{ merchant_category_code: null, enriched_data: { merchant_code: 5815 } }, { merchantCategoryCode: '5815' }],
    [
      { enriched_data: { merchant_name: 'Nimbus', is_recurring: 'yes' } },
      { merchantName: 'Nimbus', isRecurring: false },
    ],
    [{ enriched_data: { merchant_name: ['Nimbus'], merchant_logo: false } }, { merchantName: '', merchantLogo: '' }],
    [{ enriched_data: [] }, { merchantName: '' }],
    [{ enriched_data: 'none' }, { merchantName: '' }],
  ])('is read whatever is wrong with what only adorns it: %j', (changes, expected) => {
    expect(readTransaction(purchase(changes), '0f3c')).toMatchObject({
      value: { transaction: { amountCents: 1599, isFee: false, ...expected } },
    });
  });

  it('is no fee with an enrichment that cannot be read: it may name a merchant', () => {
    const vague = { description: 'Transaction fee', merchant_category_code: null, enriched_data: { merchant_name: 7 } };
    expect(readTransaction(purchase(vague), '0f3c')).toMatchObject({ value: { transaction: { isFee: false } } });
  });

  it('is not understood without a reference or a date', () => {
    const anonymous = { client_transaction_reference: null, bridgecard_transaction_reference: null };
    expect(readTransaction(purchase(anonymous), '0f3c')).toMatchObject({ isUnderstood: false });
    const undated = { transaction_date: 'soon', transaction_timestamp: null };
    expect(readTransaction(purchase(undated), '0f3c')).toMatchObject({ isUnderstood: false });
  });

  it('comes in pages that meta.pages counts; a link to the next page is ignored', () => {
    const meta = { total: 2, pages: 1, previous: null, next: 'https://other.example/?page=2' };
    const page = readTransactionPage({ transactions: [purchase(), load], meta }, '0f3c');
    expect(page).toMatchObject({
      value: { pages: 1, transactions: [{ reference: '5c35' }, { reference: 'op_01HX' }] },
    });
    const broken = readTransactionPage({ transactions: [load, purchase({ amount: 'x' })], meta }, '0f3c');
    expect(broken).toEqual({ isUnderstood: false, path: 'transactions.1.amount' });
  });
});

describe('a moment', () => {
  it.each([
    [{ transaction_timestamp: 1_795_162_502 }, 1_795_162_502_000],
    [{ transaction_timestamp: '1795162502' }, 1_795_162_502_000],
    [{ transaction_timestamp: '1795162502.25' }, 1_795_162_502_250],
    [{ transaction_timestamp: 1_795_162_502_123 }, 1_795_162_502_123],
    [{ transaction_timestamp: '2026-11-20 08:15:02' }, 1_795_162_502_000],
    [{ transaction_timestamp: '2026-11-20 08:15:02.123456' }, 1_795_162_502_000],
    [{ transaction_date: '2026-11-20T08:15:02Z' }, 1_795_162_502_000],
    [{ transaction_timestamp: 'now', transaction_date: '2026-11-20 08:15:02' }, 1_795_162_502_000],
    // Microseconds: as milliseconds, they are a year that no list can hold.
    [{ transaction_timestamp: 1_795_162_502_123_456, transaction_date: '2026-11-20 08:15:02' }, 1_795_162_502_000],
    [{ transaction_timestamp: 1_795_162_502_123_456 }, undefined],
    [{ transaction_timestamp: -5 }, undefined],
    [{ transaction_timestamp: '2026-13-40 08:15:02' }, undefined],
    [{ transaction_timestamp: null, transaction_date: null }, undefined],
    [{}, undefined],
  ])('%j is %s', (dated, moment) => {
    expect(momentOf(dated)).toBe(moment);
  });
});

describe('a cardholder in our words', () => {
  it.each([
    ['verified', {}],
    ['verified', { is_active: undefined, identity_details: undefined }],
    ['pending', { is_id_verified: false, is_active: false }],
    ['pending', { is_id_verified: undefined }],
    ['pending', { is_active: false }],
    ['failed', { identity_details: { blacklisted: true } }],
  ])('is %s with %j', (status, changes) => {
    const value = { holderId: '77aa', userId: 'usr_01', status };
    expect(readCardholder(holder(changes))).toEqual({ isUnderstood: true, value });
  });

  it('may lack our user id', () => {
    expect(readCardholderPage({ cardholders: [holder({ meta_data: null })], meta: { pages: 4 } })).toMatchObject({
      value: { cardholders: [{ userId: undefined }], pages: 4 },
    });
    expect(readCardholderPage({ cardholders: [] })).toEqual({
      isUnderstood: true,
      value: { cardholders: [], pages: undefined },
    });
  });
});

it('transfers are pending, successful or failed, and nothing else', () => {
  expect(readTransferState({ transaction_status: 'PENDING' })).toMatchObject({ value: 'pending' });
  expect(readTransferState({ transaction_status: 'SUCCESSFUL' })).toMatchObject({ value: 'successful' });
  expect(readTransferState({ transaction_status: 'FAILED' })).toMatchObject({ value: 'failed' });
  expect(readTransferState({ transaction_status: 'REVERSED' })).toMatchObject({ isUnderstood: false });
});

it('the float is read as cents', () => {
  expect(readFloat({ issuing_balance_USD: '10000000', issuing_balance_NGN: '0' })).toMatchObject({ value: 10_000_000 });
  expect(readFloat({ issuing_balance_NGN: '0' })).toMatchObject({ isUnderstood: false });
});
