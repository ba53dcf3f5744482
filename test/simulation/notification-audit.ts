import { sum } from '#shared/money.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { CardTransaction } from '#functions/ports/entities/cards.ts';
import type { EntityChange } from '#functions/ports/table-change.ts';
import { eventsOfChange, newLinesOf } from '#functions/domain/notifications/events-of-change.ts';
import type { NotifiedEvent } from '#functions/domain/notifications/notified-event.ts';
import { notificationIdOf } from '#functions/domain/notifications/new-notification.ts';
import { entityFields } from '#functions/adapters/dynamo/entity-reader.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';
import type { SimulatedWorld } from './simulated-world.ts';

const changing: ReadonlySet<unknown> = new Set(['card', 'deposit', 'wallet', 'referralAccount']);

/**
 * Maps the whole stream of a story to notified events and compares them with the committed facts (I33). Every purchase,
 * decline, refund, credited deposit, payout and correction has exactly one event, no event is without its fact, and no
 * two share a notification.
 */
export function notificationAudit({ table }: SimulatedWorld): void {
  const lines = new Map(entitiesOf(table, 'cardTransaction').map((line) => [nameOf(line), line]));
  const events = table.stream.flatMap((change) => eventsOf(change, lines));
  const ids = new Set(events.map((event) => notificationIdOf(event)));
  if (ids.size !== events.length) throw new Violation('I33', `${events.length} events have ${ids.size} notifications`);
  const inserted = <T>(kind: string): readonly T[] =>
    table.stream
      .filter(({ before, after }) => before === undefined && after?.['entity'] === kind)
      .map(({ after }) => after as T);
  const newLines = inserted<CardTransaction>('cardTransaction');
  const isRefund = ({ kind }: CardTransaction): boolean => kind === 'refund' || kind === 'reversal';
  const isDeclined = ({ status }: CardTransaction): boolean => status === 'declined';
  same(events, 'decline', newLines.filter(isDeclined).length);
  same(events, 'purchase', newLines.filter((line) => line.kind === 'purchase' && !isDeclined(line)).length);
  const journal = inserted<JournalRecord>('journal');
  // The worker leaves out the event of an erased account, whose adjustments are on the bank.
  const isGift = ({ journalId, legs }: JournalRecord): boolean =>
    journalId.endsWith(':adjusted') && legs.some((leg) => !leg.account.startsWith('U:') && leg.amountCents > 0);
  const corrections = journal.filter(({ journalId }) => journalId.endsWith(':corrected'));
  const corrected = events.filter(({ title }) => title.endsWith(' was corrected')).length;
  if (corrected !== corrections.length)
    throw new Violation('I33', `${corrections.length} corrections have ${corrected} notifications`);
  const back = [...journal.filter(isGift), ...corrections.filter(isForBalance)];
  same(events, 'refund', newLines.filter(isRefund).length + back.length);
  same(events, 'payout', journal.filter(({ kind }) => kind === 'referral_payout').length);
  same(events, 'deposit_credited', journal.filter(({ kind }) => kind === 'deposit_credited').length);
}

/** True when a record adds to its owner's balance or pays the owner's debt. */
function isForBalance({ legs }: JournalRecord): boolean {
  return sum(...legs.filter((leg) => leg.account.startsWith('U:')).map((leg) => leg.amountCents)) < 0;
}

function eventsOf(stream: StreamChange, lines: ReadonlyMap<string, CardTransaction>): readonly NotifiedEvent[] {
  const { before, after } = stream;
  const kind = after?.['entity'];
  if (after === undefined) return [];
  const isAwaited = kind === 'audit' ? before === undefined : before !== undefined && changing.has(kind);
  if (!isAwaited) return [];
  const change = {
    kind,
    before: before && entityFields(before),
    after: entityFields(after),
  } as unknown as EntityChange;
  const { from, to } = newLinesOf(change) ?? { from: 1, to: 0 };
  const { cardId } = after as { readonly cardId?: string };
  const numbers = Array.from({ length: to - from + 1 }, (_, place) => `${cardId} ${from + place}`);
  const added = numbers.map((name) => lines.get(name));
  if (added.includes(undefined)) throw new Violation('I33', `a line of ${numbers.join()} is not in the table`);
  return eventsOfChange(
    change,
    added.filter((line) => line !== undefined),
  );
}

function nameOf({ cardId, number }: CardTransaction): string {
  return `${cardId} ${number}`;
}

function same(events: readonly NotifiedEvent[], kind: NotifiedEvent['kind'], facts: number): void {
  const notified = events.filter((event) => event.kind === kind).length;
  if (notified !== facts)
    throw new Violation('I33', `${facts} facts have ${notified} notifications of the kind ${kind}`);
}
