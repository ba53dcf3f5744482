import type { breakClasses, breakParts } from '#shared/contract/breaks.ts';
import type { Leg } from '#functions/ports/entities/books.ts';

/** The parts of the findings: the five comparisons of a reconciliation, and the signals of abuse. */
export type Part = (typeof breakParts)[number];

/**
 * The classes of breaks.
 *
 * Internal: `UNBALANCED` a record does not sum to zero · `LEGS` a record says something else than its id or the entries
 * that it made · `UNEXPLAINED` a record or entry that no business event explains · `GAP` something is gone that must be
 * there · `HASH` an entry was rewritten, the chain is cut, or an item has not the checksum of its fields · `INDEX` an
 * item lies under another key or in other lists than it says, or in none · `PROJECTION` a balance is not the fold of
 * its entries · `STATE` an operation or card says something else than the books · `AMOUNT` so does an amount · `COUNT`
 * a counter is wrong · `DECISION` the issuer contradicted a person's decision, within the last week · `MOVEMENT` a line
 * of a person's list is wrong or gone · `AGG` the statistics are not what the journal sums to.
 *
 * Provider: `MISSING_CREDIT` paid and not credited · `CREDIT_WITHOUT_PAYMENT` · `AMOUNT` credited with another amount,
 * or another invoice · `REFUND_NOT_POSTED` · `STATUS` it says another state.
 *
 * Issuer: `ORPHAN_LOAD` it did what we released · `MISSING_LOAD` it did not do what we settled · `CARD_BALANCE` ·
 * `STATUS`.
 *
 * Liveness: `UNCLAIMED` money came to a closed account within the last week · `STUCK` nobody has moved it for too long · `LAG` the statistics are behind · `DLQ` messages were set aside.
 *
 * Provider and issuer: `TIE_OUT` a closed day of the books does not tie with the provider's coins or the issuer's balance.
 *
 * Rewards: `DUP_REWARD` paid more than once · `UNFUNDED` without the fact that earns it · `CAP` more than a day allows.
 *
 * Signals (`../signals`, found by no reconciliation): `REFERRALS` a referrer's referrals are held for review ·
 * `NETWORK` many sign-ups from one network on a day · `CYCLING` a person loads cards and withdraws again and again ·
 * `DECLINES` most purchases at a merchant are declined.
 *
 * `UNREADABLE`: an item is not what it must be by itself (a field is missing, of another type, or says that it is
 * another person's), or a person could not be checked.
 */
export type BreakClass = (typeof breakClasses)[number];

/**
 * The way to mend a break: a call that changes nothing when it is repeated, a posting, or a person's work. Never an
 * edit.
 */
export type Proposal =
  | {
      readonly by: 'call';
      readonly call:
        | 'applyPayment'
        | 'driveOperation'
        | 'catchUpCard'
        | 'reconcileCardState'
        | 'settleReward'
        | 'payOut'
        | 'renewCheckpoint';
      readonly subject: string;
    }
  | { readonly by: 'posting'; readonly legs: readonly Leg[] }
  | { readonly by: 'person'; readonly words: string };

/** One disagreement that a check found. */
export type Break = {
  readonly part: Part;
  readonly class: BreakClass;
  /**
   * The subject: an id, `<account>#<sequence>` for an entry, a day for statistics. Unique together with part and class.
   */
  readonly subject: string;
  /** The owner of the money in question; undefined when it concerns no single person. */
  readonly ownerId: string | undefined;
  /**
   * Cents that our side has too much (below zero: too little); of the part `liveness` the cents that are waiting. 0 when no
   * amount is in question.
   */
  readonly cents: number;
  /** Time since when the disagreement exists, as far as known, in milliseconds since 1970 UTC. */
  readonly atMs: number;
  readonly evidence: Readonly<Record<string, string | number | undefined>>;
  readonly proposal: Proposal;
};

/** Returns the key by which two checks recognize the same break. */
export function keyOfBreak({ part, class: kind, subject }: Pick<Break, 'part' | 'class' | 'subject'>): string {
  return `${part}:${kind}:${subject}`;
}

/** Builds a proposal for a person, where no idempotent call mends the break. */
export function person(words: string): Proposal {
  return { by: 'person', words };
}

/** Builds the proposal of a call that is safe at any time. */
export function call(name: Extract<Proposal, { by: 'call' }>['call'], subject: string): Proposal {
  return { by: 'call', call: name, subject };
}
