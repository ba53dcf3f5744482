import { expect, it } from 'vitest';

import { cents, zero } from '#shared/money.ts';

import {
  accountStates,
  chartTicks,
  chartTop,
  closedText,
  dayText,
  growthText,
  isNewThisWeek,
  roleText,
} from '#web/features/admin/admin-words.ts';

const closed = { at: '2026-03-02T00:00:00.000Z', returnUntil: '2026-04-01T00:00:00.000Z', unclaimed: zero };

it.each([
  [12.54, '+12.5%'],
  [100, '+100%'],
  [0, '0%'],
  [0.04, '0%'],
  [-3, '−3%'],
  [1234.5, '+1,234.5%'],
])('growth of %f is %s', (growth, text) => {
  expect(growthText(growth)).toBe(text);
});

it.each([
  [[], 4],
  [[1, 3], 4],
  [[5], 5],
  [[6], 10],
  [[11, 2], 20],
  [[41], 50],
  [[999], 1000],
])('a chart of %j goes up to %i', (values, top) => {
  expect(chartTop(values)).toBe(top);
});

it('names days as they were counted, in UTC', () => {
  expect(dayText('2026-11-21', 'full')).toBe('Sat, Nov 21');
  expect(dayText('2026-11-21T00:00:00.000Z', 'short')).toBe('21 Sat');
});

it.each([4, 5, 10, 20, 40, 50, 100, 200])('a chart up to %i has lines at whole numbers', (top) => {
  const ticks = chartTicks(top);
  expect(ticks.every(Number.isInteger)).toBe(true);
  expect([ticks[0], ticks.at(-1)]).toEqual([0, top]);
});

it('names staff by their role, and everybody else a user', () => {
  expect(roleText({ role: 'user' })).toBe('User');
  expect(roleText({ role: 'admin', staffRole: 'support' })).toBe('Support');
  expect(roleText({ role: 'admin' })).toBe('Admin');
});

it.each([
  [3, [1, 2], true],
  [4, [1, 2], false],
  [0, [0, 0], false],
  // The total is read a moment before the days.
  [2, [1, 2], true],
])('a total of %i with %j of it in the last days is new: %s', (total, added, expected) => {
  const last7daysStats = added.map((usersRegistered) => ({
    date: '2026-11-21',
    usersRegistered,
    cardsCreated: 9,
    paidInvoices: 9,
  }));
  expect(isNewThisWeek({ last7daysStats }, total, 'usersRegistered')).toBe(expected);
});

it.each([
  ['open', { isSuspended: false }, ['Active']],
  ['suspended', { isSuspended: true }, ['Suspended']],
  ['closed', { isSuspended: false, closed }, ['Closed']],
  ['closed and suspended', { isSuspended: true, closed }, ['Closed', 'Suspended']],
])('an account that is %s never looks like another', (_state, user, labels) => {
  expect(accountStates(user).map(({ label }) => label)).toEqual(labels);
});

it.each([
  [0, 'This account is closed. What you add waits until its owner returns.'],
  [1_234, 'This account is closed. What you add waits until its owner returns, with the $12.34 that waits already.'],
])('a proposal to add to a closed account with %d cents that wait says where the money goes', (unclaimed, text) => {
  expect(closedText({ ...closed, unclaimed: cents(unclaimed) })).toBe(text);
});

it('a proposal about an erased account names no return, for there is none', () => {
  const { returnUntil: _, ...erased } = closed;
  expect(closedText({ ...erased, unclaimed: cents(1_234) })).toBe(
    'This account was erased. Take from it only what was sent back by hand.',
  );
});
