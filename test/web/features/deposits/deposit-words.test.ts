import { describe, expect, it } from 'vitest';

import { transactionStatuses } from '#shared/transaction-statuses.ts';
import { cents } from '#shared/money.ts';
import { depositWords } from '#web/features/deposits/deposit-words.ts';
import { timelineSteps } from '#web/features/deposits/timeline-steps.ts';

import { waitingDeposit } from './deposit-fixture.ts';

const during = Date.parse('2026-01-05T10:30:00.000Z');
const after = Date.parse('2026-01-05T11:00:01.000Z');

describe('the words for a deposit', () => {
  it('exist for every status', () => {
    for (const status of transactionStatuses) {
      const words = depositWords({ ...waitingDeposit, status }, during);
      expect(words.title).not.toBe('');
      expect(words.text).toMatch(/\.$/);
    }
  });

  it('ask for the exact amount on the network in full words', () => {
    expect(depositWords(waitingDeposit, during).text).toContain('Send exactly 0.0125 BTC on Bitcoin.');
  });

  it('do not ask for money once the quote has ended', () => {
    expect(depositWords(waitingDeposit, after).text).toContain('Don’t send anything now');
    const canceled = { ...waitingDeposit, canceledAt: '2026-01-05T10:05:00.000Z' };
    expect(depositWords(canceled, during).title).toBe('You canceled this deposit');
  });

  it('say what is missing from a partly paid deposit', () => {
    const partly = {
      ...waitingDeposit,
      status: 'paid_less',
      receivedAmount: '0.01',
      remainingAmount: '0.0025',
    } as const;
    const words = depositWords(partly, during);
    expect(words.title).toBe('0.01 of 0.0125 BTC arrived');
    expect(words.text).toContain('Send 0.0025 BTC more on Bitcoin');
  });

  it('advise to spend a credit, unless it went to a debt that is still there', () => {
    const paid = { ...waitingDeposit, status: 'completed', amountPaid: cents(5_000) } as const;
    expect(depositWords(paid, during).text).toBe('Load it onto a card to spend it.');
    expect(depositWords(paid, during, true)).toEqual({
      title: '$50.00 added to your balance',
      text: 'It went towards what you owe. Your cards stay frozen until that’s paid.',
    });
  });

  it('say that an overpayment was added whole, or that the rest is looked at', () => {
    const over = {
      ...waitingDeposit,
      status: 'paid_over',
      amountPaid: cents(120_000),
      receivedAmount: '0.015',
    } as const;
    expect(depositWords(over, during)).toEqual({
      title: '$1,200.00 added to your balance',
      text: 'You sent more than requested. We credited all of it.',
    });
    expect(depositWords({ ...over, surplus: cents(7_000) }, during).text).toBe(
      'You sent more than requested. We credited the requested amount and are reviewing the other $70.00.',
    );
  });

  it.each(['failed', 'refund_fail'] as const)('say that credited money stays after %s', (status) => {
    const credited = { ...waitingDeposit, status, amountPaid: cents(5_000) };
    expect(depositWords(credited, during).text).toMatch(/credited stays in your balance/);
    expect(depositWords({ ...credited, amountPaid: cents(0) }, during).text).not.toContain('stays');
  });

  it('say what waits for our team’s review, and how the review ended', () => {
    const over = { ...waitingDeposit, status: 'paid_over', amountPaid: cents(100_000) } as const;
    expect(depositWords({ ...over, review: 'ended' }, during)).toEqual({
      title: '$1,000.00 added to your balance',
      text: 'You sent more than requested. Our team looked into it and credited $1,000.00 in all. Questions? Give support the reference below.',
    });
    const paid = { ...waitingDeposit, status: 'paid' } as const;
    const [expired, failed] = [{ ...paid, status: 'expired' } as const, { ...paid, status: 'failed' } as const];
    for (const { status } of [waitingDeposit, paid, expired, failed]) {
      const events = [{ status, at: waitingDeposit.createdAt, amountPaid: cents(0) }];
      const uncredited = { ...waitingDeposit, events };
      expect(depositWords({ ...uncredited, status: 'locked', review: 'open' }, during)).toEqual({
        title: 'Under review',
        text: 'Our team is looking into this payment, so don’t send it again. Questions? Give support the reference below.',
      });
      expect(depositWords({ ...uncredited, status: 'failed', review: 'ended' }, during)).toEqual({
        title: 'Not in your balance',
        text: 'Our team looked into this payment, and none of it is in your balance. Questions? Give support the reference below.',
      });
    }
  });

  it('say nothing of the balance while our team reviews a payment that failed after its credit', () => {
    const failed = { ...waitingDeposit, status: 'failed', amountPaid: cents(5_000) } as const;
    const reviewed = depositWords({ ...failed, status: 'locked', review: 'open' }, during);
    expect(reviewed.title).toBe('Under review');
    expect(reviewed.text).not.toContain('balance');
    expect(depositWords({ ...failed, review: 'ended' }, during).title).toBe('$50.00 added to your balance');
  });

  it('say that a refunded payment left the balance only if it had been credited', () => {
    const refunded = { ...waitingDeposit, status: 'refund_paid' } as const;
    expect(depositWords(refunded, during).text).toBe('This payment was sent back on Bitcoin.');
    const events = [{ status: 'paid', at: waitingDeposit.createdAt, amountPaid: cents(100_000) }] as const;
    expect(depositWords({ ...refunded, events: [...events] }, during).text).toContain('no longer in your balance');
  });

  it('say what the provider’s review means for money that was credited before', () => {
    const lock = { status: 'locked', at: waitingDeposit.createdAt, amountPaid: cents(0) } as const;
    const locked = { ...waitingDeposit, status: 'locked' as const, events: [lock] };
    expect(depositWords(locked, during).text).toContain('We’ll credit it once that’s done');
    const text = depositWords({ ...locked, amountPaid: cents(5_000) }, during).text;
    expect(text).toContain('The $50.00 it added to your balance is on hold until that’s done.');
  });

  it('say that there is nothing to pay yet while the provider has not replied with the invoice', () => {
    const creating = { ...waitingDeposit, paymentUrl: null, payerAmount: null, address: null, expiresAt: null };
    expect(depositWords(creating, during)).toEqual({
      title: 'Waiting for the payment provider',
      text: 'You’ll see how to pay once it replies. This page updates by itself.',
    });
  });

  it('say what a refund under way means for money that was credited before', () => {
    const refunding = { ...waitingDeposit, status: 'refund_process', receivedAmount: '0.01' } as const;
    expect(depositWords(refunding, during).text).toBe('0.01 BTC is being sent back on Bitcoin.');
    expect(depositWords({ ...refunding, amountPaid: cents(5_000) }, during).text).toBe(
      '0.01 BTC is being sent back on Bitcoin. The $50.00 it added to your balance is on hold until that’s done.',
    );
  });

  it('say after an ended quote that a late payment is still found', () => {
    const words = depositWords({ ...waitingDeposit, status: 'expired' }, after);
    expect(words.text).toContain('Nothing was taken.');
    expect(words.text).toContain('Late payments are still found');
  });
});

describe('the timeline', () => {
  it('ends with the amount that was really added', () => {
    const paid = { ...waitingDeposit, status: 'paid', amountPaid: cents(99_448) } as const;
    expect(timelineSteps(paid).at(-1)).toMatchObject({ label: '$994.48 added to your balance', state: 'done' });
  });

  it('has exactly one current step while something is expected', () => {
    for (const status of ['pending', 'processing', 'confirm_check'] as const) {
      const states = timelineSteps({ ...waitingDeposit, status }).map((step) => step.state);
      expect(states.filter((state) => state === 'current')).toHaveLength(1);
    }
  });

  it('shows a payment that our team reviews as seen and under review, and as failed once it is refused', () => {
    const seen = { status: 'paid', at: waitingDeposit.createdAt, amountPaid: cents(0) } as const;
    const [open, ended] = [
      { status: 'locked', review: 'open' } as const,
      { status: 'failed', review: 'ended' } as const,
    ];
    const stepsOf = (changes: Partial<typeof waitingDeposit>) =>
      timelineSteps({ ...waitingDeposit, ...changes })
        .slice(1)
        .map(({ label, state }) => [label, state]);
    expect(stepsOf({ ...open, events: [seen] })).toEqual([
      ['Payment seen', 'done'],
      ['Under review', 'current'],
    ]);
    expect(stepsOf({ ...ended, events: [seen] })).toEqual([
      ['Payment seen', 'done'],
      ['Failed', 'problem'],
    ]);
    // A payment that differs from its invoice is not among the events.
    expect(stepsOf(open)).toEqual([['Under review', 'current']]);
    expect(stepsOf(ended)).toEqual([['Failed', 'problem']]);
  });

  it('ends a canceled deposit with the cancellation, and expects nothing more', () => {
    const canceledAt = '2026-01-05T10:05:00.000Z';
    const [, ...steps] = timelineSteps({ ...waitingDeposit, canceledAt });
    expect(steps).toEqual([{ id: 'ended', label: 'Canceled', state: 'done', at: canceledAt }]);
    const expired = timelineSteps({ ...waitingDeposit, canceledAt, status: 'expired' });
    expect(expired.at(-1)?.label).toBe('Quote expired');
  });

  it('names the time at which money was added, also after it was on hold meanwhile', () => {
    const at = (minutes: number) => new Date(Date.parse(waitingDeposit.createdAt) + minutes * 60_000).toISOString();
    const [pending] = waitingDeposit.events;
    if (!pending) throw new Error('no event');
    const event = (status: 'paid_less' | 'paid' | 'locked', minutes: number, paid: number) => ({
      status,
      at: at(minutes),
      amountPaid: cents(paid),
    });
    const first = event('paid_less', 1, 2_000);
    const held = [pending, first, event('paid', 5, 4_500), event('locked', 20, 4_500), event('paid', 30, 4_500)];
    const added = (amountPaid: number, events: typeof held) =>
      timelineSteps({ ...waitingDeposit, status: 'paid', amountPaid: cents(amountPaid), events }).at(-1)?.at;
    expect(added(4_500, held)).toBe(at(5));
    expect(added(2_000, [pending, first])).toBe(at(1));
    expect(added(2_000, [first])).toBe(at(1));
  });

  it('says so when no payment was seen', () => {
    expect(timelineSteps({ ...waitingDeposit, status: 'expired' })[1]?.label).toBe('No payment was seen');
  });
});
