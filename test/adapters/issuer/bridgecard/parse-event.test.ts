import { describe, expect, it } from 'vitest';

import { parseEvent } from '#functions/adapters/issuer/bridgecard/parse-event.ts';

const nowMs = Date.UTC(2026, 10, 21);
const atMs = Date.UTC(2026, 10, 20, 8, 15, 2);
const common = { card_id: '0f3c', cardholder_id: '77aa', currency: 'USD', issuing_app_id: 'app', livemode: false };
const dates = { transaction_date: '2026-11-20 08:15:02', transaction_timestamp: '1795162502' };

function parse(event: unknown, data: unknown = {}) {
  return parseEvent(Buffer.from(JSON.stringify({ event, data })), nowMs);
}

describe('an event of the issuer', () => {
  it.each([
    ['cardholder_verification.successful', { is_active: true }, 'verified', ''],
    ['cardholder_verification.failed', { error_description: 'no match' }, 'failed', 'no match'],
    ['cardholder_verification.failed', { reason: 'no match' }, 'failed', 'no match'],
    ['cardholder_verification.manual_review', {}, 'review', ''],
  ])('%s %j claims %s of a holder', (name, data, claim, reason) => {
    const expected = { type: 'holder', holderId: '77aa', claim, reason };
    expect(parse(name, { cardholder_id: '77aa', ...data })).toEqual(expected);
  });

  it.each([
    ['card_creation_event.successful', { meta_data: {} }, 'created', ''],
    ['card_creation_event.failed', { reason: 'refused' }, 'creation_failed', 'refused'],
    ['card_delete_event.notification', { potential_delete_date: '2026-12-01' }, 'deletion_announced', '2026-12-01'],
    ['card_delete_event.successful', {}, 'deleted', ''],
    ['card_blocked_due_to_insufficient_funds.activated', { block_reason: 'declines' }, 'blocked', 'declines'],
    ['card_freezed_due_to_30_days_inactivity_event.successful', { block_reason: 'idle' }, 'frozen', 'idle'],
    ['card_flagged_due_to_suspiscion_of_fraud.activated', { reason: 'odd' }, 'blocked', 'odd'],
  ])('%s %j claims %s of a card', (name, data, claim, reason) => {
    const expected = { type: 'card', issuerCardId: '0f3c', claim, reason };
    expect(parse(name, { ...common, ...data })).toEqual(expected);
  });

  it.each([
    ['card_credit_event.successful', 'successful'],
    ['card_credit_event.failed', 'failed'],
    ['card_unload_event.successful', 'successful'],
    ['card_unload_event.failed', 'failed'],
  ])('%s claims %s of a transfer', (name, claim) => {
    const expected = { type: 'transfer', issuerCardId: '0f3c', reference: 'op_01', claim };
    expect(parse(name, { ...common, ...dates, amount: '2500', transaction_reference: 'op_01' })).toEqual(expected);
  });

  it.each([
    ['card_debit_event.successful', 'purchase'],
    ['card_reversal_event.successful', 'reversal'],
    ['card_maintenance_fee_debit_event.successful', 'fee'],
    ['card_declined_transaction_fee_charge_event.successful', 'fee'],
  ])('%s is a %s', (name, kind) => {
    const data = { ...common, ...dates, amount: '1599', description: 'NIMBUS', transaction_reference: '9E21-44C7' };
    const expected = { type: 'transaction', issuerCardId: '0f3c', reference: '9E21-44C7', kind };
    expect(parse(name, data)).toEqual({ ...expected, amountCents: 1599, description: 'NIMBUS', atMs });
  });

  describe('with a one-time code', () => {
    const name = '3d_secure_otp_event.generated';
    const data = { ...common, ...dates, merchant_name: 'Nimbus', amount: '1599', last_four_digits: '4444' };
    const redactedOf = (otp: unknown, changes: object = {}): string => {
      const event = parse(name, { ...data, otp, ...changes });
      return event?.type === 'code' ? Buffer.from(event.redactedBody).toString('utf8') : '';
    };

    it.each([
      ['digits', '445566', '445566'],
      ['a number', 445566, '445566'],
      ['letters and digits', 'A1B2C3', 'A1B2C3'],
      ['none', undefined, undefined],
      ['a text that is no code', 'your code is 445566', undefined],
    ])('reads the code from %s', (_title, otp, code) => {
      const expected = {
        type: 'code',
        issuerCardId: '0f3c',
        code,
        merchant: 'Nimbus',
        amountCents: 1599,
        currency: 'USD',
        last4Digits: '4444',
      };
      expect(parse(name, { ...data, otp })).toMatchObject({ ...expected, atMs });
    });

    it.each([
      ['in its field', '445566', {}],
      ['in a form that is not read', 'your code is 445566', {}],
      ['in a field that nobody knows', '445566', { message: 'Use 445566', code: '445566', nested: { otp: 445566 } }],
      ['in the name of the merchant', '445566', { merchant_name: 'Nimbus 445566' }],
      ['twice in the name of the merchant', '445566', { merchant_name: '445566 is the code: 445566' }],
      ['in the field of the last four digits', '445566', { last_four_digits: '445566' }],
    ])('redacts the code %s', (_title, otp, changes) => {
      expect(redactedOf(otp, changes)).not.toContain('445566');
    });

    it('redacts a code of four digits that stands where the last four of the card should', () => {
      expect(redactedOf('4455', { last_four_digits: '4455' })).not.toContain('4455');
    });

    it('has a redacted body that reads as the same event without a code, and is equal for every code', () => {
      const redacted = parseEvent(Buffer.from(redactedOf('445566')), nowMs);
      expect({ ...redacted, code: '445566' }).toEqual(parse(name, { ...data, otp: '445566' }));
      expect(redactedOf('778899')).toBe(redactedOf('445566'));
    });

    it('is ignored without a card, so that its code is not stored', () => {
      expect(parse(name, { ...data, card_id: undefined, otp: '445566' })).toEqual({ type: 'ignored', name });
    });
  });

  it('with half an emoji in its text is read, and the half is replaced', () => {
    const data = { ...common, ...dates, amount: '1599', description: 'CAFÉ \ud83d', transaction_reference: '9E21' };
    expect(parse('card_debit_event.successful', data)).toMatchObject({ description: 'CAFÉ \ufffd' });
  });

  it('may lack reference, description and date', () => {
    expect(parse('card_maintenance_fee_debit_event.successful', { card_id: '0f3c', amount: 100 })).toEqual({
      type: 'transaction',
      issuerCardId: '0f3c',
      reference: undefined,
      kind: 'fee',
      amountCents: 100,
      description: '',
      atMs: nowMs,
    });
  });

  it('card_debit_event.declined is a decline', () => {
    const data = { amount: '900', decline_reason: 'insufficient balance', description: 'NIMBUS', ...dates };
    const expected = { type: 'decline', issuerCardId: '0f3c', reference: undefined, amountCents: 900, atMs };
    expect(parse('card_debit_event.declined', { ...common, ...data, merchant_category_code: '5815' })).toEqual({
      ...expected,
      reason: 'insufficient balance',
      description: 'NIMBUS',
      merchantCategoryCode: '5815',
    });
    expect(parse('card_debit_event.declined', { card_id: '0f3c' })).toMatchObject({ amountCents: 0, reason: '' });
    const numbered = { card_id: '0f3c', merchant_category_code: 5815 };
    expect(parse('card_debit_event.declined', numbered)).toMatchObject({ merchantCategoryCode: '5815' });
  });

  it.each(['naira_credit_event.successful', '3d_secure_otp_event.resent', 'rewards_event.new', '__proto__'])(
    '%s is ignored: only its name is kept',
    (name) => {
      expect(parse(name, { ...common, otp: '123456' })).toEqual({ type: 'ignored', name });
    },
  );

  it.each([
    ['card_credit_event.successful', { card_id: '0f3c' }],
    ['card_debit_event.successful', { card_id: '0f3c', amount: '15.99' }],
    ['card_delete_event.successful', {}],
    ['cardholder_verification.failed', null],
  ])('%s with data that cannot be read is ignored: sending it again would not help', (name, data) => {
    expect(parse(name, data)).toEqual({ type: 'ignored', name });
  });

  it.each([['[]'], ['null'], [''], ['{'], ['{"data":{}}'], ['{"event":7}'], ['{"event":""}'], ['\uFEFF']])(
    '%s is no event',
    (body) => {
      expect(parseEvent(Buffer.from(body), nowMs)).toBeUndefined();
    },
  );

  it('is no event when it is not UTF-8', () => {
    expect(parseEvent(new Uint8Array([0x22, 0xff, 0x22]), nowMs)).toBeUndefined();
  });
});
