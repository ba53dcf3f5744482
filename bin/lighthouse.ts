/**
 * Measures pages of a running stack with Lighthouse on its slow phone, three times each, and holds the medians to the
 * budgets. A figure for people: it depends on what else the machine does, so no test asks for it. npm fetches Lighthouse
 * the first time.
 *
 *     node bin/lighthouse.ts                            the stack of .local
 *     node bin/lighthouse.ts <services.json>            another one; the demo must be in it
 *     node bin/lighthouse.ts <services.json> login card only some pages
 */
import { readFileSync } from 'node:fs';

import type { BrowserContext } from 'playwright-core';

import type { Services } from '#infra/local/supervisor/services.ts';
import { signIn } from '#test/support/browser.ts';
import { measurePage } from './lighthouse/measure-page.ts';
import { openMeasuredBrowser } from './lighthouse/open-measured-browser.ts';
import { overBudget } from './lighthouse/over-budget.ts';
import { pageBudgets, type PageBudget, type Visitor } from './lighthouse/page-budget.ts';
import { medianOf, type PageFigures } from './lighthouse/page-figures.ts';

/** The middle of so many runs counts. */
const runs = 3;

const [servicesFile = '.local/services.json', ...wanted] = process.argv.slice(2);
const services = JSON.parse(readFileSync(servicesFile, 'utf8')) as Services;

/** Makes the browser somebody else. */
async function become(context: BrowserContext, visitor: Visitor): Promise<void> {
  await context.clearCookies();
  if (visitor === 'guest') return;
  const login = services.demo?.[visitor];
  if (!login) throw new Error(`${servicesFile}: the stack has no demo`);
  const page = await context.newPage();
  await signIn(page, services.site, login);
  await page.close();
}

async function addressOf({ request }: BrowserContext, budget: PageBudget): Promise<string> {
  if (budget.path !== 'first card') return services.site + budget.path;
  const cards = (await (await request.get(`${services.api}/cards`)).json()) as readonly { readonly _id: string }[];
  if (!cards[0]) throw new Error('the demo has no card');
  return `${services.site}/cards/${cards[0]._id}`;
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

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

await using browser = await openMeasuredBrowser();
console.log('medians of', runs, 'runs: performance, accessibility, best practices, SEO; bytes gzipped');
let misses = 0;
let present: Visitor | undefined;
for (const budget of pageBudgets) {
  if (wanted.length > 0 && !wanted.includes(budget.name)) continue;
  if (present !== budget.visitor) await become(browser.context, budget.visitor);
  present = budget.visitor;
  const url = await addressOf(browser.context, budget);
  const figures: PageFigures[] = [];
  for (let run = 0; run < runs; run += 1) figures.push(await measurePage(url, browser.port));
  const median = medianOf(figures);
  const over = overBudget(budget, median);
  misses += over.length;
  console.log(lineOf(budget.name, median));
  if (over.length > 0) console.log(`           over its budget: ${over.join(', ')}`);
  if (median.failedAudits.length > 0)
    console.log(`           audits that cost points: ${median.failedAudits.join(', ')}`);
}
console.log(misses === 0 ? 'everything is within its budget' : `${misses} figures are over their budgets`);
process.exitCode = misses === 0 ? 0 : 1;
