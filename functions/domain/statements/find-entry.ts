import type { Entry, LedgerOwner } from '#functions/ports/entities/books.ts';
import type { CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Store } from '#functions/ports/store.ts';
import type { Id } from '#shared/ids.ts';

/** Number of parts into which one round trip of a search cuts the range that is left. */
const fanOut = 32;

/**
 * Returns the first number from 1 to `count` whose item is not before the goal, or `count` + 1. Items are in order, so
 * a round trip that reads 31 of them leaves a 32nd of the range: two for a thousand items, four for a million. The
 * places that are read do not depend on `count`, so a goal in the past is found at the same place for ever.
 */
async function firstNumber<T>(
  count: number,
  read: (numbers: readonly number[]) => Promise<readonly (T | undefined)[]>,
  isBefore: (item: T) => boolean,
): Promise<number> {
  let step = 1;
  while (step * fanOut <= count) step *= fanOut;
  let passed = 0;
  for (; step >= 1; step /= fanOut) {
    const places = Array.from({ length: fanOut - 1 }, (_, index) => passed + (index + 1) * step);
    const inside = places.filter((place) => place <= count);
    const items = inside.length === 0 ? [] : await read(inside);
    const reached = items.findIndex((item) => item === undefined || !isBefore(item));
    passed += (reached === -1 ? inside.length : reached) * step;
  }
  return passed + 1;
}

/**
 * Returns the number of an account's first entry at or after a time; the number after the last one where there is none.
 */
export function firstEntryAt(
  store: Store,
  { ownerId, sequence }: { readonly ownerId: LedgerOwner; readonly sequence: number },
  atMs: number,
): Promise<number> {
  return firstNumber<Entry>(
    sequence,
    (numbers) =>
      store.getMany(
        'entry',
        numbers.map((each) => ({ ownerId, sequence: each })),
      ),
    (entry) => entry.atMs < atMs,
  );
}

/**
 * Returns the number of a card's first line that was written with or after one of its entries. Older lines that name no
 * entry count as earlier.
 */
export function firstLineOf(
  store: Store,
  card: { readonly cardId: Id<'card'>; readonly transactionCount: number },
  sequence: number,
): Promise<number> {
  const { cardId, transactionCount } = card;
  return firstNumber<CardTransaction>(
    transactionCount,
    (numbers) =>
      store.getMany(
        'cardTransaction',
        numbers.map((number) => ({ cardId, number })),
      ),
    (line) => (line.sequence ?? 0) < sequence,
  );
}
