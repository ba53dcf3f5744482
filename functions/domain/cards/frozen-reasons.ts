import { freezeReasons, type FreezeReason } from '#shared/contract/cards.ts';
import type { Card } from '#functions/ports/entities/cards.ts';

/** The reasons that the owner's Unfreeze ends. Every other one ends by itself. */
export const endedByOwner: readonly FreezeReason[] = ['owner', 'declines'];

/** Refusals of the issuer in a row after which an operator is alerted, once, and the owner reads of it. */
export const refusalsUntilAlert = 3;

const keptIn: Readonly<Record<Card['lifecycle'], boolean>> = {
  creating: true,
  open: true,
  retiring: false,
  closing: true,
  failed: false,
  deleted: false,
};

/** True for a card that exists at the issuer, or may yet. A retiring card is left out: it is frozen anyway. */
export function isKept({ lifecycle }: Pick<Card, 'lifecycle'>): boolean {
  return keptIn[lifecycle];
}

/** The reasons of a card with one more, in their fixed order. The others stay; those of a later version come last. */
export function withReason(card: Pick<Card, 'frozenReasons'>, reason: FreezeReason): readonly FreezeReason[] {
  const known = freezeReasons.filter((each) => each === reason || card.frozenReasons.includes(each));
  return [...new Set([...known, ...card.frozenReasons])];
}

/** The reasons of a card without those that ended. The others stay. */
export function withoutReasons(
  card: Pick<Card, 'frozenReasons'>,
  ...ended: readonly FreezeReason[]
): readonly FreezeReason[] {
  return card.frozenReasons.filter((each) => !ended.includes(each));
}

/** True when the owner has unfrozen the card after a moment: an event recorded until then no longer freezes it. */
export function isUnfrozenSince({ unfrozenAtMs = 0 }: Pick<Card, 'unfrozenAtMs'>, atMs: number): boolean {
  return unfrozenAtMs > atMs;
}

/** Returns the state that the issuer should have: frozen while there is a reason, and while the card is retiring. */
export function wantedOf({ frozenReasons, lifecycle }: Pick<Card, 'frozenReasons' | 'lifecycle'>): Card['actual'] {
  return frozenReasons.length > 0 || lifecycle === 'retiring' ? 'frozen' : 'active';
}

/** True for a card whose time of being unfrozen is over. */
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
 * Returns the card as its owner sees it at a moment. A card that was unfrozen for a time is frozen as soon as that is
 * over, although the job that freezes it at the issuer runs up to a minute later.
 */
export function asOf(card: Card, nowMs: number): Card {
  return isTimeUp(card, nowMs) ? { ...card, ...frozenAgain(card) } : card;
}

/**
 * Returns the fields that new reasons change. The card is due at `dueAtMs` unless the issuer is known to have the
 * wanted state: a process that dies after storing them leaves the call to the sweeper. A card that is being created is
 * due once it exists.
 */
export function reasonsChanged(
  card: Card,
  frozenReasons: Card['frozenReasons'],
  dueAtMs: number,
): Partial<Pick<Card, 'frozenReasons' | 'dueAtMs'>> {
  const isAsWanted = card.actual === wantedOf({ ...card, frozenReasons }) && card.uncertainUntilMs === 0;
  return { frozenReasons, ...(card.issuerCardId === undefined || isAsWanted ? {} : { dueAtMs }) };
}
