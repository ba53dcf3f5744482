import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type PutCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Choices } from '../choices.ts';
import type { Item } from './expression.ts';
import { SimulatedTable, type SimulatedQuery } from './simulated-table.ts';

/*
 * Runs the same random operations on the simulated table and on a real engine, which must return the same. The
 * operations use few keys and values, so that conditions fail, transactions collide and indexes change often.
 */

const partitions = ['A', 'B', 'C'];
const sortKeys = ['1', '10', '2', 'x#1', 'x#2'];
const conditions = [
  undefined,
  'attribute_not_exists(pk)',
  'attribute_not_exists(pk) OR ttlAtSeconds <= :now',
  'version = :version AND (attribute_not_exists(ttlAtSeconds) OR ttlAtSeconds > :now)',
  'attribute_exists(pk) AND (attribute_not_exists(ttlAtSeconds) OR ttlAtSeconds > :now)',
] as const;
const now = 1_000;

type Action = Parameters<SimulatedTable['transact']>[0][number];

function pick<T>(choices: Choices, list: readonly T[]): T {
  return list[choices.below(list.length)] as T;
}

function keyOf(choices: Choices): { readonly pk: string; readonly sk: string } {
  return { pk: pick(choices, partitions), sk: pick(choices, sortKeys) };
}

function conditional(choices: Choices): object {
  const ConditionExpression = pick(choices, conditions);
  if (ConditionExpression === undefined) return {};
  const values: Record<string, unknown> = {};
  if (ConditionExpression.includes(':now')) values[':now'] = now;
  if (ConditionExpression.includes(':version')) values[':version'] = choices.below(3);
  return {
    ConditionExpression,
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  };
}

function itemOf(choices: Choices): Item {
  return {
    ...keyOf(choices),
    version: choices.below(3),
    ...(choices.below(3) === 0 ? { ttlAtSeconds: now - 1 + choices.below(3) } : {}),
    ...(choices.below(2) === 0 ? { gsi1pk: pick(choices, ['I', 'J']), gsi1sk: pick(choices, sortKeys) } : {}),
    ...(choices.below(3) === 0 ? { gsi2pk: 'DUE', gsi2sk: pick(choices, sortKeys) } : {}),
    nested: { list: [1, 'a', { deep: true }], empty: null },
  };
}

function actionOf(choices: Choices): Action {
  switch (choices.below(5)) {
    case 0:
    case 1:
      return { Put: { Item: itemOf(choices), ...conditional(choices) } };
    case 2:
      return { Delete: { Key: keyOf(choices), ...conditional(choices) } };
    case 3:
      return { ConditionCheck: { Key: keyOf(choices), ConditionExpression: 'attribute_exists(pk)' } };
    default:
      return {
        Update: {
          Key: keyOf(choices),
          UpdateExpression: 'ADD counted :one SET label = :label',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':one': 1, ':label': 'counted' },
        },
      };
  }
}

function queryOf(choices: Choices): SimulatedQuery {
  const [IndexName, pk, sk, partition] = pick(choices, [
    [undefined, 'pk', 'sk', pick(choices, partitions)],
    ['gsi1', 'gsi1pk', 'gsi1sk', pick(choices, ['I', 'J'])],
    ['gsi2', 'gsi2pk', 'gsi2sk', 'DUE'],
  ] as const);
  const [range, values] = pick(choices, [
    ['', {}],
    [` AND begins_with(${sk}, :a)`, { ':a': 'x#' }],
    [` AND ${sk} BETWEEN :a AND :b`, { ':a': '10', ':b': 'x#1' }],
    [` AND ${sk} < :a`, { ':a': '2' }],
    [` AND ${sk} <= :a`, { ':a': '2' }],
    [` AND ${sk} > :a`, { ':a': '10' }],
  ] as const);
  return {
    IndexName,
    KeyConditionExpression: `${pk} = :pk${range}`,
    ExpressionAttributeValues: { ':pk': partition, ...values },
    ScanIndexForward: choices.below(2) === 0,
    Limit: choices.below(3) === 0 ? 1 + choices.below(3) : undefined,
  };
}

/** Runs a transaction on the engine. Returns undefined when it happened, else a code for each action. */
async function onEngine(
  client: DynamoDBDocumentClient,
  table: string,
  actions: readonly Action[],
): Promise<readonly string[] | undefined> {
  const named = actions.map((action) =>
    Object.fromEntries(Object.entries(action).map(([verb, of]) => [verb, { TableName: table, ...of }])),
  );
  const [first] = named;
  const alone = named.length === 1 ? first?.['Put'] : undefined;
  try {
    if (alone) await client.send(new PutCommand(alone as PutCommandInput));
    else await client.send(new TransactWriteCommand({ TransactItems: named }));
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ConditionalCheckFailedException) return ['ConditionalCheckFailed'];
    if (!(thrown instanceof TransactionCanceledException)) throw thrown;
    return (thrown.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
  }
}

/** Does `count` random operations on both and returns the first difference, in words; undefined when there is none. */
export async function findDifference(
  client: DynamoDBDocumentClient,
  table: string,
  choices: Choices,
  count: number,
): Promise<string | undefined> {
  const simulated = new SimulatedTable();
  const compare = (what: unknown, ours: unknown, theirs: unknown): string | undefined => {
    const [a, b] = [canonical(ours), canonical(theirs)];
    return a === b ? undefined : `${JSON.stringify(what)}: simulated ${a}, engine ${b}`;
  };
  for (let index = 0; index < count; index += 1) {
    let difference: string | undefined;
    const kind = choices.below(4);
    if (kind === 0) {
      const key = keyOf(choices);
      const { Item } = await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
      difference = compare({ get: key }, simulated.get(key), Item);
    } else if (kind === 1) {
      const query = queryOf(choices);
      const { Items = [] } = await client.send(new QueryCommand({ TableName: table, ...query }));
      difference = compare({ query }, orderOf(query, simulated.query(query).items), orderOf(query, Items));
    } else {
      const wanted = Array.from({ length: 1 + choices.below(4) }, () => actionOf(choices));
      const actions = [...new Map(wanted.map((action) => [itemNamed(action), action])).values()];
      difference = compare({ actions }, simulated.transact(actions)?.reasons, await onEngine(client, table, actions));
    }
    if (difference !== undefined) return `operation ${index + 1}: ${difference}`;
  }
  return undefined;
}

/** Returns the comparable part of a query's items: items of an index that share a sort key have no order. */
function orderOf({ IndexName, Limit }: SimulatedQuery, items: readonly Item[]): unknown {
  if (IndexName === undefined) return items;
  const keys = items.map((item) => item[`${IndexName}sk`]);
  if (Limit !== undefined) return keys;
  return { keys, items: items.map((item) => canonical(item)).toSorted() };
}

function itemNamed(action: Action): string {
  const of = action.Put?.Item ?? (action.Delete ?? action.ConditionCheck ?? action.Update)?.Key;
  return `${String(of?.['pk'])}|${String(of?.['sk'])}`;
}

/** Returns the same text for equal data. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
