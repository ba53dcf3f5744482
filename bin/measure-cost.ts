/**
 * Writes what each route, worker and job costs at the table, with 100, 10,000 and 1,000,000 accounts on the platform, and
 * writes it to infra/COST.md. Fails when something costs more than it may, or more because others have accounts.
 *
 *     node bin/measure-cost.ts
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { costPage } from '#test/cost/cost-page.ts';
import { faultsOf, growthOf } from '#test/cost/cost-rules.ts';
import { measureCosts, type Cost } from '#test/cost/measure-cost.ts';
import { runCommand } from './command-line/run-command.ts';

const sizes = [100, 10_000, 1_000_000] as const;

await runCommand(
  import.meta,
  { summary: 'Measures what each route, worker and job costs at the table, and writes infra/COST.md.' },
  async () => {
    const costs = new Map<number, readonly Cost[]>();
    for (const people of sizes) costs.set(people, await measureCosts(people));

    const page = costPage(costs);
    writeFileSync(path.join(import.meta.dirname, '../infra/COST.md'), page);
    console.log(page);

    const [middle = [], largest = []] = [costs.get(10_000), costs.get(1_000_000)];
    const faults = largest.flatMap((cost, index) => {
      const grown = middle[index] ? growthOf(middle[index], cost).map((figure) => `${figure} grows`) : [];
      return [...faultsOf(cost), ...grown].map((fault) => `${cost.id} ${cost.variant}: ${fault}`);
    });
    for (const fault of faults) console.log(fault);
    console.log(faults.length === 0 ? 'nothing costs more than it may' : `${faults.length} cost more than they may`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  },
);
