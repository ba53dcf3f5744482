import type { Id } from '#shared/ids.ts';
import type { LedgerOwner } from '#functions/ports/entities/books.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { BelievedOperation } from '#functions/domain/reconciliation/books/believed-operations.ts';
import { person, type Break } from '#functions/domain/reconciliation/break.ts';
import type { AccountFindings } from '#functions/domain/reconciliation/books/check-account.ts';
import { openOn } from './check-operations.ts';
import type { Books } from '#functions/domain/reconciliation/books/read-books.ts';

/** The lifecycle of a card according to the books. */
type Lifecycle = Card['lifecycle'];

/** Kinds of lines in a card's history that have a posting of their own; other lines are shown by their operations. */
const posted: ReadonlySet<CardTransaction['kind']> = new Set(['purchase', 'reversal', 'refund', 'fee']);

/** Returns the id of the record that a line of a card's history shows; undefined for a line that shows none. */
export function recordOf({ cardId, kind, status, reference }: CardTransaction): string | undefined {
  return posted.has(kind) && status !== 'declined' ? `${cardId}:${kind}:${reference}` : undefined;
}

/**
 * Checks that cards have the state that follows from their operations, are counted once, and have their whole history.
 */
export function checkCards(
  books: Books,
  believed: readonly BelievedOperation[],
  accounts: ReadonlyMap<LedgerOwner, AccountFindings>,
): readonly Break[] {
  const { user, wallet, cards } = books;
  const breaks: Break[] = [];
  const report = (found: Omit<Break, 'ownerId' | 'part'>): void =>
    void breaks.push({ part: 'internal', ownerId: user.userId, ...found });
  const gone = believed.filter(
    ({ operation, end }) =>
      operation.kind === 'card_creation' &&
      end !== 'released' &&
      !cards.some(({ cardId }) => cardId === operation.cardId),
  );
  for (const { operation } of gone) {
    report({
      class: 'GAP',
      subject: operation.cardId ?? operation.operationId,
      cents: -operation.amountCents,
      atMs: operation.createdAtMs,
      evidence: { gone: 'card', operationId: operation.operationId },
      proposal: person('restore the card from the point-in-time backup; its entries are whole'),
    });
  }
  const counted = cards.filter((card) => isCounted(lifecycleOf(card, believed)));
  const goneButThere = gone.filter(({ operation }) => !isDeleted(operation.cardId, believed));
  const expected = counted.length + goneButThere.length;
  if (wallet && wallet.cardCount !== expected) {
    report({
      class: 'COUNT',
      subject: `${user.userId}:cards`,
      cents: 0,
      atMs: wallet.updatedAtMs,
      evidence: { is: wallet.cardCount, books: expected },
      proposal: person(`set the number of cards to ${expected}`),
    });
  }
  const retiring = cards.filter((card) => lifecycleOf(card, believed) === 'retiring').length;
  if (wallet && (wallet.retiringCount ?? 0) !== retiring) {
    report({
      class: 'COUNT',
      subject: `${user.userId}:retiring`,
      cents: 0,
      atMs: wallet.updatedAtMs,
      evidence: { is: wallet.retiringCount ?? 0, books: retiring },
      proposal: person(`set the number of cards that the issuer is to close to ${retiring}`),
    });
  }
  const owner = accounts.get(user.userId);
  const isOwing = owner?.isWhole === true ? (owner.believed['debt'] ?? 0) > 0 : undefined;
  for (const card of cards) {
    const account = accounts.get(card.cardId);
    for (const found of checkCard(books, card, believed, account)) report(found);
    const isKept = card.lifecycle === 'creating' || card.lifecycle === 'open';
    if (isOwing === undefined || !isKept || card.frozenReasons.includes('debt') === isOwing) continue;
    report({
      class: 'STATE',
      subject: `${card.cardId}:frozen`,
      cents: 0,
      atMs: card.updatedAtMs,
      evidence: { is: card.frozenReasons.join(), books: isOwing ? 'owes' : 'owes nothing' },
      proposal: person(isOwing ? 'freeze the card: its account owes' : 'end the reason debt: its account owes nothing'),
    });
  }
  return breaks;
}

function* checkCard(
  { base, lines: allLines, operations }: Books,
  card: Card,
  believed: readonly BelievedOperation[],
  account: AccountFindings | undefined,
): Generator<Omit<Break, 'ownerId' | 'part'>> {
  const { cardId, updatedAtMs: atMs } = card;
  const lifecycle = lifecycleOf(card, believed);
  if (lifecycle !== card.lifecycle) {
    const evidence = { is: card.lifecycle, books: lifecycle };
    const proposal = person(`set the card to what its operations made it: ${lifecycle}`);
    yield { class: 'STATE', subject: cardId, cents: 0, atMs, evidence, proposal };
  }
  const loads = openOn(believed, cardId).filter(({ operation }) => operation.kind === 'card_load');
  const arriving = loads.reduce((total, { operation }) => total + operation.amountCents, 0);
  // False when an operation is missing or has another amount: that is reported already, and a wrong sum follows from
  // it.
  const isKnown =
    [...operations.values()].every((operation) => operation !== undefined) &&
    loads.every(({ operation, reservedCents }) => reservedCents === operation.amountCents + operation.feeCents);
  if (isKnown && card.pendingInCents !== arriving) {
    const cents = card.pendingInCents - arriving;
    const evidence = { bucket: 'arriving', is: card.pendingInCents, books: arriving };
    const proposal = person(`set what is arriving to ${arriving}`);
    yield { class: 'PROJECTION', subject: `${cardId}:arriving`, cents, atMs, evidence, proposal };
  }
  const lines = allLines.get(cardId) ?? [];
  const known = base?.lines[cardId] ?? 0;
  const isGapless =
    known + lines.length === card.transactionCount && lines.every(({ number }, index) => number === known + index + 1);
  if (!isGapless) {
    const missing = Array.from({ length: card.transactionCount - known }, (_, index) => known + index + 1).find(
      (number) => !lines.some((line) => line.number === number),
    );
    const evidence = { is: card.transactionCount, lines: known + lines.length, missing };
    const proposal = person('write the line again from its journal record, or bring the counter to the lines');
    yield { class: 'COUNT', subject: `${cardId}:lines`, cents: 0, atMs, evidence, proposal };
  }
  if (account?.isWhole !== true) return;
  for (const line of lines) {
    const subject = recordOf(line);
    if (subject === undefined) continue;
    const moved = account.happened.get(subject)?.['balance'];
    const shown = line.direction === 'debit' ? -line.amountCents : line.amountCents;
    if (moved === shown) continue;
    const evidence = { line: line.number, shows: shown, books: moved };
    const proposal = person('write the line again from its journal record');
    yield { class: 'AMOUNT', subject, cents: shown - (moved ?? 0), atMs: line.atMs, evidence, proposal };
  }
}

/** Derives a card's lifecycle from its operations. Only the card itself says that the issuer deleted it. */
export function lifecycleOf(card: Card, believed: readonly BelievedOperation[]): Lifecycle {
  const creation = believed.find(
    ({ operation }) => operation.kind === 'card_creation' && operation.cardId === card.cardId,
  );
  if (creation?.end === 'released') return 'failed';
  if (creation?.end === 'open') return 'creating';
  if (closedBy(card.cardId, believed) !== undefined) return 'deleted';
  // Deleted by the issuer, which gave a reason.
  if (card.lifecycle === 'deleted' && card.blockedReason !== undefined) return 'deleted';
  const closing = openOn(believed, card.cardId).find(({ operation }) => operation.kind === 'card_closing');
  if (closing?.operation.isCredited) return 'retiring';
  return closing ? 'closing' : 'open';
}

function closedBy(
  cardId: Id<'card'> | undefined,
  believed: readonly BelievedOperation[],
): BelievedOperation | undefined {
  return believed.find(
    ({ operation, end }) => operation.kind === 'card_closing' && operation.cardId === cardId && end === 'settled',
  );
}

/** True of a card whose owner has deleted it, whether or not the issuer has closed it. */
function isDeleted(cardId: Id<'card'> | undefined, believed: readonly BelievedOperation[]): boolean {
  return believed.some(
    ({ operation, end }) =>
      operation.kind === 'card_closing' &&
      operation.cardId === cardId &&
      (end === 'settled' || operation.isCredited === true),
  );
}

/** True for a card that counts against its owner's maximum. */
function isCounted(lifecycle: Lifecycle): boolean {
  return lifecycle !== 'deleted' && lifecycle !== 'failed' && lifecycle !== 'retiring';
}
