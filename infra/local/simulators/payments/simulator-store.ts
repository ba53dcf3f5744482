import { DatabaseSync, type StatementSync } from 'node:sqlite';

import type { Invoice } from './invoice.ts';
import type { StaticWallet } from './static-wallet.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS invoices (
    uuid TEXT PRIMARY KEY, order_id TEXT NOT NULL UNIQUE, sequence INTEGER NOT NULL UNIQUE,
    due_at INTEGER, document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS invoices_due ON invoices (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS wallets (
    uuid TEXT PRIMARY KEY, order_id TEXT NOT NULL UNIQUE, document TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS deliveries (
    n INTEGER PRIMARY KEY AUTOINCREMENT, payment_uuid TEXT NOT NULL, due_at INTEGER, document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
`;

/**
 * All that the simulator remembers, in one SQLite file. Writes are on disk when the call returns,
 * so a process killed right after an answer has lost nothing that the answer promised.
 */
export class SimulatorStore {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;

  /** Opens or creates `file`; without one everything lives in memory. Throws when the file is not a database. */
  constructor(file: string | undefined) {
    this.#database = new DatabaseSync(file ?? ':memory:');
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000;');
    this.#database.exec(schema);
  }

  close(): void {
    this.#database.close();
  }

  /** Runs `work` so that all of its writes land or none does. May be nested: the outermost one decides. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.#database.exec('BEGIN IMMEDIATE');
    this.#depth += 1;
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  readSetting(name: string): string | undefined {
    const row = this.#prepared('SELECT value FROM settings WHERE name = ?').get(name);
    return row === undefined ? undefined : String(row['value']);
  }

  writeSetting(name: string, value: string): void {
    this.#prepared('INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value').run(
      name,
      value,
    );
  }

  /** The next number of a counter that survives restarts, from 1. */
  nextNumber(counter: string): number {
    const next = Number(this.readSetting(`counter:${counter}`) ?? 0) + 1;
    this.writeSetting(`counter:${counter}`, String(next));
    return next;
  }

  /** Stores the invoice; `dueAtMs` is when it next changes by itself (expiry, last confirmation, end of refund). */
  saveInvoice(invoice: Invoice, dueAtMs: number | null): void {
    this.#prepared(
      `INSERT INTO invoices VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (uuid) DO UPDATE SET due_at = excluded.due_at, document = excluded.document`,
    ).run(invoice.uuid, invoice.orderId, invoice.sequence, dueAtMs, JSON.stringify(invoice));
  }

  invoiceByUuid(uuid: string): Invoice | null {
    return this.#one('SELECT document FROM invoices WHERE uuid = ?', uuid) as Invoice | null;
  }

  invoiceByOrderId(orderId: string): Invoice | null {
    return this.#one('SELECT document FROM invoices WHERE order_id = ?', orderId) as Invoice | null;
  }

  /** Invoices whose moment has come, the earliest first. */
  dueInvoices(nowMs: number): Invoice[] {
    return this.#many<Invoice>(
      'SELECT document FROM invoices WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at, sequence',
      nowMs,
    );
  }

  /** All invoices, newest first, at most `limit`. */
  invoices(limit = 1_000_000): Invoice[] {
    return this.#many<Invoice>('SELECT document FROM invoices ORDER BY sequence DESC LIMIT ?', limit);
  }

  saveWallet(wallet: StaticWallet): void {
    this.#prepared(
      'INSERT INTO wallets VALUES (?, ?, ?) ON CONFLICT (uuid) DO UPDATE SET document = excluded.document',
    ).run(wallet.uuid, wallet.orderId, JSON.stringify(wallet));
  }

  walletByUuid(uuid: string): StaticWallet | null {
    return this.#one('SELECT document FROM wallets WHERE uuid = ?', uuid) as StaticWallet | null;
  }

  walletByOrderId(orderId: string): StaticWallet | null {
    return this.#one('SELECT document FROM wallets WHERE order_id = ?', orderId) as StaticWallet | null;
  }

  wallets(): StaticWallet[] {
    return this.#many<StaticWallet>('SELECT document FROM wallets');
  }

  /** Adds a delivery and returns it with its number. */
  addDelivery(delivery: Omit<WebhookDelivery, 'n'>): WebhookDelivery {
    const { lastInsertRowid } = this.#prepared(
      "INSERT INTO deliveries (payment_uuid, due_at, document) VALUES (?, ?, '{}')",
    ).run(delivery.paymentUuid, delivery.dueAtMs);
    const numbered = { n: Number(lastInsertRowid), ...delivery };
    this.saveDelivery(numbered);
    return numbered;
  }

  saveDelivery(delivery: WebhookDelivery): void {
    this.#prepared('UPDATE deliveries SET due_at = ?, document = ? WHERE n = ?').run(
      delivery.dueAtMs,
      JSON.stringify(delivery),
      delivery.n,
    );
  }

  delivery(n: number): WebhookDelivery | null {
    return this.#one('SELECT document FROM deliveries WHERE n = ?', n) as WebhookDelivery | null;
  }

  /** The whole delivery log, oldest first; of one payment when `paymentUuid` is given. */
  deliveries(paymentUuid?: string): WebhookDelivery[] {
    return paymentUuid === undefined
      ? this.#many<WebhookDelivery>('SELECT document FROM deliveries ORDER BY n')
      : this.#many<WebhookDelivery>('SELECT document FROM deliveries WHERE payment_uuid = ? ORDER BY n', paymentUuid);
  }

  /** Deliveries to be sent now, oldest first. */
  dueDeliveries(nowMs: number): WebhookDelivery[] {
    return this.#many<WebhookDelivery>(
      'SELECT document FROM deliveries WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY n',
      nowMs,
    );
  }

  /**
   * Due time of the next invoice or delivery, in virtual milliseconds; undefined when nothing waits. Deliveries of the
   * payments in `underWay` do not count.
   */
  nextDueAt(underWay: readonly string[]): number | undefined {
    const row = this.#prepared(
      `SELECT min(due_at) AS due FROM (
         SELECT due_at FROM invoices WHERE due_at IS NOT NULL UNION ALL
         SELECT due_at FROM deliveries WHERE due_at IS NOT NULL AND payment_uuid NOT IN (SELECT value FROM json_each(?)))`,
    ).get(JSON.stringify(underWay));
    return typeof row?.['due'] === 'number' ? row['due'] : undefined;
  }

  /** Forgets everything but the seed and the clock. */
  reset(): void {
    this.transaction(() => {
      this.#database.exec('DELETE FROM invoices; DELETE FROM wallets; DELETE FROM deliveries;');
      this.#database.exec("DELETE FROM settings WHERE name NOT IN ('seed', 'clockOffsetMs')");
      // Identifiers are derived from the seed and from counters. A changed seed keeps the identifiers of the erased
      // past from coming back.
      this.writeSetting('seed', `${this.readSetting('seed') ?? ''}+`);
    });
  }

  #one(sql: string, parameter: string | number): unknown {
    const row = this.#prepared(sql).get(parameter);
    return row === undefined ? null : JSON.parse(String(row['document']));
  }

  #many<T>(sql: string, ...parameters: (string | number)[]): T[] {
    return this.#prepared(sql)
      .all(...parameters)
      .map((row) => JSON.parse(String(row['document'])) as T);
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
