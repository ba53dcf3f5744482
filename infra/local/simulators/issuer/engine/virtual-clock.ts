import type { Books } from '../books/open-books.ts';

/** The simulator's time: the machine's, moved forward by what was asked for. The shift survives a restart. */
export class VirtualClock {
  readonly #books: Books;
  #offsetMs: number;

  constructor(books: Books, initialOffsetMs: number) {
    this.#books = books;
    const stored = books.facts.get('clockOffsetMs')?.value;
    this.#offsetMs = typeof stored === 'number' ? stored : initialOffsetMs;
  }

  /** Virtual milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }

  advance(milliseconds: number): void {
    this.set(this.#offsetMs + milliseconds);
  }

  /** Sets the shift against the machine's time. */
  set(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    this.#books.facts.put({ id: 'clockOffsetMs', value: offsetMs });
  }
}

/** `YYYY-MM-DD HH:MM:SS` in GMT without a zone: how the issuer writes dates. */
export function issuerDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

/** Milliseconds of the first instant of the calendar month (GMT) that contains `milliseconds`. */
export function startOfMonth(milliseconds: number): number {
  const date = new Date(milliseconds);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
