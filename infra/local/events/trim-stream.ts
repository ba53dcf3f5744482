import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes dynoxide forget the records that all readers of its stream have processed, as DynamoDB forgets after a day.
 * dynoxide keeps every record for good and searches all of them for the next one's number, so that each write would
 * take longer than the one before: 29 ms instead of 2.5 after ten thousand. The last record stays: numbers go on from
 * it.
 *
 * Returns the number of forgotten records: 0 when there is no database of dynoxide. Throws when the engine is writing
 * just then; the next run will do.
 */
export function trimStream(databaseFile: string, tableName: string, workedOn: string): number {
  if (!existsSync(databaseFile) || !/^\d{1,15}$/.test(workedOn)) return 0;
  const database = new DatabaseSync(databaseFile, { timeout: 20 });
  try {
    const known = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_stream_records'");
    if (known.get() === undefined) return 0;
    const { changes } = database
      .prepare('DELETE FROM _stream_records WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ?')
      .run(tableName, Number(workedOn));
    return Number(changes);
  } finally {
    database.close();
  }
}
