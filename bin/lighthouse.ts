/**
 * Measures pages of a running stack with Lighthouse on its slow phone, three times each, and holds the medians to the
 * budgets. A figure for people: it depends on what else the machine does, so no test asks for it. npm fetches Lighthouse
 * the first time.
 *
 *     node bin/lighthouse.ts                            the stack of .local
 *     node bin/lighthouse.ts <services.json>            another one; the demo must be in it
 *     node bin/lighthouse.ts <services.json> login card only some pages
 */
import type { BrowserContext } from 'playwright-core';

import type { Services } from '#infra/local/supervisor/services.ts';
import { signIn } from '#test/support/browser.ts';
import { rest, withDefault } from './command-line/arguments.ts';
import { recordFigure, recordOption } from './command-line/figures.ts';
import { oneOf, text } from './command-line/kinds.ts';
import { CommandFailure, runCommand } from './command-line/run-command.ts';
import { measurePage } from '#test/proofs/lighthouse/measure-page.ts';
import { openMeasuredBrowser } from '#test/proofs/lighthouse/open-measured-browser.ts';
import { overBudget } from '#test/proofs/lighthouse/over-budget.ts';
import { pageBudgets, type PageBudget, type Visitor } from '#test/proofs/lighthouse/page-budget.ts';
import { medianOf, type PageFigures } from '#test/proofs/lighthouse/page-figures.ts';
import { readServices } from './operator/read-services.ts';

/** Number of runs; their median counts. */
const runs = 3;

await runCommand(
  import.meta,
  {
    summary: 'Measures pages of a running stack with Lighthouse on its slow phone, against the budgets.',
    positionals: {
      services: withDefault(text, '.local/services.json', 'services.json of the stack; the demo must be in it'),
      pages: rest(oneOf(pageBudgets.map(({ name }) => name)), 'only these pages'),
    },
    options: { record: recordOption },
  },
  async ({ services: servicesFile, pages, record }) => {
    const services = readServices<Services>(servicesFile);
    await using browser = await openMeasuredBrowser();
    console.log('medians of', runs, 'runs: performance, accessibility, best practices, SEO; bytes gzipped');
    const lines: string[] = [];
    let misses = 0;
    let present: Visitor | undefined;
    for (const budget of pageBudgets) {
      if (pages.length > 0 && !pages.includes(budget.name)) continue;
      if (present !== budget.visitor) await become(browser.context, services, budget.visitor);
      present = budget.visitor;
      const url = await addressOf(browser.context, services, budget);
      const figures: PageFigures[] = [];
      for (let run = 0; run < runs; run += 1) figures.push(await measurePage(url, browser.port));
      const median = medianOf(figures);
      const over = overBudget(budget, median);
      misses += over.length;
      lines.push(lineOf(budget.name, median));
      console.log(lines.at(-1));
      if (over.length > 0) console.log(`           over its budget: ${over.join(', ')}`);
      if (median.failedAudits.length > 0)
        console.log(`           audits that cost points: ${median.failedAudits.join(', ')}`);
    }
    console.log(misses === 0 ? 'everything is within its budget' : `${misses} figures are over their budgets`);
    if (record) recordFigure('Lighthouse', lines.map((line) => line.replaceAll(/ {2,}/g, ', ')).join('<br>'));
    process.exitCode = misses === 0 ? 0 : 1;
  },
);

/** Signs the browser in as another person. */
async function become(context: BrowserContext, services: Services, visitor: Visitor): Promise<void> {
  await context.clearCookies();
  if (visitor === 'guest') return;
  const login = services.demo?.[visitor];
  if (!login) throw new CommandFailure('The stack has no demo: start it with SEED=demo.');
  const page = await context.newPage();
  await signIn(page, services.site, login);
  await page.close();
}

async function addressOf({ request }: BrowserContext, services: Services, budget: PageBudget): Promise<string> {
  if (budget.path !== 'first card') return services.site + budget.path;
  const cards = (await (await request.get(`${services.api}/cards`)).json()) as readonly { readonly _id: string }[];
  if (!cards[0]) throw new Error('the demo has no card');
  return `${services.site}/cards/${cards[0]._id}`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function lineOf(name: string, median: PageFigures): string {
  const scores = [median.performance, median.accessibility, median.bestPractices, median.seo];
  const cells = [
    name.padEnd(10),
    scores.map((score) => String(score).padStart(3)).join(' '),
    `LCP ${(median.lcpMs / 1000).toFixed(2)} s`,
    `CLS ${median.cls.toFixed(3)}`,
    `TBT ${String(median.tbtMs).padStart(3)} ms`,
    `JS ${kilobytes(median.jsBytes)}`,
    `CSS ${kilobytes(median.cssBytes)}`,
  ];
  return cells.join('  ');
}
