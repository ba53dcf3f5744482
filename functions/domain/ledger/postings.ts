import { account } from './chart.ts';
import { credit, debit, type Draft } from './journal.ts';
import { least, minus, negate, sum, zero, type Cents } from '#shared/money.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import type { JournalRecord, Wallet } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';

/*
 * The postings of every business event: one small pure function each, one row each in README.md beside this file. A
 * journal id is derived from the cause, so an event that is posted twice finds its record already there.
 */

type TransferOperation = Operation & { readonly cardId: NonNullable<Operation['cardId']> };

/** Returns what an operation takes from the balance, in cents: the amount that lands plus the fee. */
export function totalOf(operation: Pick<Operation, 'amountCents' | 'feeCents'>): Cents {
  return sum(operation.amountCents, operation.feeCents);
}

/**
 * Drafts the credit of arrived money to the user, debts first. The deposit's credit changes from `fromCents` to
 * `toCents`.
 */
export function depositCredited(
  deposit: Deposit,
  wallet: Wallet,
  change: { readonly fromCents: Cents; readonly toCents: Cents; readonly roundedOffMicroCents: number },
): Draft {
  const gained = minus(change.toCents, change.fromCents);
  const repaid = least(gained, wallet.debtCents);
  return {
    journalId: depositJournalId(deposit, change.fromCents, change.toCents),
    kind: 'deposit_credited',
    cause: deposit.depositId,
    roundedOffMicroCents: change.roundedOffMicroCents,
    legs: [
      debit(account.providerClearing, gained),
      credit(account.debt(deposit.userId), repaid),
      credit(account.available(deposit.userId), minus(gained, repaid)),
    ],
  };
}

/**
 * Drafts the taking back of a credited deposit that was refunded: from the balance, and as a debt for the part that the
 * balance cannot cover. Held money stays held.
 */
export function depositTakenBack(
  deposit: Deposit,
  wallet: Wallet,
  change: { readonly fromCents: Cents; readonly toCents: Cents },
): Draft {
  const lost = minus(change.fromCents, change.toCents);
  const covered = least(lost, wallet.availableCents);
  return {
    journalId: depositJournalId(deposit, change.fromCents, change.toCents),
    kind: 'deposit_taken_back',
    cause: deposit.depositId,
    legs: [
      debit(account.available(deposit.userId), covered),
      debit(account.debt(deposit.userId), minus(lost, covered)),
      credit(account.providerClearing, lost),
    ],
  };
}

/**
 * Drafts the freeze of a credited deposit that the provider locks or refunds. The credit is set aside until that has
 * ended, and the spent part of it is a debt.
 */
export function depositFrozen(deposit: Deposit, wallet: Wallet, amountCents: Cents): Draft {
  const covered = least(amountCents, wallet.availableCents);
  return {
    journalId: `${deposit.depositId}:${deposit.version}:frozen`,
    kind: 'deposit_frozen',
    cause: deposit.depositId,
    legs: [
      debit(account.available(deposit.userId), covered),
      debit(account.debt(deposit.userId), minus(amountCents, covered)),
      credit(account.depositSuspense, amountCents),
    ],
  };
}

/** Drafts the return of a frozen credit to the depositor, debts first. */
export function depositUnfrozen(deposit: Deposit, wallet: Wallet, amountCents: Cents): Draft {
  const repaid = least(amountCents, wallet.debtCents);
  return {
    journalId: `${deposit.depositId}:${deposit.version}:unfrozen`,
    kind: 'deposit_unfrozen',
    cause: deposit.depositId,
    legs: [
      debit(account.depositSuspense, amountCents),
      credit(account.debt(deposit.userId), repaid),
      credit(account.available(deposit.userId), minus(amountCents, repaid)),
    ],
  };
}

/**
 * Drafts a change of a deposit's surplus from `fromCents` to `toCents`. The surplus waits in suspense for a decision.
 */
export function depositSurplusChanged(
  deposit: Deposit,
  change: { readonly fromCents: Cents; readonly toCents: Cents },
): Draft {
  const more = minus(change.toCents, change.fromCents);
  return {
    journalId: `${deposit.depositId}:${deposit.version}:surplus`,
    kind: 'deposit_surplus',
    cause: deposit.depositId,
    legs: [debit(account.providerClearing, more), credit(account.depositSuspense, more)],
  };
}

/**
 * Drafts a change of the amount that staff refused of a deposit, from `fromCents` to `toCents`. The provider has it
 * still, and we owe it to its payer. The other side is the bank for money that was sent back by hand.
 */
export function depositRefused(
  deposit: Deposit,
  change: { readonly fromCents: Cents; readonly toCents: Cents },
  against: string = account.providerClearing,
): Draft {
  const more = minus(change.toCents, change.fromCents);
  return {
    journalId: `${deposit.depositId}:${deposit.version}:refused`,
    kind: 'deposit_refused',
    cause: deposit.depositId,
    legs: [debit(against, more), credit(account.refusedDeposits, more)],
  };
}

/**
 * Drafts a change of the provider's commission on a deposit. The commission is our expense, and is not money that the
 * provider holds for us. `number` counts the deposit's records of this kind.
 */
export function depositCommission(
  { depositId }: Pick<Deposit, 'depositId'>,
  change: { readonly fromCents: Cents; readonly toCents: Cents },
  number: number,
): Draft {
  const more = minus(change.toCents, change.fromCents);
  return {
    journalId: commissionId({ depositId }, number),
    kind: 'deposit_commission',
    cause: depositId,
    legs: [debit(account.providerFees, more), credit(account.providerClearing, more)],
  };
}

/** Returns the id of the record that posts a deposit's commission for the first, second … time. */
export function commissionId({ depositId }: Pick<Deposit, 'depositId'>, number: number): string {
  return `${depositId}:commission:${number}`;
}

function depositJournalId(deposit: Deposit, fromCents: Cents, toCents: Cents): string {
  const wasCredited = deposit.events.some(({ creditedCents }) => creditedCents > 0);
  // A second credit after the first was taken back does not pay the invoice a second time.
  const again = fromCents === 0 && wasCredited ? ':again' : '';
  // The deposit's version makes the id unique when the same pair of amounts comes round again (credited, refunded,
  // credited).
  return `${deposit.depositId}:${deposit.version}:${fromCents}-${toCents}${again}`;
}

/** True for the record that begins a deposit's first credit: the invoice is paid from then on. */
export function beginsCredit({ kind, journalId }: Pick<JournalRecord, 'kind' | 'journalId'>): boolean {
  return kind === 'deposit_credited' && /:0-\d+$/.test(journalId);
}

/** Drafts the hold of an operation's cost, set aside before the issuer is asked. */
export function reserved(operation: Operation): Draft {
  const total = totalOf(operation);
  return {
    journalId: `${operation.operationId}:reserved`,
    kind: `${operation.kind}_reserved`,
    cause: operation.operationId,
    legs: [debit(account.available(operation.userId), total), credit(account.held(operation.userId), total)],
  };
}

/**
 * Drafts a first card's bonus, brought to the balance in the operation that it helps to pay. If that operation failed
 * meanwhile, the bonus comes when a card is made, and then pays debts first.
 */
export function bonusGranted(operation: Operation, wallet: Wallet): Draft {
  const repaid = least(operation.bonusCents, wallet.debtCents);
  return {
    journalId: `${operation.operationId}:bonus`,
    kind: 'referral_bonus',
    cause: operation.operationId,
    legs: [
      debit(account.referrals, operation.bonusCents),
      credit(account.debt(operation.userId), repaid),
      credit(account.available(operation.userId), minus(operation.bonusCents, repaid)),
    ],
  };
}

/**
 * Drafts the settlement of a load or a new card, after the issuer put the money on the card: the held money is spent,
 * the fee is ours.
 */
export function operationSettled(operation: TransferOperation): Draft {
  const revenue = operation.kind === 'card_creation' ? account.cardFees : account.loadFees;
  return {
    journalId: `${operation.operationId}:settled`,
    kind: `${operation.kind}_settled`,
    cause: operation.operationId,
    legs: [
      debit(account.held(operation.userId), totalOf(operation)),
      credit(account.card(operation.cardId), operation.amountCents),
      credit(revenue, operation.feeCents),
      debit(account.issuerAllocated, operation.amountCents),
      credit(account.issuerFloat, operation.amountCents),
    ],
  };
}

/**
 * Drafts the release of an operation that the issuer will not do. A bonus that helped to pay goes back where it came
 * from, a debt that arose meanwhile is paid, and the rest of the hold is free again.
 */
export function released(operation: Operation, wallet: Wallet): Draft {
  const { userId } = operation;
  const total = totalOf(operation);
  const owed = minus(total, operation.bonusCents);
  const repaid = least(owed, wallet.debtCents);
  return {
    journalId: `${operation.operationId}:released`,
    kind: `${operation.kind}_released`,
    cause: operation.operationId,
    legs: [
      debit(account.held(userId), total),
      credit(account.referrals, operation.bonusCents),
      credit(account.debt(userId), repaid),
      credit(account.available(userId), minus(owed, repaid)),
    ],
  };
}

/**
 * Drafts the hold of a withdrawal: its amount can no longer be spent from the card. It reaches the balance once the
 * issuer has moved it.
 */
export function withdrawalReserved(operation: TransferOperation): Draft {
  const { operationId, cardId, amountCents } = operation;
  return {
    journalId: `${operationId}:reserved`,
    kind: `${operation.kind}_reserved`,
    cause: operationId,
    legs: [debit(account.card(cardId), amountCents), credit(account.cardLeaving(cardId), amountCents)],
  };
}

/**
 * Drafts the settlement of a withdrawal, after the issuer took the money off the card: it reaches the balance, debts
 * first. The amount that the issuer reports counts; its difference from the requested amount stays on the card, or
 * comes from there.
 */
export function withdrawalSettled(operation: TransferOperation, wallet: Wallet, movedCents: Cents): Draft {
  const { operationId, userId, cardId, amountCents } = operation;
  const repaid = least(movedCents, wallet.debtCents);
  return {
    journalId: `${operationId}:settled`,
    kind: `${operation.kind}_settled`,
    cause: operationId,
    legs: [
      debit(account.cardLeaving(cardId), amountCents),
      debit(account.card(cardId), minus(movedCents, amountCents)),
      credit(account.debt(userId), repaid),
      credit(account.available(userId), minus(movedCents, repaid)),
      debit(account.issuerFloat, movedCents),
      credit(account.issuerAllocated, movedCents),
    ],
  };
}

/** Drafts the release of a withdrawal that the issuer will not do: the amount is on the card as before. */
export function withdrawalReleased(operation: TransferOperation): Draft {
  const { operationId, cardId, amountCents } = operation;
  return {
    journalId: `${operationId}:released`,
    kind: `${operation.kind}_released`,
    cause: operationId,
    legs: [debit(account.cardLeaving(cardId), amountCents), credit(account.card(cardId), amountCents)],
  };
}

/**
 * Drafts the correction of a load on which the issuer contradicts a person's decision. A load that happened takes its
 * cost from the balance, and the uncovered part is a debt. A load that never happened gives its cost back, debts first.
 */
export function loadCorrected(operation: TransferOperation, wallet: Wallet, outcome: 'happened' | 'never'): Draft {
  const { userId, cardId, amountCents, feeCents } = operation;
  const total = totalOf(operation);
  const movedCents = outcome === 'happened' ? amountCents : negate(amountCents);
  return {
    ...correctionOf(operation),
    legs: [
      ...balanceLegs(userId, wallet, outcome === 'happened' ? negate(total) : total),
      credit(account.card(cardId), movedCents),
      credit(account.loadFees, outcome === 'happened' ? feeCents : negate(feeCents)),
      debit(account.issuerAllocated, movedCents),
      credit(account.issuerFloat, movedCents),
    ],
  };
}

/**
 * Drafts the correction of a withdrawal in which the issuer moved another amount (`toCents`) than a person decided
 * (`fromCents`). The difference reaches the balance, debts first, or goes back to the card; the part that the balance
 * cannot cover is a debt.
 */
export function withdrawalCorrected(
  operation: TransferOperation,
  wallet: Wallet,
  change: { readonly fromCents: Cents; readonly toCents: Cents },
): Draft {
  const more = minus(change.toCents, change.fromCents);
  return {
    ...correctionOf(operation),
    legs: [
      ...balanceLegs(operation.userId, wallet, more),
      debit(account.card(operation.cardId), more),
      debit(account.issuerFloat, more),
      credit(account.issuerAllocated, more),
    ],
  };
}

/**
 * Drafts the correction of a balance by two admins: a credit pays debts first, and the part of a debit that the balance
 * cannot cover is a debt. The other side is our expense, or income; it is the bank for money that was sent back by hand.
 */
export function adjusted(adjustment: Adjustment, wallet: Wallet): Draft {
  const { adjustmentId, userId, direction, amountCents } = adjustment;
  const gained = direction === 'credit' ? amountCents : negate(amountCents);
  return {
    journalId: `${adjustmentId}:adjusted`,
    kind: 'adjustment',
    cause: adjustmentId,
    legs: [...balanceLegs(userId, wallet, gained), debit(adjustingAccount(adjustment), gained)],
  };
}

/** Returns the platform's account on the other side of an adjustment. */
export function adjustingAccount({ isSentBack }: Pick<Adjustment, 'isSentBack'>): string {
  return isSentBack ? account.bank : account.adjustments;
}

function correctionOf({ operationId, kind }: Operation): Omit<Draft, 'legs'> {
  return { journalId: `${operationId}:corrected`, kind: `${kind}_corrected`, cause: operationId };
}

/**
 * Returns the legs of a change of a balance: a gain pays debts first; a loss becomes a debt where the balance falls
 * short.
 */
function balanceLegs(userId: Wallet['userId'], wallet: Wallet, gainedCents: Cents): Draft['legs'] {
  if (gainedCents < 0) {
    const lost = negate(gainedCents);
    const covered = least(lost, wallet.availableCents);
    return [debit(account.available(userId), covered), debit(account.debt(userId), minus(lost, covered))];
  }
  const repaid = least(gainedCents, wallet.debtCents);
  return [credit(account.debt(userId), repaid), credit(account.available(userId), minus(gainedCents, repaid))];
}

/**
 * Drafts the credit for a card that its owner deletes: the money left on the card is in the balance at once, debts
 * first. The issuer still has it on the card, so it is to be fetched from there.
 */
export function deletionCredited(operation: TransferOperation, wallet: Wallet): Draft {
  const { operationId, userId, cardId, amountCents } = operation;
  const repaid = least(amountCents, wallet.debtCents);
  return {
    journalId: `${operationId}:credited`,
    kind: `${operation.kind}_credited`,
    cause: operationId,
    legs: [
      debit(account.card(cardId), amountCents),
      credit(account.debt(userId), repaid),
      credit(account.available(userId), minus(amountCents, repaid)),
      debit(account.cardFetch(cardId), amountCents),
      credit(account.issuerAllocated, amountCents),
    ],
  };
}

/** Drafts the fetch from a retiring card that the issuer has closed: the money to be fetched is now in our float. */
export function deletionFetched(operation: TransferOperation, fetchedCents: Cents): Draft {
  const { operationId, cardId } = operation;
  return {
    journalId: `${operationId}:settled`,
    kind: `${operation.kind}_settled`,
    cause: operationId,
    legs: [debit(account.issuerFloat, fetchedCents), credit(account.cardFetch(cardId), fetchedCents)],
  };
}

/**
 * Drafts the emptying of a deleted card, which holds nothing. Money left on it, or arriving later, is in our float at
 * the issuer and owed to the owner, debts first. An amount that the card owes was taken from our float, and its owner
 * owes it to us: the balance pays what it can, the rest is a debt. For a retiring card, the issuer has the money on the
 * card, not in our float. `cause` is the event that changed the card's balance.
 */
export function cardEmptied(card: Card, wallet: Wallet, cause: string): Draft {
  const { cardId, userId, balanceCents } = card;
  const owed = balanceCents < 0 ? negate(balanceCents) : zero;
  const covered = least(owed, wallet.availableCents);
  const gained = owed > 0 ? zero : balanceCents;
  const repaid = least(gained, wallet.debtCents);
  const place = card.lifecycle === 'retiring' ? account.cardFetch(cardId) : account.issuerFloat;
  return {
    journalId: `${cause}:emptied`,
    kind: 'card_emptied',
    cause,
    legs: [
      debit(account.card(cardId), balanceCents),
      debit(account.debt(userId), minus(owed, covered)),
      debit(account.available(userId), covered),
      credit(account.debt(userId), repaid),
      credit(account.available(userId), minus(gained, repaid)),
      debit(place, balanceCents),
      credit(account.issuerAllocated, balanceCents),
    ],
  };
}

/**
 * Drafts the charge of a purchase or an issuer's fee to a card. It may make a card negative: nobody asks us before a
 * capture.
 */
export function cardCharged(
  card: Card,
  charge: { readonly reference: string; readonly kind: string; readonly amountCents: Cents },
): Draft {
  return {
    journalId: cardJournalId(card, charge),
    kind: `card_${charge.kind}`,
    cause: charge.reference,
    legs: [debit(account.card(card.cardId), charge.amountCents), credit(account.issuerAllocated, charge.amountCents)],
  };
}

/** Drafts the reversal or refund of a purchase to a card. */
export function cardRefunded(
  card: Card,
  refund: { readonly reference: string; readonly kind: string; readonly amountCents: Cents },
): Draft {
  return {
    journalId: cardJournalId(card, refund),
    kind: `card_${refund.kind}`,
    cause: refund.reference,
    legs: [debit(account.issuerAllocated, refund.amountCents), credit(account.card(card.cardId), refund.amountCents)],
  };
}

/** Returns the id under which a transaction on a card is posted once: made of the issuer's reference. */
export function cardJournalId(card: Card, posting: { readonly reference: string; readonly kind: string }): string {
  return `${card.cardId}:${posting.kind}:${posting.reference}`;
}

/**
 * Drafts the closing of an account: the money that its owner waives is not lost, but waits unclaimed for the owner's
 * return.
 */
export function accountClosed({ userId, availableCents, version }: Wallet): Draft {
  return {
    journalId: `${userId}:${version}:closed`,
    kind: 'account_closed',
    cause: userId,
    legs: [debit(account.available(userId), availableCents), credit(account.unclaimed(userId), availableCents)],
  };
}

/** Drafts the return of an owner: the waived money, and money that arrived in between, can be spent again. */
export function accountReturned({ userId, unclaimedCents = zero, version }: Wallet): Draft {
  return {
    journalId: `${userId}:${version}:returned`,
    kind: 'account_returned',
    cause: userId,
    legs: [debit(account.unclaimed(userId), unclaimedCents), credit(account.available(userId), unclaimedCents)],
  };
}

/**
 * Drafts the record that follows every record in a closed account: debts are paid from the money there, and the rest
 * waits unclaimed. Undefined while the account is open, or when there is nothing to move.
 */
export function setAside(after: Pick<JournalRecord, 'journalId'>, wallet: Wallet): Draft | undefined {
  const { userId, availableCents, debtCents, unclaimedCents = zero } = wallet;
  if (wallet.closedAtMs === undefined) return undefined;
  const there = sum(availableCents, unclaimedCents);
  const repaid = least(debtCents, there);
  if (availableCents === 0 && repaid === 0) return undefined;
  return {
    journalId: `${after.journalId}:unclaimed`,
    kind: 'unclaimed',
    cause: after.journalId,
    legs: [
      debit(account.available(userId), availableCents),
      credit(account.debt(userId), repaid),
      credit(account.unclaimed(userId), minus(minus(there, repaid), unclaimedCents)),
    ],
  };
}
