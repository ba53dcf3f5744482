import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { checkLiveness, checkTotals } from '#functions/domain/reconciliation/check-liveness.ts';
import { insert } from '#functions/ports/store.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

let world: MoneyWorld;
beforeEach(() => {
  world = moneyWorld();
});

describe('work that is due for too long is stuck', () => {
  const { operation, deposit, reward, referralAccount } = samples;
  it.each([
    ['an operation', 30, operation.operationId, (dueAtMs: number) => insert('operation', { ...operation, dueAtMs })],
    ['a deposit', 30, deposit.depositId, (dueAtMs: number) => insert('deposit', { ...deposit, dueAtMs })],
    [
      'a reward',
      150,
      `${reward.refereeId}:${reward.event}`,
      (dueAtMs: number) => insert('reward', { ...reward, dueAtMs }),
    ],
    [
      'a payout',
      150,
      `referral:${referralAccount.userId}`,
      (dueAtMs: number) => insert('referralAccount', { ...referralAccount, dueAtMs }),
    ],
  ])('%s after %i minutes', async (_what, minutes, subject, due) => {
    await world.store.commit([due(world.clock.now())]);
    world.clock.advance((minutes - 1) * 60_000);
    expect(await checkLiveness(world.services)).toEqual([]);
    world.clock.advance(2 * 60_000);
    expect(await checkLiveness(world.services)).toMatchObject([{ part: 'liveness', class: 'STUCK', subject }]);
  });
});

describe('the total of all days', () => {
  it.each([
    ['is their sum', 0, []],
    ['is more than their sum', 1, [{ class: 'AGG', subject: 'total#3', cents: 1 }]],
    ['is less than their sum', -1, [{ class: 'AGG', subject: 'total#3', cents: -1 }]],
  ])('%s', async (_what, change, found) => {
    const { platformFigures: day } = samples;
    const fundedCents = cents(day.fundedCents + change);
    await world.store.commit([
      insert('platformFigures', day),
      insert('platformFigures', { ...day, day: 'total', fundedCents }),
    ]);
    expect(await checkTotals(world.services)).toMatchObject(found);
  });
});
