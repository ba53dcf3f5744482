import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Notification } from '#functions/ports/entities/notifications.ts';
import type { Subscription, Subscriptions } from '#functions/ports/entities/subscriptions.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';
import type { Answered, SimulatedWorld } from './simulated-world.ts';
import { day } from './story-times.ts';

/** The merchant whom a card pays once a week in some stories. */
export const weeklyMerchant = 'VIDEO CLUB';

const isWeekly = (merchant: string): boolean => merchant.toUpperCase().startsWith(weeklyMerchant);

/**
 * Checks subscriptions after every transaction (I45). A search keeps what a person muted. A payment is noted as announced
 * in the write of its announcement, and a muted one is not announced.
 */
export function subscriptionAudit(changes: readonly StreamChange[]): void {
  const announced = changes.filter(
    ({ before, after }) => before === undefined && (after as Notification | undefined)?.kind === 'renewal',
  ).length;
  let due = 0;
  for (const { before, after } of changes) {
    if (after?.['entity'] !== 'subscriptions') continue;
    const earlier = (before as Subscriptions | undefined)?.found ?? [];
    for (const now of (after as unknown as Subscriptions).found) {
      const then = earlier.find(
        (each) => each.cardId === now.cardId && isWeekly(each.merchant) && isWeekly(now.merchant),
      );
      if (isMuteLost(then, now)) throw new Violation('I45', `${now.merchant} of ${now.cardId} is no longer muted`);
      const isNoted = now.notifiedDays !== undefined && now.notifiedDays !== then?.notifiedDays;
      if (isNoted && now.mutedUntilMs === undefined) due += 1;
    }
  }
  if (announced !== due) throw new Violation('I45', `${due} payments are noted as announced, and ${announced} are`);
}

/** True when a write that is no mute changed what a person wished. */
function isMuteLost(then: Subscription | undefined, now: Subscription): boolean {
  if (then === undefined || then.mutedUntilMs === now.mutedUntilMs) return false;
  const isOther = then.nextAtMs !== now.nextAtMs || then.notifiedDays !== now.notifiedDays;
  return isOther || then.merchant !== now.merchant || then.expectedCents !== now.expectedCents;
}

/** Checks that the list of a person says what the card lacks for each payment. */
export function shownRight({ table }: SimulatedWorld, answer: Answered | undefined): void {
  if (answer?.status !== 200) return;
  const shown = JSON.parse(answer.body) as { cardId: string; expectedCents: number; shortByCents: number }[];
  for (const { cardId, expectedCents, shortByCents } of shown) {
    const card = entitiesOf(table, 'card').find((each) => each.cardId === cardId);
    const there = card === undefined ? 0 : card.balanceCents + card.pendingInCents;
    if (shortByCents !== Math.max(0, expectedCents - there))
      throw new Violation('I45', `${cardId} has ${there} for ${expectedCents}, and is said to lack ${shortByCents}`);
  }
}

/** Checks when nothing is under way that the weekly payments of an open card are found, with the next one. */
export function subscriptionEndAudit({ table, scheduler: { nowMs } }: SimulatedWorld): void {
  const all = entitiesOf(table, 'subscriptions');
  const late = all.find(({ dueAtMs = Infinity }) => dueAtMs <= nowMs);
  if (late) throw new Violation('I18', `the subscriptions of ${late.userId} are still due`);
  const lines = entitiesOf(table, 'cardTransaction').filter(
    ({ kind, status, description }) => kind === 'purchase' && status !== 'declined' && isWeekly(description),
  );
  for (const card of entitiesOf(table, 'card').filter(({ lifecycle }) => lifecycle === 'open')) {
    const paid = lines.filter(({ cardId }) => cardId === card.cardId).toSorted((a, b) => b.atMs - a.atMs);
    const next = nextOf(paid);
    if (next === undefined || next + 2 * day <= nowMs) continue;
    const found = all.flatMap((each) => each.found).filter(({ cardId }) => cardId === card.cardId);
    if (!isFound(card, found, next))
      throw new Violation('I45', `${card.cardId} pays weekly, next at ${next}, found: ${JSON.stringify(found)}`);
  }
}

function isFound({ cardId }: Card, found: readonly Subscription[], nextAtMs: number): boolean {
  return (
    found.filter((each) => each.cardId === cardId && isWeekly(each.merchant) && each.nextAtMs === nextAtMs).length === 1
  );
}

/** When the next payment after three weekly ones is expected; undefined after fewer, or any that was sent back. */
function nextOf(paid: readonly CardTransaction[]): number | undefined {
  const [newest] = paid;
  if (newest === undefined || paid.length < 3 || paid.some(({ status }) => status === 'reversed')) return undefined;
  const gaps = paid.slice(1, 3).map(({ atMs }, place) => (paid[place]?.atMs ?? 0) - atMs);
  return gaps.every((gapMs) => gapMs < 8 * day) ? newest.atMs + 7 * day : undefined;
}
