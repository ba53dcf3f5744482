import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** A document knows its own key; everything else in it is JSON. */
type Document = { readonly id: string };

/**
 * One kind of JSON documents in SQLite, in the order they were first put.
 * Fields named in `indexed` can be searched without reading the whole table.
 */
export class DocumentTable<T extends Document> {
  readonly #db: DatabaseSync;
  readonly #name: string;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync, name: string, indexed: readonly (keyof T & string)[] = []) {
    this.#db = db;
    this.#name = name;
    db.exec(
      `CREATE TABLE IF NOT EXISTS ${name} (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, doc TEXT NOT NULL)`,
    );
    for (const field of indexed) {
      db.exec(`CREATE INDEX IF NOT EXISTS ${name}_${field} ON ${name} (json_extract(doc, '$.${field}'))`);
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #read(condition: string, ...values: SQLInputValue[]): T[] {
    const rows = this.#prepare(`SELECT doc FROM ${this.#name} ${condition}`).all(...values);
    return rows.map((row) => JSON.parse(String(row['doc'])) as T);
  }

  get(id: string): T | undefined {
    return this.#read('WHERE id = ?', id)[0];
  }

  /** Inserts the document or replaces the one with its id, which keeps its place in the order. */
  put(document: T): T {
    this.#prepare(
      `INSERT INTO ${this.#name} (id, doc) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc`,
    ).run(document.id, JSON.stringify(document));
    return document;
  }

  delete(id: string): void {
    this.#prepare(`DELETE FROM ${this.#name} WHERE id = ?`).run(id);
  }

  clear(): void {
    this.#prepare(`DELETE FROM ${this.#name}`).run();
  }

  count(): number {
    return Number(this.#prepare(`SELECT COUNT(*) AS n FROM ${this.#name}`).get()?.['n']);
  }

  /** All documents, oldest first. */
  all(): T[] {
    return this.#read('ORDER BY seq');
  }

  /** At most `limit` documents, newest first. */
  newest(limit: number): T[] {
    return this.#read('ORDER BY seq DESC LIMIT ?', limit);
  }

  /** Documents whose field equals the value, oldest first. */
  where(field: keyof T & string, value: string | number): T[] {
    return this.#read(`WHERE json_extract(doc, '$.${field}') = ? ORDER BY seq`, value);
  }

  /** Documents whose numeric field is at most `limit`, smallest first. */
  upTo(field: keyof T & string, limit: number): T[] {
    const path = `json_extract(doc, '$.${field}')`;
    return this.#read(`WHERE ${path} <= ? ORDER BY ${path}, seq`, limit);
  }

  /** The smallest number that the field has in any document. */
  smallest(field: keyof T & string): number | undefined {
    const value = this.#prepare(`SELECT MIN(json_extract(doc, '$.${field}')) AS least FROM ${this.#name}`).get()?.[
      'least'
    ];
    return typeof value === 'number' ? value : undefined;
  }
}
