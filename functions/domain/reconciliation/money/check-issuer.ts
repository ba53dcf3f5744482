import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { IssuerCard, TransferState } from '#functions/ports/card-issuer.ts';
import type { BelievedOperation } from '#functions/domain/reconciliation/books/believed-operations.ts';
import { isDoubted } from '#functions/domain/operations/drive-operation.ts';
import { call, person, type Break, type Proposal } from '#functions/domain/reconciliation/break.ts';
import { lifecycleOf } from './check-cards.ts';
import { openOn } from './check-operations.ts';

/** The issuer's answers: `gone` for a card that it does not know. Unanswered questions are left out. */
export type AtIssuer = {
  readonly cards: ReadonlyMap<Id<'card'>, IssuerCard | 'gone'>;
  /** Loads and withdrawals, by our operation's id. */
  readonly transfers: ReadonlyMap<string, TransferState>;
};

/** The sums of a person's cards on both sides, in cents, over the cards at rest that the issuer was asked about. */
export type IssuerFindings = {
  readonly breaks: readonly Break[];
  readonly asked: number;
  readonly oursCents: number;
  readonly theirsCents: number;
  /** The part of the difference that the breaks explain, in cents. */
  readonly explainedCents: number;
};

/**
 * Checks that cards are the same at the issuer as here, and that the issuer carried out the operations that we settled.
 * Work in flight is no break.
 */
export function checkIssuer(
  ownerId: string,
  cards: readonly Card[],
  believed: readonly BelievedOperation[],
  balances: ReadonlyMap<Id<'card'>, number>,
  { cards: theirCards, transfers }: AtIssuer,
): IssuerFindings {
  const breaks: Break[] = [];
  const report = (found: Omit<Break, 'ownerId' | 'part'>): void =>
    void breaks.push({ part: 'issuer', ownerId, ...found });
  let asked = 0;
  let oursCents = 0;
  let theirsCents = 0;
  let explainedCents = 0;
  for (const card of cards) {
    const { cardId } = card;
    const wrong = wrongTransfers(believed, cardId, transfers);
    for (const found of wrong) report(found);
    const theirs = theirCards.get(cardId);
    const ours = balances.get(cardId);
    if (theirs === undefined || ours === undefined || openOn(believed, cardId).length > 0) continue;
    const facts = { subject: cardId, atMs: card.updatedAtMs };
    const lifecycle = lifecycleOf(card, believed);
    const status = statusOf(card, lifecycle, theirs);
    if (status) report({ ...facts, class: 'STATUS', cents: 0, ...status });
    if (theirs === 'gone' || status?.isOther === true || lifecycle === 'deleted') continue;
    asked += 1;
    oursCents += ours;
    theirsCents += theirs.bookBalanceCents;
    const explained = wrong.reduce((total, { cents }) => total + cents, 0);
    const rest = ours - theirs.bookBalanceCents - explained;
    explainedCents += ours - theirs.bookBalanceCents;
    if (rest === 0) continue;
    report({
      ...facts,
      class: 'CARD_BALANCE',
      cents: rest,
      evidence: { books: ours, theirs: theirs.bookBalanceCents },
      proposal: call('catchUpCard', cardId),
    });
  }
  return { breaks, asked, oursCents, theirsCents, explainedCents };
}

/**
 * Returns breaks for operations that ended differently here and at the issuer. `cents`: the amount by which the card
 * has more here because of it.
 */
function wrongTransfers(
  believed: readonly BelievedOperation[],
  cardId: Id<'card'>,
  transfers: ReadonlyMap<string, TransferState>,
): readonly Omit<Break, 'ownerId' | 'part'>[] {
  return believed.flatMap(({ operation, end: ended }): readonly Omit<Break, 'ownerId' | 'part'>[] => {
    const { operationId, kind, amountCents, updatedAtMs: atMs, correction } = operation;
    // A correction counts here, because it follows the issuer's word.
    const end = correction === undefined ? ended : correction.outcome === 'happened' ? 'settled' : 'released';
    const state = transfers.get(operationId);
    if (operation.cardId !== cardId || state === undefined) return [];
    const sign = kind === 'card_load' ? 1 : -1;
    const evidence = { kind, books: end, theirs: state };
    // An adjustment would repeat the correction that is posted once the issuer proves its side.
    const advise = (words: string): Proposal =>
      person(
        isDoubted(operation)
          ? 'adjust nothing: the issuer is asked again every 6 hours, and what it proves is posted by itself'
          : words,
      );
    if (end === 'settled' && state !== 'successful') {
      const proposal = advise('ask the issuer; if it was not done, do it again or take it back by an adjustment');
      return [{ class: 'MISSING_LOAD', subject: operationId, cents: sign * amountCents, atMs, evidence, proposal }];
    }
    if (end === 'released' && state === 'successful') {
      const proposal = advise('take it from the balance if it is there, else back from the card, else it is a debt');
      return [{ class: 'ORPHAN_LOAD', subject: operationId, cents: -sign * amountCents, atMs, evidence, proposal }];
    }
    return [];
  });
}

function statusOf(
  card: Card,
  lifecycle: Card['lifecycle'],
  theirs: IssuerCard | 'gone',
): (Pick<Break, 'evidence' | 'proposal'> & { readonly isOther: boolean }) | undefined {
  if (theirs === 'gone') {
    return lifecycle === 'open'
      ? { isOther: true, evidence: { is: 'open', theirs: 'unknown' }, proposal: person('ask the issuer for the card') }
      : undefined;
  }
  const differs = (is: string, seen: string, proposal: Break['proposal'], isOther: boolean) => ({
    evidence: { is, theirs: seen },
    proposal,
    isOther,
  });
  if (lifecycle === 'open' && theirs.isDeleted)
    return differs('open', 'deleted', person('report the deletion to the product as its webhook would'), true);
  if (lifecycle === 'deleted' && !theirs.isDeleted)
    return differs('deleted', 'there', person('delete the card at the issuer'), true);
  if (lifecycle !== 'open' || theirs.isBlocked || card.isShortOfMoney || card.blockedReason !== undefined)
    return undefined;
  const seen = theirs.isActive ? 'active' : 'frozen';
  const isAtRest = card.dueAtMs === undefined && card.uncertainUntilMs === 0;
  return isAtRest && card.actual !== seen
    ? differs(card.actual, seen, call('reconcileCardState', card.cardId), false)
    : undefined;
}
