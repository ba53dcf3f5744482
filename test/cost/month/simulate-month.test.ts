import { describe, expect, it } from 'vitest';
import { jobGrants } from '#infra/definition/grants.ts';
import { scaledBill, nothingUsed } from './bill.ts';
import { moneyOf, monthPage } from './month-page.ts';
import { simulateMonth } from './simulate-month.ts';

const habits = { openings: 30, purchases: 30, loads: 15, deposits: 15 };

describe('a simulated month', () => {
  it('bills the actions of people and the runs of jobs by cause, in dollars', async () => {
    const bill = await simulateMonth(1_000, { few: 1, habits, monthsBefore: 0, days: 2, warmUpDays: 1 });
    const jobs = Object.keys(jobGrants).map((name) => `job.${name}`);
    const doings = ['an opening of the site', 'a purchase', 'a load', 'a deposit'];
    expect([...bill.keys()].toSorted()).toEqual([...jobs, ...doings].toSorted());
    expect(doings.map((cause) => bill.get(cause)?.times)).toEqual([2_000, 2_000, 1_000, 1_000]);
    // The schedule starts a job equally often for one person and for a thousand.
    expect(bill.get('job.catch-up-cards')).toMatchObject({ times: 2 * 24 * 60 });
    expect(bill.get('job.reconcile')).toMatchObject({ times: 48, starts: 48 });
    for (const cause of [...doings, 'job.catch-up-cards', 'job.reconcile', 'job.poll-deposits'])
      expect(moneyOf(bill.get(cause) ?? nothingUsed()).table, cause).toBeGreaterThan(0.001);
    const page = monthPage(
      { people: 1_000, habits },
      new Map([
        ['in all', bill],
        ['in all, when they are old', bill],
      ]),
    );
    expect(page).toContain('| **in all** |');
    const loads = moneyOf(bill.get('a load') ?? nothingUsed()).table.toFixed(3);
    expect(page).toContain(`| \`a load\` | ${loads} | ${loads} |`);
    expect(page).toContain('| cause | in all | they are old |');
  });

  it('grows with the number of people, except for costs that are equal for one and for two', () => {
    const used = (readUnits: number, times: number) => ({ ...nothingUsed(), readUnits, times });
    const one = new Map([
      ['job.reconcile', used(16, 720)],
      ['a load', used(8, 4)],
    ]);
    const two = new Map([
      ['job.reconcile', used(22, 720)],
      ['a load', used(16, 8)],
    ]);
    const bill = scaledBill({ people: 1, bill: one }, { people: 2, bill: two }, 500);
    expect(bill.get('job.reconcile')).toMatchObject({ readUnits: 10 + 6 * 500, times: 720 });
    expect(bill.get('a load')).toMatchObject({ readUnits: 4_000, times: 2_000 });
  });

  it('is priced by the list prices', () => {
    const used = { ...nothingUsed(), readUnits: 8e6, writeUnits: 1.6e6, mails: 10_000 };
    expect(moneyOf(used).table).toBeCloseTo(2);
    expect(moneyOf(used).rest).toBeCloseTo(1);
  });
});
