import { describe, expect, it } from 'vitest';

import { assertEnvironment } from '#functions/adapters/issuer/bridgecard/assert-environment.ts';
import { meaningOf, readMessage, redact } from '#functions/adapters/issuer/bridgecard/refusals.ts';

describe('the words of a refusal', () => {
  it.each([
    ['A transaction with this transaction reference exists', 'duplicate_reference'],
    ['Please top up your USD issuing wallet', 'insufficient_float'],
    ['This card can only have a maximum balance of 5000 USD at a time', 'card_balance_limit'],
    ['You can only fund a card once every 5 minutes', 'rate_limited'],
    ["This card doesn't have enough funds for this transaction", 'card_insufficient_funds'],
    ["There's no card with this ID", 'card_not_found'],
    ["There's no cardholder with this ID", 'holder_not_found'],
    ["This cardholder hasn't had their ID verified yet", 'holder_not_verified'],
    ['This product is currently unavailable', 'unavailable'],
    ["There's no transaction with this reference", 'transaction_not_found'],
    ['Something new', undefined],
  ])('"%s" mean %s', (words, meaning) => {
    expect(meaningOf(words)).toBe(meaning);
  });

  it('are read from both forms of an error; a schema complaint gives only its fields, not their values', () => {
    expect(readMessage({ message: 'No' })).toBe('No');
    const complaint = { loc: ['body', 'pin'], msg: 'wrong: 1234', type: 'value_error' };
    expect(readMessage({ detail: [complaint, { ...complaint, loc: ['query', 0] }] })).toBe('schema: body.pin, query.0');
    for (const body of [undefined, null, 'x', {}, { message: 7 }, { detail: 'Not Found' }])
      expect(readMessage(body)).toBeUndefined();
  });

  it('are redacted: nothing is left that a log must not hold', () => {
    const words = 'card 5555 5555 5555 4444 ev:RFVC:abc= of 4111111111111111\u0000\nfor $5000';
    expect(redact(words)).toBe('card … ev:… of …  for $5000');
    // The numbers of cards have twelve digits or more.
    expect(redact('card 123456789012, fee 12345678901')).toBe('card …, fee 12345678901');
    expect(redact('x'.repeat(500))).toHaveLength(200);
  });
});

const live = 'https://issuecards.api.bridgecard.co/v1/issuing';
const sandbox = `${live}/sandbox`;
const relay = 'https://issuecards-api-bridgecard-co.relay.evervault.com/v1/issuing';
const loopback = 'http://127.0.0.1:4001/v1/issuing';

describe('a configuration', () => {
  it.each([
    [live, relay, 'live'],
    [sandbox, `${relay}/sandbox/`, 'test'],
    [loopback, 'http://localhost:4001/relay/v1/issuing', 'test'],
  ])('of %s, %s and %s keys is accepted', (baseUrl, revealBaseUrl, kind) => {
    const keys = { accessToken: `at_${kind}_a`, secretKey: `sk_${kind}_s` };
    expect(() => assertEnvironment({ baseUrl, revealBaseUrl, ...keys })).not.toThrow();
  });

  it.each([
    [live, relay, 'at_test_a', 'sk_test_s'],
    [live, relay, 'at_live_a', 'sk_test_s'],
    [sandbox, relay, 'at_test_a', 'sk_test_s'],
    [sandbox, `${relay}/sandbox`, 'at_live_a', 'sk_live_s'],
    [live.replace('https', 'http'), relay, 'at_live_a', 'sk_live_s'],
    [loopback, loopback, 'at_live_a', 'sk_test_s'],
    [loopback, loopback, 'at_test_a\r\nx: y', 'sk_test_s'],
    [loopback, loopback, '', 'sk_test_s'],
  ])('of %s, %s, %s and %s is refused without naming a key', (baseUrl, revealBaseUrl, accessToken, secretKey) => {
    const check = () => assertEnvironment({ baseUrl, revealBaseUrl, accessToken, secretKey });
    expect(check).toThrow(/^issuer: /);
    expect(check).not.toThrow(/_a|_s/);
  });
});
