import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { keyOf } from '#functions/adapters/dynamo/table.ts';
import { itemOf } from '#functions/adapters/dynamo/transact-item.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { Entities, EntityKeys, EntityKind } from '#functions/ports/entities.ts';
import type { Store } from '#functions/ports/store.ts';
import type { Item } from '#test/simulation/engine/expression.ts';
import type { SimulatedTable } from '#test/simulation/engine/simulated-table.ts';
import { plainWrite, refusedWrite } from './plain-write.ts';

/** Makes the real store adapter over a simulated table without faults. */
export function simulatedStore(table: SimulatedTable, clock: Clock): Store {
  const client = {
    async send(command: unknown): Promise<unknown> {
      if (command instanceof GetCommand) return { Item: table.get(command.input.Key as Item) };
      if (command instanceof BatchGetCommand) {
        const keys = Object.values(command.input.RequestItems ?? {})[0]?.Keys ?? [];
        return { Responses: { satchel: keys.flatMap((key) => table.get(key as Item) ?? []) } };
      }
      if (command instanceof QueryCommand) {
        const { items, last } = table.query(command.input);
        return { Items: items, LastEvaluatedKey: last, Count: items.length };
      }
      const single = plainWrite(command);
      if (single) {
        const refused = table.transact(single);
        if (refused === undefined) return {};
        throw refusedWrite(refused.reasons[0] ?? '');
      }
      if (command instanceof TransactWriteCommand) {
        const refused = table.transact(command.input.TransactItems ?? []);
        if (refused === undefined) return {};
        throw new TransactionCanceledException({
          message: 'cancelled',
          $metadata: {},
          CancellationReasons: refused.reasons.map((Code) => ({ Code })),
        });
      }
      throw new Error(`the simulated table does not know ${(command as object).constructor.name}`);
    },
  } as unknown as DynamoDBDocumentClient;
  return createDynamoStore(client, 'satchel', clock);
}

/** The attributes that the table adds to an entity. */
const added = /^(?:pk|sk|gsi\d[ps]k|ttlAtSeconds|entity|seal)$/;

/** Returns every entity of a kind in the table. */
export function entitiesIn<K extends EntityKind>(table: SimulatedTable, kind: K): Entities[K][] {
  return [...table.all()]
    .filter((item) => item['entity'] === kind)
    .map((item) =>
      Object.fromEntries(Object.entries(item).filter(([name]) => !added.test(name))),
    ) as unknown as Entities[K][];
}

/** Writes an item without conditions, with the key, index keys and checksum that the product would write. */
export function writeByHand<K extends EntityKind>(table: SimulatedTable, kind: K, value: Entities[K]): void {
  table.transact([{ Put: { Item: itemOf(kind, value) } }]);
}

/** Changes fields of an item by hand, and leaves its version, index keys and checksum as they are. */
export function editByHand<K extends EntityKind>(
  table: SimulatedTable,
  kind: K,
  value: Entities[K],
  changes: Partial<Entities[K]>,
): void {
  const { pk, sk } = keyOf[kind](value as unknown as EntityKeys[K]);
  table.transact([{ Put: { Item: { ...table.get({ pk, sk }), ...changes } } }]);
}

/** Deletes an item by hand. */
export function eraseByHand<K extends EntityKind>(table: SimulatedTable, kind: K, value: EntityKeys[K]): void {
  const { pk, sk } = keyOf[kind](value);
  table.transact([{ Delete: { Key: { pk, sk } } }]);
}
