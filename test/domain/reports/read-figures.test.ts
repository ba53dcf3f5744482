import { expect, it } from 'vitest';
import { zero } from '#shared/money.ts';
import { readFigures } from '#functions/domain/reports/read-figures.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';
import { simulatedStore, writeByHand } from '#test/support/simulated-store.ts';
import { SimulatedTable } from '#test/simulation/engine/simulated-table.ts';

const minuteMs = 60_000;

/** Maximum number of items in an answer of the table, which ends at a megabyte whatever its limit is. */
const answerMax = 20;

/** A table with a deposit in each state that the comparison counts, and the number of items that a comparison reads. */
function openTable() {
  const clock = manualClock();
  const table = new SimulatedTable();
  const store = simulatedStore(table, clock);
  const success = { outcome: 'success' } as const;
  const services = {
    store,
    clock,
    issuer: { readFloat: async () => ({ ...success, value: zero }) },
    payments: { readBalances: async () => ({ ...success, value: {} }) },
  } as unknown as Services;
  let made = 0;
  const put = (changes: Partial<Deposit>): Deposit => {
    made += 1;
    const deposit: Deposit = { ...samples.deposit, depositId: idAt('dep', made), lifecycle: 'open', ...changes };
    writeByHand(table, 'deposit', deposit);
    return deposit;
  };
  const query = table.query.bind(table);
  let read = 0;
  table.query = (asked) => {
    const answer = query({ ...asked, Limit: Math.min(asked.Limit ?? Infinity, answerMax) });
    read += answer.items.length;
    return answer;
  };
  const figures = async () => {
    read = 0;
    const { locked, returning, arriving } = await readFigures(services);
    return { locked, returning, arriving };
  };
  const dueAtMs = clock.now() + 60 * minuteMs;
  const booked = { received: '10', commission: '1' };
  const putMoving = (): readonly Deposit[] => [
    put({ state: 'confirming', coin: 'BTC', receivedAmount: '1', dueAtMs }),
    put({ state: 'partly_paid', coin: 'LTC', receivedAmount: '2', dueAtMs }),
    put({ state: 'locked', coin: 'USDT', booked, dueAtMs }),
    put({ state: 'refunding', coin: 'ETH', booked, receivedAmount: '10', dueAtMs }),
    put({ state: 'refunding', coin: 'BNB', booked, receivedAmount: '12.5', dueAtMs }),
    // Its payment was never read while it was paid: the provider has the money, and the books have none of it.
    put({ state: 'refunding', coin: 'DAI', receivedAmount: '4', dueAtMs }),
    put({ state: 'refund_failed', coin: 'SOL', receivedAmount: '6', dueAtMs, waitsSinceMs: 1 }),
    put({ state: 'refund_failed', coin: 'SOL', booked, receivedAmount: '10', dueAtMs, waitsSinceMs: 1 }),
    put({ state: 'paid', coin: 'TRX', unbooked: { coin: 'TRX', received: '3' }, dueAtMs, waitsSinceMs: 1 }),
    put({ state: 'locked', coin: 'TRX', booked, dueAtMs: undefined, waitsSinceMs: 1 }),
  ];
  return { clock, table, store, put, putMoving, figures, itemsRead: () => read };
}

/** The figures of this number of deposits of each state. */
const figuresOf = (times: number) => ({
  locked: { USDT: `${9 * times}`, TRX: `${9 * times}` },
  returning: { ETH: `${10 * times}`, BNB: `${10 * times}` },
  arriving: {
    BTC: `${times}`,
    LTC: `${2 * times}`,
    BNB: `${2.5 * times}`,
    DAI: `${4 * times}`,
    SOL: `${6 * times}`,
    TRX: `${3 * times}`,
  },
});

it('counts every deposit in transit, however many there are and however many are read again before them', async () => {
  const { clock, put, putMoving, figures, itemsRead } = openTable();
  const putEnded = (count: number): void => {
    for (let made = 0; made < count; made += 1) put({ state: 'paid', dueAtMs: clock.now() + 1, receivedAmount: '5' });
  };
  for (let made = 0; made < 40; made += 1) putMoving();
  expect(await figures()).toEqual(figuresOf(40));
  putEnded(400);
  expect(await figures()).toEqual(figuresOf(40));
  const before = itemsRead();
  putEnded(400);
  expect(await figures()).toEqual(figuresOf(40));
  expect(itemsRead()).toBe(before);
});

it('counts deposits in transit that an earlier version stored, and does not take them for edited ones', async () => {
  const { table, store, putMoving, figures } = openTable();
  const deposits = putMoving();
  for (const { gsi1pk, gsi1sk: _sk, ...item } of table.all())
    if (String(gsi1pk).startsWith('TRANSIT#')) table.transact([{ Put: { Item: item } }]);
  expect(await figures()).toEqual(figuresOf(1));
  const { depositId } = deposits[0] ?? samples.deposit;
  const before = await store.get('deposit', { depositId });
  if (before === undefined) throw new Error('it was put');
  expect(store.integrityErrorsOf('deposit', before)).toEqual({});
  await store.commit([update('deposit', before, {})]);
  expect(await store.listDepositsInTransit()).toContainEqual({ ...before, version: before.version + 1 });
});
