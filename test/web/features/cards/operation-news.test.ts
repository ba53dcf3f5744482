import { describe, expect, it } from 'vitest';

import { cents } from '#shared/money.ts';
import { operationNews } from '#web/features/cards/operation-news.ts';
import { pendingOperationOf } from '#web/features/cards/use-card-operation.ts';

const idle = { status: 'active', held: cents(0) } as const;
const withdrawal = { kind: 'card_withdrawal', status: 'pending', amount: cents(1500), reason: null } as const;

describe('the news of money on its way', () => {
  it('is undefined when no money is on its way', () => {
    expect(operationNews(idle, undefined)).toBeUndefined();
  });

  it('names the direction, the amount and the reason for waiting', () => {
    expect(operationNews(idle, withdrawal)).toMatchObject({ tone: 'waiting', title: 'Withdrawing $15.00…' });
    expect(
      operationNews(idle, { ...withdrawal, kind: 'card_load', reason: 'The issuer takes one in five minutes.' }),
    ).toEqual({
      tone: 'waiting',
      title: 'Loading $15.00…',
      text: 'The issuer takes one in five minutes. You can leave this page. Nothing will be interrupted.',
    });
  });

  it('names the time when a load is expected, where that is more than a minute away', () => {
    const load = { ...withdrawal, kind: 'card_load', reason: 'Another one was asked for before.' } as const;
    const textIn = (ms: number): string | undefined =>
      operationNews(idle, { ...load, estimatedAt: new Date(Date.now() + ms).toISOString() })?.text;
    expect(textIn(12 * 60_000)).toMatch(
      /^Another one was asked for before\. Expected by \d{1,2}:\d\d\s[AP]M\. You can leave this page/,
    );
    expect(textIn(30_000)).not.toContain('Expected');
  });

  it('names what is on its way in all, where that is more than this one', () => {
    const load = { ...withdrawal, kind: 'card_load' } as const;
    expect(operationNews({ ...idle, held: cents(4_500) }, load)).toMatchObject({
      title: 'Loading $15.00…',
      text: 'The card issuer is confirming it. In all, $45.00 is on its way. You can leave this page. Nothing will be interrupted.',
    });
    expect(operationNews({ ...idle, held: cents(1_500) }, load)?.text).not.toContain('In all');
  });

  it('says where the money is after it ended', () => {
    expect(operationNews(idle, { ...withdrawal, status: 'completed' })).toMatchObject({
      tone: 'success',
      title: '$15.00 is back in your balance',
    });
    expect(operationNews(idle, { ...withdrawal, status: 'failed' })?.text).toContain('still on the card');
    expect(operationNews(idle, { ...withdrawal, kind: 'card_load', status: 'failed' })?.text).toContain(
      'back in your balance',
    );
    expect(operationNews(idle, { ...withdrawal, status: 'review' })?.tone).toBe('warning');
  });

  it('says what the card itself shows when the operation is not known', () => {
    expect(operationNews({ status: 'active', held: cents(700) }, undefined)?.title).toBe('$7.00 is on its way');
    expect(operationNews({ status: 'pending', held: cents(0) }, undefined)?.title).toBe('Your card is being created…');
  });
});

describe('the operation of a card among the activity lines', () => {
  const line = { _id: 'op_1', cardId: 'crd_1', status: 'pending' } as const;

  it('is the one that is pending', () => {
    expect(pendingOperationOf([{ ...line, _id: 'op_0', status: 'completed' }, line], 'crd_1')).toBe('op_1');
  });

  it('is no operation of another card, and no deposit', () => {
    expect(
      pendingOperationOf(
        [
          { ...line, cardId: 'crd_2' },
          { ...line, _id: 'dep_1' },
        ],
        'crd_1',
      ),
    ).toBeUndefined();
  });
});

it('words an operation of a kind of a later API by what is held', () => {
  const operation = { kind: 'card_swap' as 'card_load', status: 'pending', amount: cents(500), reason: null } as const;
  expect(operationNews({ status: 'active', held: cents(500) }, operation)).toMatchObject({ tone: 'waiting' });
  expect(operationNews({ status: 'active', held: cents(0) }, operation)).toBeUndefined();
});
