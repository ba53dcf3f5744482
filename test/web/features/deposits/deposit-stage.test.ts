import { describe, expect, it } from 'vitest';

import { transactionStatuses } from '#shared/transaction-statuses.ts';
import { cents } from '#shared/money.ts';
import { canBePaid, isLate, isOpen, pollEvery, stageOf } from '#web/features/deposits/deposit-stage.ts';

import { waitingDeposit } from './deposit-fixture.ts';

const nothing = { amountPaid: cents(0), remainingAmount: null };

describe('where a deposit stands', () => {
  it('has a stage for every status of the wire', () => {
    for (const status of transactionStatuses) expect(stageOf({ ...nothing, status })).toBeTruthy();
  });

  it('is credited only once something was booked', () => {
    expect(stageOf({ ...nothing, status: 'paid' })).toBe('confirming');
    expect(stageOf({ ...nothing, status: 'paid', amountPaid: cents(100) })).toBe('credited');
    expect(stageOf({ ...nothing, status: 'paid_over', amountPaid: cents(100) })).toBe('credited');
  });

  it('stays credited when its quote expires or its payment fails after money was booked', () => {
    expect(stageOf({ ...nothing, status: 'expired', amountPaid: cents(100) })).toBe('credited');
    expect(stageOf({ ...nothing, status: 'failed', amountPaid: cents(100) })).toBe('credited');
    expect(stageOf({ ...nothing, status: 'expired' })).toBe('expired');
  });

  it('is partial while the rest may still be sent', () => {
    expect(stageOf({ status: 'paid_less', amountPaid: cents(0), remainingAmount: '0.0025' })).toBe('partial');
    expect(stageOf({ status: 'pending', amountPaid: cents(0), remainingAmount: '0.0025' })).toBe('partial');
    expect(stageOf({ status: 'paid_less', amountPaid: cents(80_000), remainingAmount: null })).toBe('credited');
  });

  it('is polled every 2 s while waiting, every 10 s while it goes on by itself, and not at all at the end', () => {
    expect(pollEvery(undefined)).toBe(2000);
    expect(pollEvery('waiting')).toBe(2000);
    expect(pollEvery('partial')).toBe(2000);
    for (const stage of ['confirming', 'refunding', 'expired', 'review'] as const)
      expect(pollEvery(stage)).toBe(10_000);
    for (const stage of ['credited', 'failed', 'refunded', 'refund-failed'] as const) expect(pollEvery(stage)).toBe(0);
  });

  it('is open while its owner or the network has something to do', () => {
    for (const stage of ['waiting', 'partial', 'confirming'] as const) expect(isOpen(stage)).toBe(true);
    for (const stage of ['credited', 'expired', 'failed', 'review', 'refunded', 'refund-failed'] as const)
      expect(isOpen(stage)).toBe(false);
  });
});

it('knows a payment that came after the quote had ended', () => {
  const expired = { status: 'expired', at: '2026-01-05T11:00:00.000Z', amountPaid: cents(0) } as const;
  const paid = { status: 'paid', at: '2026-01-05T12:00:00.000Z', amountPaid: cents(100_000) } as const;
  expect(isLate({ events: [expired, paid] })).toBe(true);
  expect(isLate({ events: [paid] })).toBe(false);
  expect(isLate({ events: [expired] })).toBe(false);
  expect(isLate({ events: [expired, { ...paid, amountPaid: cents(0) }] })).toBe(false);
  expect(isLate({ events: [paid, { ...expired, at: '2026-01-05T13:00:00.000Z' }] })).toBe(false);
});

it('a deposit can be paid until its quote ends, but not once it is canceled or our team looks into it', () => {
  const before = Date.parse('2026-01-05T10:30:00.000Z');
  expect(canBePaid(waitingDeposit, before)).toBe(true);
  expect(canBePaid(waitingDeposit, before + 60 * 60_000)).toBe(false);
  expect(canBePaid({ ...waitingDeposit, paymentUrl: null }, before)).toBe(false);
  expect(canBePaid({ ...waitingDeposit, canceledAt: waitingDeposit.createdAt }, before)).toBe(false);
  const partly = { ...waitingDeposit, status: 'paid_less', amountPaid: cents(100), remainingAmount: '0.01' } as const;
  expect(canBePaid(partly, before)).toBe(true);
  // The end of the quote credits the part that has arrived; the rest may still be sent.
  expect(canBePaid(partly, before + 60 * 60_000)).toBe(true);
  for (const review of ['open', 'ended'] as const)
    for (const deposit of [waitingDeposit, partly]) expect(canBePaid({ ...deposit, review }, before)).toBe(false);
});

it('reads a status of a later API from the amount', () => {
  const status = 'settling' as 'paid';
  expect(stageOf({ ...nothing, status })).toBe('confirming');
  expect(stageOf({ ...nothing, status, amountPaid: cents(100) })).toBe('credited');
});
