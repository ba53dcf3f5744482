import { describe, expect, it } from 'vitest';
import { lineDescription } from '#functions/domain/activity/line-description.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import { cents, zero } from '#shared/money.ts';
import { samples } from '#test/support/sample-entities.ts';

describe('the text of an activity line', () => {
  const textOf = (changes: Partial<ActivityLine>): string =>
    lineDescription({ ...samples.movement, kind: 'deposit', description: 'Deposit in BTC', ...changes });
  const credited = { paidCents: cents(3_000) };
  const held = { ...credited, frozenCents: cents(3_000) };

  it.each([
    ['that was credited', { status: 'paid', ...credited }, ''],
    ['that is locked before its credit', { status: 'locked' }, ''],
    ['that is locked after its credit', { status: 'locked', ...held }, ' · $30.00 on hold for a review'],
    ['that is being refunded', { status: 'refund_process', ...held }, ' · $30.00 on hold for a refund'],
    ['that failed while it was locked', { status: 'failed', ...held }, ' · $30.00 on hold for a review'],
    ['that was released', { status: 'paid', ...held, frozenCents: zero }, ''],
    ['that was refunded before its credit', { status: 'refund_paid' }, ''],
    [
      'that was refunded after its credit',
      { status: 'refund_paid', takenBackCents: cents(3_000) },
      ' · $30.00 added, then taken back',
    ],
    ['that was credited again', { status: 'paid', ...credited, takenBackCents: cents(2_000) }, ''],
    [
      'of which a part is reviewed',
      { status: 'paid_over', ...credited, surplusCents: cents(2_000) },
      ' · $20.00 more under review',
    ],
    ['of which the rest was decided', { status: 'paid_over', ...credited, surplusCents: zero }, ''],
    ['that was locked after its credit, in a line of before that was noted', { status: 'locked', ...credited }, ''],
    ['that was credited in part, in a line of before the rest was noted', { status: 'paid_over', ...credited }, ''],
    ['that its owner canceled', { status: 'pending', isHidden: true }, ' · canceled'],
  ] as const)('of a deposit %s', (_, changes, end) => {
    expect(textOf({ paidCents: zero, ...changes })).toBe(`Deposit in BTC${end}`);
  });

  it('of another line is the stored one', () => {
    expect(textOf({ kind: 'card_load', status: 'locked', description: 'Loaded Everyday', ...credited })).toBe(
      'Loaded Everyday',
    );
  });
});
