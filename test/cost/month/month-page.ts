import { awsPrices } from './aws-prices.ts';
import { addUsage, nothingUsed, type Bill, type Usage } from './bill.ts';
import type { Habits } from './simulate-month.ts';

/** The beginning of the month's heading on the page. */
export const monthTitle = '## A month of';

/** Maximum price of a month at DynamoDB for each thousand active people, in dollars. */
export const tableMostPerThousand = 1.5;

/** Returns the price of a usage in dollars: for the table, and for everything else. */
export function moneyOf(used: Usage): { readonly table: number; readonly rest: number } {
  const { readUnits, writeUnits, invocations, gigabyteSeconds, requests, queueRequests, starts, mails, logBytes } =
    used;
  return {
    table: readUnits * awsPrices.readUnit + writeUnits * awsPrices.writeUnit,
    rest:
      invocations * awsPrices.invocation +
      gigabyteSeconds * awsPrices.gigabyteSecond +
      requests * (awsPrices.gatewayRequest + awsPrices.edgeRequest) +
      queueRequests * awsPrices.queueRequest +
      starts * awsPrices.scheduledStart +
      mails * awsPrices.mail +
      (logBytes / 1e9) * awsPrices.logGigabyte,
  };
}

/** Returns the sum of all usage on a bill. */
export function totalOf(bill: Bill): Usage {
  const total = nothingUsed();
  for (const used of bill.values()) addUsage(total, used);
  return total;
}

/**
 * Returns a month's cost by cause and its totals in each case, as Markdown. The first case is shown in full. The others
 * show only the price at the table, so that a cause that grows with age is visible.
 */
export function monthPage(
  { people, habits }: { readonly people: number; readonly habits: Habits },
  cases: ReadonlyMap<string, Bill>,
): string {
  const [bill = new Map<string, Usage>()] = cases.values();
  const rows = [...bill]
    .toSorted(([, a], [, b]) => moneyOf(b).table - moneyOf(a).table)
    .map(([cause, used]) => [`\`${cause}\``, whole(used.times), ...figures(used)]);
  const totals = [...cases].map(([name, each]) => [`**${name}**`, '', ...figures(totalOf(each))]);
  const table = [...rows, ...totals].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const { openings, purchases, loads, deposits } = habits;
  const each = `${openings} openings, ${purchases} purchases, ${loads} loads and ${deposits} deposits`;
  return `${monthTitle} ${people.toLocaleString('en-US')} active people

Written by \`node bin/measure-cost.ts --month\`. Each has ${each} in 30 days. The real handlers run over the metered table, started by
the schedule and by these habits. *Everything else* is functions, requests, queues, mails and logs, without free tiers and without what is
paid by the month (alarms, metrics, the firewall, names): a function is taken to wait 5 ms for the table and 300 ms for a provider.
At DynamoDB it may cost $${tableMostPerThousand.toFixed(2)} for each thousand people.

| cause | times | read units | write units | DynamoDB, $ | everything else, $ |
|---|---:|---:|---:|---:|---:|
${table}

What each costs at DynamoDB in each case, in dollars:

${tableOfCases(cases)}
`;
}

function tableOfCases(cases: ReadonlyMap<string, Bill>): string {
  const money = (used: Usage | undefined): string => (used ? moneyOf(used).table : 0).toFixed(3);
  const causes = [...new Set([...cases.values()].flatMap((bill) => [...bill.keys()]))];
  const costOf = (cause: string): number =>
    Math.max(...[...cases.values()].map((bill) => moneyOf(bill.get(cause) ?? nothingUsed()).table));
  const rows = causes
    .toSorted((a, b) => costOf(b) - costOf(a))
    .map((cause) => [`\`${cause}\``, ...[...cases.values()].map((bill) => money(bill.get(cause)))]);
  return [
    ['cause', ...[...cases.keys()].map((name) => name.replace(/^in all, when /, ''))],
    ['---', ...[...cases.keys()].map(() => '---:')],
    ...rows,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function figures(used: Usage): string[] {
  const { table, rest } = moneyOf(used);
  return [whole(used.readUnits), whole(used.writeUnits), table.toFixed(2), rest.toFixed(2)];
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}
