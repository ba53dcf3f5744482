import { freezeReasons, type FreezeReason } from '#shared/contract/cards.ts';
import type { Card } from '#functions/ports/entities/cards.ts';

/** The reasons that the owner's Unfreeze ends. Every other one ends by itself. */
export const endedByOwner: readonly FreezeReason[] = ['owner', 'declines'];

/** Refusals of the issuer in a row after which an operator is alerted, once, and the owner reads of it. */
export const refusalsUntilAlert = 3;

/** The reasons of a card with one more, in their fixed order. The others stay. */
export function withReason(card: Pick<Card, 'frozenReasons'>, reason: FreezeReason): readonly FreezeReason[] {
  return freezeReasons.filter((each) => each === reason || card.frozenReasons.includes(each));
}

/** The reasons of a card without those that ended. The others stay. */
export function withoutReasons(
  card: Pick<Card, 'frozenReasons'>,
  ...ended: readonly FreezeReason[]
): readonly FreezeReason[] {
  return card.frozenReasons.filter((each) => !ended.includes(each));
}

/** True when the owner has unfrozen the card after a moment: what was recorded until then is no reason any more. */
export function isUnfrozenSince({ unfrozenAtMs = 0 }: Pick<Card, 'unfrozenAtMs'>, atMs: number): boolean {
  return unfrozenAtMs > atMs;
}

/** The state that the issuer is to have: frozen for as long as there is a reason, and while the card is retiring. */
export function wantedOf({ frozenReasons, lifecycle }: Pick<Card, 'frozenReasons' | 'lifecycle'>): Card['actual'] {
  return frozenReasons.length > 0 || lifecycle === 'retiring' ? 'frozen' : 'active';
}

/** True of a card that was unfrozen for a time which is over. */
export function isTimeUp({ lifecycle, unfrozenUntilMs = Infinity }: Card, nowMs: number): boolean {
  return lifecycle === 'open' && unfrozenUntilMs <= nowMs;
}

/** The fields of a card whose time is up: frozen as by its owner, who may unfreeze it again. */
export function frozenAgain(card: Card): Pick<Card, 'frozenReasons' | 'freezeReason' | 'unfrozenUntilMs'> {
  return {
    frozenReasons: withReason(card, 'owner'),
    freezeReason: 'The time for which you unfroze this card is over, so it is frozen again.',
    unfrozenUntilMs: undefined,
  };
}

/**
 * The card as it is for its owner at a moment: frozen from the end of the time that it was unfrozen for, though the job
 * that freezes it at the issuer runs up to a minute later.
 */
export function asOf(card: Card, nowMs: number): Card {
  if (!isTimeUp(card, nowMs)) return card;
  const again = frozenAgain(card);
  const late = 'It may take a minute until the card issuer declines purchases.';
  return { ...card, ...again, freezeReason: `${again.freezeReason} ${late}` };
}

/**
 * The fields that new reasons change. The card is due at `dueAtMs` unless the issuer is known to have it so: a process that
 * dies after storing them leaves the call to the sweeper. A card that is being created is due once it is there.
 */
export function reasonsChanged(
  card: Card,
  frozenReasons: Card['frozenReasons'],
  dueAtMs: number,
): Partial<Pick<Card, 'frozenReasons' | 'dueAtMs'>> {
  const isAsWanted = card.actual === wantedOf({ ...card, frozenReasons }) && card.uncertainUntilMs === 0;
  return { frozenReasons, ...(card.issuerCardId === undefined || isAsWanted ? {} : { dueAtMs }) };
}
