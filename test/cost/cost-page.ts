import type { Cost } from './measure-cost.ts';

/** Returns the costs on platforms of several sizes as a page of Markdown. */
export function costPage(costs: ReadonlyMap<number, readonly Cost[]>): string {
  const sizes = [...costs.keys()];
  const [first = []] = costs.values();
  const rows = first.map((cost, index) => {
    const all = [...costs.values()].map((each) => each[index] ?? cost);
    const { id, variant, untilWritten, untilProvider } = all.at(-1) ?? cost;
    const cells = [
      `\`${id}\`${variant === '' ? '' : `, ${variant}`}`,
      same(all, 'inSequence'),
      untilWritten ?? '',
      untilProvider ?? '',
      same(all, 'requests'),
      ...all.map(({ readUnits }) => readUnits),
      ...all.map(({ writeUnits }) => writeUnits),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const people = sizes.map((size) => size.toLocaleString('en-US'));
  const head = [
    'route, job or worker',
    'round trips in sequence',
    '… to the first write',
    '… to the provider',
    'requests',
    ...people.map((size) => `read units, ${size}`),
    ...people.map((size) => `write units, ${size}`),
  ];
  return `${introduction}\n| ${head.join(' | ')} |\n|---|${'---:|'.repeat(head.length - 1)}\n${rows.join('\n')}\n`;
}

function same(all: readonly Cost[], figure: 'inSequence' | 'requests'): string {
  const distinct = [...new Set(all.map((cost) => cost[figure]))];
  return distinct.length === 1 ? String(distinct[0]) : all.map((cost) => cost[figure]).join(' / ');
}

const introduction = `# What everything costs at the table

Written by \`node bin/measure-cost.ts\`; do not edit. The real handlers run over the real adapter, and each request that it sends
is charged by DynamoDB's documented rules on the items themselves, on platforms with so many accounts.

- *Round trips in sequence* are waited for one after another; what is asked for at once is one. All are counted, the one in
  which the session is read included. A read takes at most two (one that needs two of its own begins the first together with
  the session's), and a money mutation has stored its intent with its \`Idempotency-Key\` in the third (who asks, what the rule
  looks at, one transaction).
- *To the provider*: how many have passed when a provider is first called. What is after that is bookkeeping of what it said.
- *Read units*: 4 kB each, per item for gets and batches, per answer for queries, half where a read need not be consistent; at
  least one, also for what is not there.
- *Write units*: 1 kB each of the larger of the two images, twice in a transaction, once for an item that is written by itself; conditions that are only
  checked cost the same. What the two indexes are then written (whole items, once; twice where one moves) is included.
- The accounts that were there before are made when a query comes upon them: profile, wallet, search terms, statistics and a
  movement each, spread evenly over years. Lists of a hundred accounts are shorter than a page, and so cheaper.
- Jobs cost what there is to do, however many others have an account; so does what reads the last days again.
`;
