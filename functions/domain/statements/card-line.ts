import { zero, type Cents } from '#shared/money.ts';
import type { Entry } from '#functions/ports/entities/books.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Store } from '#functions/ports/store.ts';
import { firstLineOf } from './find-entry.ts';
import type { LineWords } from './line-words.ts';
import { referenceOf } from './reference-of.ts';

/** Maximum number of lines of a card’s history that are read to describe a statement. */
const linesMax = 1_500;

/** Number of lines that are first read in addition to those of the entries, for declines, which have no entry. */
const declinesAllowed = 100;

/**
 * Number of lines that are read after those of the entries: the line of a withdrawal is written only when it has ended.
 */
const linesAfter = 20;

/** Reads the lines of a card's history that show some of its entries, by reference. One round trip for recent ones. */
export async function cardLinesOf(
  store: Store,
  card: Card,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, CardTransaction>> {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return new Map();
  const { cardId, transactionCount, sequence } = card;
  const back = sequence - first.sequence + declinesAllowed;
  if (back < linesMax) {
    const from = Math.max(1, transactionCount - back);
    const recent = await store.listCardTransactions(cardId, { from, to: transactionCount });
    if (from === 1 || (recent.at(-1)?.sequence ?? 0) < first.sequence) return byReference(recent);
  }
  const [from, end] = await Promise.all([
    firstLineOf(store, card, first.sequence),
    firstLineOf(store, card, last.sequence + 1),
  ]);
  const to = Math.min(transactionCount, end + linesAfter, from + linesMax);
  return byReference(to < from ? [] : await store.listCardTransactions(cardId, { from, to }));
}

function byReference(lines: readonly CardTransaction[]): ReadonlyMap<string, CardTransaction> {
  return new Map(lines.map((line) => [line.reference, line]));
}

const kindsOfOperation = {
  CREDIT: { kind: 'card_load', description: 'Loaded from balance' },
  DEBIT: { kind: 'card_withdrawal', description: 'Withdrawn to balance' },
} as const;

/** Describes an entry of a card by its journal record's id, and the line of the card's history that shows it. */
export function cardLine(
  card: Card,
  { journalId }: Entry,
  change: Cents,
  known: ReadonlyMap<string, CardTransaction>,
): LineWords {
  const [head = '', posted = ''] = journalId.split(':');
  const step = journalId.slice(journalId.lastIndexOf(':') + 1);
  const reference = referenceOf(journalId);
  // The line of a rest or a correction has the id of its record as its reference.
  const own = known.get(journalId);
  if (step === 'emptied')
    return { kind: 'card_closing', description: own?.description ?? 'Card deleted', reference, fee: zero };
  if (head === card.cardId) {
    const description = known.get(reference)?.description ?? (change < 0 ? 'Purchase' : 'Refund');
    return { kind: kindOf(posted), description, reference, fee: zero };
  }
  const line = own ?? known.get(head);
  const words = kindsOfOperation[change > 0 ? 'CREDIT' : 'DEBIT'];
  if (step === 'released')
    return { kind: 'card_withdrawal', description: 'Withdrawal returned', reference: head, fee: zero };
  if (line?.kind === 'creation')
    return { kind: 'card_creation', description: line.description, reference: head, fee: zero };
  if (line?.kind === 'closing' || step === 'credited')
    return { kind: 'card_closing', description: line?.description ?? 'Card deleted', reference: head, fee: zero };
  // A correction may take a load back, so its sign does not name its kind.
  if (step === 'corrected' && line) {
    const kind = line.kind === 'load' ? 'card_load' : 'card_withdrawal';
    return { kind, description: line.description, reference: head, fee: zero };
  }
  return { ...words, description: line?.description ?? words.description, reference: head, fee: zero };
}

function kindOf(posted: string): LineWords['kind'] {
  return posted === 'fee' || posted === 'refund' || posted === 'reversal' ? posted : 'purchase';
}
