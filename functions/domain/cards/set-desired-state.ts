import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { recallingWrites } from '#functions/domain/recall-writes.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { touched } from './catch-up-schedule.ts';
import { isToBeCalled, notedAt, reconcileCardState, type NotedCall } from './reconcile-card-state.ts';
import {
  endedByOwner,
  isUnfrozenSince,
  reasonsChanged,
  wantedOf,
  withReason,
  withoutReasons,
} from './frozen-reasons.ts';
import { refuseUnfreeze, statusOf, visibleCard } from './visible-card.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/**
 * Adds a reason to be frozen, or ends those that the owner's Unfreeze ends, for good or for a time. The reasons are
 * stored first (from then on a frozen card accepts no load), then the issuer is brought to them. Repeating it is
 * harmless. Throws AppError NotFound, CardNotActive (being created or deleted), CardBlocked (unfreezing while another
 * reason stands, or a card that the issuer blocked): nothing changes then.
 */
export async function setDesiredState(needs: Needs, command: DesiredState): Promise<Card> {
  const own = recallingWrites(needs);
  return reconcileCardState(own, command, await store(own, command, true));
}

/** The state that a card is to be in, and why. */
export type DesiredState = {
  readonly userId: Id<'user'>;
  readonly cardId: Id<'card'>;
  readonly desired: Card['actual'];
  /** @default owner */
  readonly reason?: 'owner' | 'declines';
  /** Words for the owner about why the card is frozen, of which the owner is notified; undefined for an own wish. */
  readonly wordsForOwner?: string;
  /** Time when the cause of the reason was recorded: nothing changes if the owner has unfrozen the card since. */
  readonly recordedAtMs?: number;
  /** Time after which an unfrozen card freezes again, in milliseconds. @default never */
  readonly forMs?: number | undefined;
};

/**
 * Stores the desired state of a card, which `reconcileCardState` or the sweep carries out. Throws as `setDesiredState`
 * does.
 */
export async function storeDesiredState(
  needs: Pick<Services, 'store' | 'clock' | 'random'>,
  command: DesiredState,
): Promise<void> {
  await store(needs, command, false);
}

/**
 * Stores the desired state. With `isSent`, the same write notes the call to the issuer, which is returned for the
 * caller to make at once; undefined when there is none to make.
 */
async function store(
  needs: Pick<Services, 'store' | 'clock' | 'random'>,
  command: DesiredState,
  isSent: boolean,
): Promise<NotedCall | undefined> {
  const { userId, cardId, desired, reason = 'owner', recordedAtMs = Infinity, forMs, wordsForOwner } = command;
  return withRetries(needs, async () => {
    const card = visibleCard(await needs.store.get('card', { userId, cardId }));
    const status = statusOf(card);
    if (status === 'pending') throw new AppError('CardNotActive', 'The card is still being created.');
    if (card.lifecycle === 'closing') throw new AppError('CardNotActive', 'This card is being deleted.');
    if (status === 'deleted') throw new AppError('CardNotActive', 'This card was deleted.');
    if (desired === 'active') refuseUnfreeze(card);
    else if (isUnfrozenSince(card, recordedAtMs)) return undefined;
    const reasons = desired === 'active' ? withoutReasons(card, ...endedByOwner) : withReason(card, reason);
    const nowMs = needs.clock.now();
    // A card that is active for good already does not freeze again.
    const isNothing = reasons.length === card.frozenReasons.length && card.unfrozenUntilMs === undefined;
    const unfrozenUntilMs =
      reason === 'declines'
        ? card.unfrozenUntilMs
        : desired === 'active' && forMs !== undefined && !isNothing
          ? nowMs + forMs
          : undefined;
    const isSame = reasons.length === card.frozenReasons.length && unfrozenUntilMs === card.unfrozenUntilMs;
    // The same wish is stored already, and the card is due while the issuer is not known to have it so. Another write
    // would only conflict with the request that carries the wish out.
    const isAsWanted = card.actual === wantedOf(card) && card.uncertainUntilMs === 0;
    if (isSame && (isAsWanted || card.dueAtMs !== undefined)) return undefined;
    const changes: Partial<Card> = {
      ...(unfrozenUntilMs === undefined ? {} : { dueAtMs: Math.min(card.dueAtMs ?? Infinity, unfrozenUntilMs) }),
      ...reasonsChanged(card, reasons, nowMs + 5_000),
      unfrozenUntilMs,
      ...(isSame ? {} : { freezeReason: wordsForOwner }),
      updatedAtMs: nowMs,
      ...(desired === 'active' ? { ...touched(nowMs), unfrozenAtMs: nowMs } : {}),
    };
    const after = { ...card, ...changes, version: card.version + 1 };
    const noted = isSent && isToBeCalled(after, nowMs) ? notedAt(nowMs) : undefined;
    await needs.store.commit([update('card', card, { ...changes, ...noted })]);
    return noted && { noted: { ...after, ...noted }, card: after, beforeMs: nowMs };
  });
}
