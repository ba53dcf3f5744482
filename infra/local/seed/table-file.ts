import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { marshall } from '@aws-sdk/util-dynamodb';
import { itemOf } from '#functions/adapters/dynamo/transact-item.ts';
import type { Write } from '#functions/ports/store.ts';
import { tableDefinition } from '#infra/definition/table.ts';
import { itemBytes } from '#test/cost/item-size.ts';

/** The file in which the local stack's engine (dynoxide) keeps its table, for writing what is new. */
export type TableFile = {
  /**
   * Stores new entities, all of them or none. They are at once in every list; the table's stream does not report them.
   */
  readonly write: (writes: readonly Write[]) => void;
  readonly close: () => void;
};

type Item = Readonly<Record<string, unknown>>;

/**
 * Opens the table's file beside the running engine. Through the engine's HTTP door a million accounts would take hours,
 * because it searches all records of the stream for each write. Throws when there is no such file.
 */
export function openTableFile(databaseFile: string, tableName: string): TableFile {
  const database = new DatabaseSync(databaseFile, { timeout: 30_000 });
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -400000');
  const insertItem = database.prepare(
    `INSERT INTO "${tableName}" (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, ?)`,
  );
  const indexes = tableDefinition.indexes.map(({ name, partitionKey, sortKey }) => ({
    partitionKey,
    sortKey,
    insert: database.prepare(
      `INSERT INTO "${tableName}::gsi::${name}" (gsi_pk, gsi_sk, table_pk, table_sk, item_json) VALUES (?, ?, ?, ?, ?)`,
    ),
  }));

  const store = (item: Item): void => {
    const [pk, sk] = [textKey(item['pk']), textKey(item['sk'])];
    const json = JSON.stringify(marshall(item, { removeUndefinedValues: true }));
    insertItem.run(pk, sk, json, itemBytes(item), hashPrefixOf(String(item['pk'])));
    for (const { partitionKey, sortKey, insert } of indexes) {
      if (item[partitionKey] !== undefined) {
        insert.run(textKey(item[partitionKey]), textKey(item[sortKey]), pk, sk, json);
      }
    }
  };

  return {
    write: (writes) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        for (const write of writes) {
          // A balance that was changed before it was ever stored is still new.
          if (write.write !== 'insert' && write.write !== 'update') throw new Error('only what is new is written');
          store(itemOf(write.kind, write.value));
        }
        database.exec('COMMIT');
      } catch (thrown) {
        database.exec('ROLLBACK');
        throw thrown;
      }
    },
    close: () => database.close(),
  };
}

function textKey(text: unknown): string {
  return `S:${String(text)}`;
}

/** Returns the prefix by which the engine's scans find an item. */
function hashPrefixOf(pk: string): string {
  return createHash('md5').update(`Outliers${pk}`).digest('hex').slice(0, 6);
}
