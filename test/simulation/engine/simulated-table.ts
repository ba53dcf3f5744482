import { tableDefinition } from '#infra/definition/table.ts';
import { compareText, parseCondition, type Item } from './expression.ts';

/** One action of a transaction, as the document client names it. */
type Action = {
  readonly Put?: ({ readonly Item: Item | undefined } & Conditional) | undefined;
  readonly Update?:
    | ({ readonly Key: Item | undefined; readonly UpdateExpression: string | undefined } & Conditional)
    | undefined;
  readonly Delete?: ({ readonly Key: Item | undefined } & Conditional) | undefined;
  readonly ConditionCheck?: ({ readonly Key: Item | undefined } & Conditional) | undefined;
};
type Conditional = {
  readonly ConditionExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Item | undefined;
};

/** A query of a table or an index. */
export type SimulatedQuery = {
  readonly IndexName?: string | undefined;
  readonly KeyConditionExpression?: string | undefined;
  readonly FilterExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Item | undefined;
  readonly ScanIndexForward?: boolean | undefined;
  readonly Limit?: number | undefined;
  readonly ExclusiveStartKey?: Item | undefined;
};

/** A change of one item, as the table's stream reports it. */
export type StreamChange = {
  readonly sequence: number;
  readonly key: Item;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
};

/** Why a transaction did not happen: a code for each action, `None` for those that were not the reason. */
export type Cancelled = { readonly reasons: readonly string[] };

type Stored = { readonly id: string; readonly item: Item };
/** One ordering of the items: the table's own, or an index's. Lists are kept sorted by their sort key. */
type Ordering = {
  readonly name: string | undefined;
  readonly pk: string;
  readonly sk: string;
  readonly partitions: Map<string, Stored[]>;
};

/** Maximum number of actions in a DynamoDB transaction. */
const actionsMax = 100;

/**
 * The one table, in memory, with the semantics that the product relies on: conditions on the present item, transactions
 * that happen wholly or not at all, sparse indexes, order by key, pages, a stream of changes. Checked against the real
 * engines by the same random operations (table-differential.test.ts).
 */
export class SimulatedTable {
  readonly #items = new Map<string, Item>();
  readonly #orderings: readonly Ordering[];
  readonly stream: StreamChange[] = [];
  /** Called after every transaction that wrote something. */
  onWritten: ((changes: readonly StreamChange[]) => void) | undefined;
  #sequence = 0;

  constructor() {
    const { partitionKey, sortKey, indexes } = tableDefinition;
    this.#orderings = [
      { name: undefined, pk: partitionKey, sk: sortKey, partitions: new Map() },
      ...indexes.map(({ name, partitionKey: pk, sortKey: sk }) => ({ name, pk, sk, partitions: new Map() })),
    ];
  }

  /** Returns a table with the same items and an empty stream. */
  clone(): SimulatedTable {
    const twin = new SimulatedTable();
    for (const [id, item] of this.#items) twin.#items.set(id, item);
    for (const [index, { partitions }] of this.#orderings.entries()) {
      const others = twin.#orderings[index]?.partitions;
      for (const [partition, list] of partitions) others?.set(partition, [...list]);
    }
    return twin;
  }

  /** Every item, in no order. */
  all(): Iterable<Item> {
    return this.#items.values();
  }

  get(key: Item): Item | undefined {
    return this.#items.get(idOf(key));
  }

  /** The smallest sort key in a partition of an index; undefined when nothing is in it. */
  firstOf(index: string, partition: string): string | undefined {
    const ordering = this.#orderings.find(({ name }) => name === index);
    const first = ordering?.partitions.get(partition)?.[0];
    return first && String(first.item[ordering?.sk ?? '']);
  }

  query(query: SimulatedQuery): { readonly items: readonly Item[]; readonly last: Item | undefined } {
    const ordering = this.#orderings.find(({ name }) => name === query.IndexName);
    if (!ordering) throw new Error(`no such index: ${query.IndexName}`);
    const values = query.ExpressionAttributeValues ?? {};
    const names = query.ExpressionAttributeNames ?? {};
    const holds = parseCondition(query.KeyConditionExpression ?? '');
    const named = new RegExp(`(?:^|AND )${ordering.pk} = (:\\w+)`).exec(query.KeyConditionExpression ?? '')?.[1];
    if (named === undefined) throw new Error(`no partition is named by: ${query.KeyConditionExpression}`);
    const found = ordering.partitions.get(String(values[named])) ?? [];
    const ordered = query.ScanIndexForward === false ? found.toReversed() : found;
    const from = query.ExclusiveStartKey === undefined ? undefined : idOf(query.ExclusiveStartKey);
    let rest = ordered.filter(({ item }) => holds(item, values, names));
    if (from !== undefined) rest = rest.slice(rest.findIndex(({ id }) => id === from) + 1);
    const page = rest.slice(0, query.Limit ?? rest.length).map(({ item }) => item);
    const last =
      page.length < rest.length || (query.Limit !== undefined && page.length === query.Limit) ? page.at(-1) : undefined;
    const filter = query.FilterExpression === undefined ? undefined : parseCondition(query.FilterExpression);
    return { items: filter ? page.filter((item) => filter(item, values, names)) : page, last };
  }

  /** Does all actions or none. Returns undefined when they happened, else the reasons. */
  transact(actions: readonly Action[]): Cancelled | undefined {
    const keys = actions.map((action) => idOf(keyOfAction(action)));
    if (actions.length === 0 || actions.length > actionsMax || new Set(keys).size < keys.length) {
      throw new Error('a transaction has 1 to 100 actions, each on an item of its own');
    }
    const reasons = actions.map((action, index) => this.#reasonAgainst(action, keys[index] ?? ''));
    if (reasons.some((reason) => reason !== 'None')) return { reasons };
    const changes: StreamChange[] = [];
    actions.forEach((action, index) => {
      const id = keys[index] ?? '';
      const before = this.#items.get(id);
      if (action.Put) this.#put(id, cleaned(action.Put.Item ?? {}) as Item);
      else if (action.Delete) this.#remove(id);
      else if (action.Update) this.#put(id, updated(before ?? cleaned(action.Update.Key ?? {}), action.Update));
      else return;
      this.#sequence += 1;
      changes.push({ sequence: this.#sequence, key: keyOfAction(action), before, after: this.#items.get(id) });
    });
    this.stream.push(...changes);
    if (changes.length > 0) this.onWritten?.(changes);
    return undefined;
  }

  #reasonAgainst(action: Action, id: string): string {
    const conditional = action.Put ?? action.Update ?? action.Delete ?? action.ConditionCheck;
    const text = conditional?.ConditionExpression;
    if (text === undefined) return 'None';
    const holds = parseCondition(text)(
      this.#items.get(id),
      conditional?.ExpressionAttributeValues ?? {},
      conditional?.ExpressionAttributeNames ?? {},
    );
    return holds ? 'None' : 'ConditionalCheckFailed';
  }

  #put(id: string, item: Item): void {
    const before = this.#items.get(id);
    this.#items.set(id, item);
    for (const ordering of this.#orderings) {
      if (before && isSamePlace(ordering, before, item)) {
        replace(ordering, id, item);
        continue;
      }
      if (before) take(ordering, id, before);
      place(ordering, id, item);
    }
  }

  #remove(id: string): void {
    const before = this.#items.get(id);
    if (before === undefined) return;
    this.#items.delete(id);
    for (const ordering of this.#orderings) take(ordering, id, before);
  }
}

function keyOfAction(action: Action): Item {
  const item = action.Put?.Item ?? (action.Update ?? action.Delete ?? action.ConditionCheck)?.Key;
  if (item === undefined) throw new Error('an action names no item');
  return { pk: item['pk'], sk: item['sk'] };
}

function idOf(key: Item): string {
  return `${String(key['pk'])}|${String(key['sk'])}`;
}

function place(ordering: Ordering, id: string, item: Item): void {
  const partition = item[ordering.pk];
  if (typeof partition !== 'string' || item[ordering.sk] === undefined) return;
  const list = ordering.partitions.get(partition) ?? [];
  ordering.partitions.set(partition, list);
  list.splice(positionOf(ordering, list, String(item[ordering.sk]), id), 0, { id, item });
}

/** True when an item keeps its place in an ordering after a write, as most items do. */
function isSamePlace({ pk, sk }: Ordering, before: Item, after: Item): boolean {
  return before[pk] === after[pk] && before[sk] === after[sk];
}

function replace(ordering: Ordering, id: string, item: Item): void {
  const list = ordering.partitions.get(String(item[ordering.pk]));
  const index = list?.findLastIndex((stored) => stored.id === id) ?? -1;
  if (list && index >= 0) list[index] = { id, item };
}

function take(ordering: Ordering, id: string, item: Item): void {
  const list = ordering.partitions.get(String(item[ordering.pk]));
  const index = list?.findIndex((stored) => stored.id === id) ?? -1;
  if (list && index >= 0) list.splice(index, 1);
}

/** Returns the position of an item in its partition, searched from the end, because most keys grow. */
function positionOf({ sk }: Ordering, list: readonly Stored[], sortKey: string, id: string): number {
  let at = list.length;
  while (at > 0) {
    const stored = list[at - 1];
    if (stored === undefined) break;
    const order = compareText(String(stored.item[sk]), sortKey);
    if (order < 0 || (order === 0 && stored.id <= id)) break;
    at -= 1;
  }
  return at;
}

/**
 * Returns a copy without undefined fields, as the document client is configured to write it. The copy is never changed.
 */
function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((inner) => inner !== undefined).map(cleaned);
  if (value === null || typeof value !== 'object') return value;
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    const inner = (value as Record<string, unknown>)[name];
    if (inner !== undefined) copy[name] = typeof inner === 'object' ? cleaned(inner) : inner;
  }
  return copy;
}

/** Applies `ADD a :x, b :y` and `SET a = :x, b = :y`, the updates that the product makes. */
function updated(before: unknown, update: NonNullable<Action['Update']>): Item {
  const item: Record<string, unknown> = { ...(before as Item) };
  const names = update.ExpressionAttributeNames ?? {};
  const values = update.ExpressionAttributeValues ?? {};
  const nameOf = (word: string): string => (word.startsWith('#') ? (names[word] ?? word) : word);
  const clauses = (update.UpdateExpression ?? '').split(/\b(?=SET |ADD |REMOVE )/);
  for (const clause of clauses.map((each) => each.trim()).filter((each) => each !== '')) {
    const verb = clause.slice(0, clause.indexOf(' '));
    for (const part of clause
      .slice(verb.length)
      .split(',')
      .map((each) => each.trim())) {
      if (verb === 'REMOVE') delete item[nameOf(part)];
      else if (verb === 'ADD') {
        const [word = '', value = ''] = part.split(/\s+/);
        item[nameOf(word)] = Number(item[nameOf(word)] ?? 0) + Number(values[value]);
      } else {
        const match = /^(\S+)\s*=\s*(:\S+)$/.exec(part);
        if (!match) throw new Error(`cannot read the update: ${part}`);
        item[nameOf(match[1] ?? '')] = cleaned(values[match[2] ?? '']);
      }
    }
  }
  return item;
}
