import { parseCondition, type Item } from '#test/simulation/engine/expression.ts';
import {
  SimulatedTable,
  type Cancelled,
  type SimulatedQuery,
  type StreamChange,
} from '#test/simulation/engine/simulated-table.ts';
import { itemBytes } from './item-size.ts';
import type { Population, PopulatedPartition } from './population.ts';

type Actions = Parameters<SimulatedTable['transact']>[0];

/** The answer to a query. `bytesRead` includes the items that a filter removes, as they cost too. */
export type QueryAnswer = {
  readonly items: readonly Item[];
  readonly last: Item | undefined;
  readonly bytesRead: number;
};

/** Maximum number of bytes that a query reads at once. */
const pageBytes = 1_048_576;

/** A table that holds a generated population; new writes replace generated items. */
export class PopulatedTable {
  readonly #written = new SimulatedTable();
  readonly #population: Population;
  /** Ids of the population's items that were written since: the written ones count now. */
  readonly #taken = new Set<string>();

  constructor(population: Population) {
    this.#population = population;
  }

  /** The written changes, as the table's stream reports them. */
  get stream(): StreamChange[] {
    return this.#written.stream;
  }

  /** The smallest sort key that was written to a partition of an index; undefined when nothing is in it. */
  firstOf(index: string, partition: string): string | undefined {
    return this.#written.firstOf(index, partition);
  }

  get(key: Item): Item | undefined {
    return this.#written.get(key) ?? (this.#taken.has(idOf(key)) ? undefined : this.#population.get(key));
  }

  /** Does all actions or none. Returns undefined when they happened, else the reasons. */
  transact(actions: Actions): Cancelled | undefined {
    for (const action of actions) {
      const key = action.Put?.Item ?? (action.Update ?? action.Delete ?? action.ConditionCheck)?.Key;
      const before = key === undefined || this.#taken.has(idOf(key)) ? undefined : this.#population.get(key);
      if (!before) continue;
      this.#written.transact([{ Put: { Item: before } }]);
      this.#taken.add(idOf(before));
    }
    return this.#written.transact(actions);
  }

  query(query: SimulatedQuery): QueryAnswer {
    const { Limit, FilterExpression, ExclusiveStartKey, ...asked } = query;
    const values = query.ExpressionAttributeValues ?? {};
    const attribute = query.IndexName === undefined ? 'pk' : `${query.IndexName}pk`;
    const named = new RegExp(`(?:^|AND )${attribute} = (:\\w+)`).exec(query.KeyConditionExpression ?? '')?.[1];
    const everybody = this.#population.partition(query.IndexName, String(values[named ?? '']));
    const written = this.#written.query(asked).items;
    const found = everybody ? merged(query, written, this.#members(query, everybody)) : written[Symbol.iterator]();

    const items: Item[] = [];
    let bytesRead = 0;
    let skips = ExclusiveStartKey !== undefined;
    let hasMore = false;
    for (const item of found) {
      if (skips) {
        skips = idOf(item) !== idOf(ExclusiveStartKey ?? {});
        continue;
      }
      if (items.length === Limit || bytesRead + itemBytes(item) > pageBytes) {
        hasMore = true;
        break;
      }
      items.push(item);
      bytesRead += itemBytes(item);
    }
    // A full page reports that there may be more, as DynamoDB does.
    const last = hasMore || items.length === Limit ? items.at(-1) : undefined;
    const filter = FilterExpression === undefined ? undefined : parseCondition(FilterExpression);
    const names = query.ExpressionAttributeNames ?? {};
    return { items: filter ? items.filter((item) => filter(item, values, names)) : items, last, bytesRead };
  }

  /** Generates the population's items that a query asks for, one by one, in the order of the query. */
  *#members(query: SimulatedQuery, { sortKeyAt, at }: PopulatedPartition): Generator<Item> {
    const { size } = this.#population;
    const side = sideOf(query);
    const first = firstWhere(size, (member) => side(sortKeyAt(member)) >= 0);
    const end = firstWhere(size, (member) => side(sortKeyAt(member)) > 0);
    const backwards = query.ScanIndexForward === false;
    for (let step = 0; step < end - first; step += 1) {
      const item = at(backwards ? end - 1 - step : first + step);
      if (item && !this.#taken.has(idOf(item))) yield item;
    }
  }
}

/** Returns the smallest number that `holds`, when it holds for all greater ones too; `size` when it holds for none. */
function firstWhere(size: number, holds: (member: number) => boolean): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns a function that places a sort key: before (−1), in (0) or after (1) the range of a key condition. */
function sideOf({
  KeyConditionExpression = '',
  ExpressionAttributeValues = {},
}: SimulatedQuery): (key: string) => number {
  const value = (name: string | undefined): string => String(ExpressionAttributeValues[name ?? '']);
  const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const begins = /begins_with\(\w+, (:\w+)\)/.exec(KeyConditionExpression);
  if (begins) {
    const prefix = value(begins[1]);
    return (key) => (key.startsWith(prefix) ? 0 : order(key, prefix));
  }
  const between = /BETWEEN (:\w+) AND (:\w+)/.exec(KeyConditionExpression);
  if (between) {
    const [low, high] = [value(between[1]), value(between[2])];
    return (key) => (order(key, low) < 0 ? -1 : order(key, high) > 0 ? 1 : 0);
  }
  const compared = /sk (<=|<|>) (:\w+)/.exec(KeyConditionExpression);
  if (!compared) return () => 0;
  const [, sign, name] = compared;
  const bound = value(name);
  if (sign === '>') return (key) => (order(key, bound) > 0 ? 0 : -1);
  return (key) => (order(key, bound) < (sign === '<=' ? 1 : 0) ? 0 : 1);
}

/** Merges written and generated items in the order of a query's sort key. */
function* merged(query: SimulatedQuery, written: readonly Item[], members: Iterator<Item>): Generator<Item> {
  const sortKey = query.IndexName === undefined ? 'sk' : `${query.IndexName}sk`;
  const direction = query.ScanIndexForward === false ? -1 : 1;
  const isEarlier = (a: Item, b: Item): boolean =>
    Buffer.compare(Buffer.from(String(a[sortKey])), Buffer.from(String(b[sortKey]))) * direction <= 0;
  let next = members.next();
  for (const item of written) {
    for (; !next.done && !isEarlier(item, next.value); next = members.next()) yield next.value;
    yield item;
  }
  for (; !next.done; next = members.next()) yield next.value;
}

function idOf({ pk, sk }: Item): string {
  return `${String(pk)}|${String(sk)}`;
}
