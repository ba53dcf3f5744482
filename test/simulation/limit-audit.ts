import type { CardLimits } from '#shared/card-limits.ts';
import { cents } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';
import { lowerLimitsFromMs } from './story-times.ts';

/** The limits of each story by their version: the second ones are lower, and begin soon after the story's start. */
export const limitsOfStory: Readonly<Record<1 | 2, CardLimits>> = {
  1: { balanceCents: cents(500_000), monthlySpendCents: cents(1_000_000) },
  2: { balanceCents: cents(4_000), monthlySpendCents: cents(5_000) },
};

/**
 * Checks limits after every transaction (I37). A new card stores the limits that hold at its creation and keeps them.
 * Once lower limits hold, no load fills any card above them, or above what is left of its month. A card and its limits come from one reading of the clock,
 * so the check allows for no skew.
 */
export function limitAudit(changes: readonly StreamChange[]): void {
  for (const { before, after } of changes)
    if (after?.['entity'] === 'card') card(before as unknown as Card | undefined, after as unknown as Card);
}

function card(before: Card | undefined, after: Card): void {
  const { cardId, limits, pendingInCents, spentThisMonthCents } = after;
  const { balanceCents, monthlySpendCents } = limitsOfStory[after.createdAtMs >= lowerLimitsFromMs ? 2 : 1];
  if (limits?.balanceCents !== balanceCents || limits.monthlySpendCents !== monthlySpendCents)
    throw new Violation('I37', `${cardId} has the limits ${JSON.stringify(limits)}`);
  if (pendingInCents <= (before?.pendingInCents ?? 0) || after.updatedAtMs < lowerLimitsFromMs) return;
  const filledCents = after.balanceCents + pendingInCents + after.pendingOutCents;
  if (filledCents > limitsOfStory[2].balanceCents)
    throw new Violation('I37', `${cardId} is loaded to ${filledCents}, above its lowered limit`);
  // The issuer enforces the month of a card that was made with the lower limits.
  const isOurs = monthlySpendCents > limitsOfStory[2].monthlySpendCents;
  const spentCents =
    after.spendMonth === new Date(after.updatedAtMs).toISOString().slice(0, 7) ? spentThisMonthCents : 0;
  if (isOurs && filledCents > limitsOfStory[2].monthlySpendCents - spentCents)
    throw new Violation('I37', `${cardId} is loaded to ${filledCents}, after ${spentCents} were spent this month`);
}
