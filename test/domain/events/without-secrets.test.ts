import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '#functions/domain/events/without-secrets.ts';

const pan = '4556737586899855';
const clean = (body: unknown): unknown => JSON.parse(withoutSecrets(Buffer.from(JSON.stringify(body))) ?? 'null');

describe('withoutSecrets', () => {
  it.each([
    'sign',
    'card_number',
    'cardNumber',
    'CVV',
    'pin',
    'card_pin',
    'otp',
    'token',
    'access_token',
    'expiry_month',
  ])('leaves out a member named %s, however deep', (name) => {
    expect(clean({ [name]: '1', data: [{ [name]: { x: 1 }, kept: 'yes' }] })).toEqual({ data: [{ kept: 'yes' }] });
  });

  it('removes card numbers from texts and numbers, but keeps identifiers of the same form', () => {
    expect(clean({ description: `to ${pan}`, digits: Number(pan), transaction_reference: pan, card_id: pan })).toEqual({
      description: '(removed)',
      digits: '(removed)',
      transaction_reference: pan,
      card_id: pan,
    });
  });

  it('keeps what an event needs', () => {
    const event = {
      event: 'card_debit_event.successful',
      data: {
        card_id: 'a',
        amount: '1599',
        currency: 'USD',
        transaction_timestamp: 1_763_626_502_000,
        livemode: false,
      },
    };
    expect(clean(event)).toEqual(event);
  });

  it('keeps the last of two members with the same name, as every JSON parser does', () => {
    expect(withoutSecrets(Buffer.from('{"data":{"cvv":"731"},"data":{"a":1}}'))).toBe('{"data":{"a":1}}');
  });

  it.each(['', 'text', '"text"', '1', 'null'])('returns undefined for %j', (text) => {
    expect(withoutSecrets(Buffer.from(text))).toBeUndefined();
  });
});
