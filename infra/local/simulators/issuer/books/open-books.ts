import { DatabaseSync } from 'node:sqlite';
import { DocumentTable } from './document-table.ts';
import type {
  Card,
  Entry,
  Fact,
  FaultRule,
  Holder,
  Purchase,
  RateStamp,
  RevealToken,
  ScheduledJob,
  Transfer,
  WebhookRecord,
} from './records.ts';

/** All the simulator remembers. */
export type Books = {
  readonly holders: DocumentTable<Holder>;
  readonly cards: DocumentTable<Card>;
  readonly transfers: DocumentTable<Transfer>;
  readonly entries: DocumentTable<Entry>;
  readonly purchases: DocumentTable<Purchase>;
  readonly webhooks: DocumentTable<WebhookRecord>;
  readonly jobs: DocumentTable<ScheduledJob>;
  readonly faults: DocumentTable<FaultRule>;
  readonly revealTokens: DocumentTable<RevealToken>;
  readonly rateStamps: DocumentTable<RateStamp>;
  readonly facts: DocumentTable<Fact>;
  /** Runs `work` all or nothing: an error undoes its writes. Nested calls join the outer one. */
  transaction<R>(work: () => R): R;
  /** Forgets everything but the named facts. */
  erase(keepFacts: readonly string[]): void;
  close(): void;
};

/**
 * Opens the books in a file, or in memory without one.
 * A commit is in the operating system's hands when it returns, so a `kill -9` loses nothing acknowledged.
 */
export function openBooks(dataFile: string | undefined): Books {
  const db = new DatabaseSync(dataFile ?? ':memory:');
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;');
  const tables = {
    holders: new DocumentTable<Holder>(db, 'holders', ['bvn']),
    cards: new DocumentTable<Card>(db, 'cards', ['holderId', 'pan']),
    transfers: new DocumentTable<Transfer>(db, 'transfers', ['cardId']),
    entries: new DocumentTable<Entry>(db, 'entries', ['cardId', 'reference']),
    purchases: new DocumentTable<Purchase>(db, 'purchases', ['cardId']),
    webhooks: new DocumentTable<WebhookRecord>(db, 'webhooks', ['state']),
    jobs: new DocumentTable<ScheduledJob>(db, 'jobs', ['dueAt']),
    faults: new DocumentTable<FaultRule>(db, 'faults'),
    revealTokens: new DocumentTable<RevealToken>(db, 'reveal_tokens'),
    rateStamps: new DocumentTable<RateStamp>(db, 'rate_stamps'),
    facts: new DocumentTable<Fact>(db, 'facts'),
  };
  let depth = 0;
  const transaction = <R>(work: () => R): R => {
    if (depth > 0) return work();
    db.exec('BEGIN IMMEDIATE');
    depth += 1;
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    } finally {
      depth -= 1;
    }
  };
  return {
    ...tables,
    transaction,
    erase: (keepFacts) =>
      transaction(() => {
        const kept = tables.facts.all().filter((fact) => keepFacts.includes(fact.id));
        for (const table of Object.values(tables)) table.clear();
        for (const fact of kept) tables.facts.put(fact);
      }),
    close: () => db.close(),
  };
}
