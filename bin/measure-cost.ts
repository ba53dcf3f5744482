/**
 * Measures what each route, worker and job costs at the table, with 100, 10,000 and 1,000,000 accounts on the platform,
 * and writes it to infra/COST.md. Fails when something costs more than it may, or more because others have accounts.
 * With `--month` it simulates a month of active people instead, writes its money to the same page, and fails when the
 * table costs more than $1.50 for each thousand of them.
 *
 *     node bin/measure-cost.ts
 *     node bin/measure-cost.ts --month --people 1000 --purchases 20
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { costPage } from '#test/cost/cost-page.ts';
import { faultsOf, growthOf } from '#test/cost/cost-rules.ts';
import { measureCosts, type Cost } from '#test/cost/measure-cost.ts';
import { moneyOf, monthPage, monthTitle, tableMostPerThousand, totalOf } from '#test/cost/month/month-page.ts';
import { simulateMonth, type Habits } from '#test/cost/month/simulate-month.ts';
import { flag, withDefault } from './command-line/arguments.ts';
import { wholeNumber } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';

const sizes = [100, 10_000, 1_000_000] as const;

const file = path.join(import.meta.dirname, '../infra/COST.md');

/** Months for which people have had their habits before the simulated month, by the name of the case. */
const pasts = {
  'their cards have a full page': 1,
  'their cards are new': 0,
  'they are a year old': 12,
  'they are two years old': 24,
} as const;

await runCommand(
  import.meta,
  {
    summary:
      'Measures what everything costs at the table, or (--month) what a month of active people costs; writes infra/COST.md.',
    options: {
      month: flag('simulates a month and prints its money by cause'),
      people: withDefault(wholeNumber({ min: 1 }), 1_000, 'active people in the month'),
      openings: withDefault(wholeNumber({ max: 900 }), 30, 'times that each opens the site'),
      purchases: withDefault(wholeNumber({ max: 900 }), 20, 'purchases of each'),
      loads: withDefault(wholeNumber({ max: 90 }), 2, 'loads of each'),
      deposits: withDefault(wholeNumber({ max: 90 }), 1, 'deposits of each'),
      few: withDefault(wholeNumber({ min: 1, max: 100 }), 3, 'people beside one who are simulated for all of them'),
    },
  },
  ({ month, ...options }) => (month ? measureMonth(options) : measureEverything()),
);

async function measureMonth({
  people,
  few,
  ...habits
}: Habits & { readonly people: number; readonly few: number }): Promise<void> {
  const bills = new Map<string, Awaited<ReturnType<typeof simulateMonth>>>();
  for (const [past, monthsBefore] of Object.entries(pasts))
    bills.set(`in all, when ${past}`, await simulateMonth(people, { few, habits, monthsBefore }));
  const page = monthPage({ people, habits }, bills);
  writeFileSync(file, `${readFileSync(file, 'utf8').split(`\n${monthTitle}`, 1)[0]}\n${page}`);
  console.log(page);
  const most = (tableMostPerThousand * people) / 1_000;
  for (const [name, bill] of bills) {
    const { table } = moneyOf(totalOf(bill));
    if (table <= most) continue;
    console.log(`${name}: $${table.toFixed(2)} at the table, and may be $${most.toFixed(2)}`);
    process.exitCode = 1;
  }
}

async function measureEverything(): Promise<void> {
  const costs = new Map<number, readonly Cost[]>();
  for (const people of sizes) costs.set(people, await measureCosts(people));

  const page = costPage(costs);
  // Keep the section of the month, which only a run with `--month` writes.
  const [, month] = readFileSync(file, 'utf8').split(`\n${monthTitle}`, 2);
  writeFileSync(file, month === undefined ? page : `${page}\n${monthTitle}${month}`);
  console.log(page);

  const [middle = [], largest = []] = [costs.get(10_000), costs.get(1_000_000)];
  const faults = largest.flatMap((cost, index) => {
    const grown = middle[index] ? growthOf(middle[index], cost).map((figure) => `${figure} grows`) : [];
    return [...faultsOf(cost), ...grown].map((fault) => `${cost.id} ${cost.variant}: ${fault}`);
  });
  for (const fault of faults) console.log(fault);
  console.log(faults.length === 0 ? 'nothing costs more than it may' : `${faults.length} cost more than they may`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
