import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { balanceAfterError } from '#test/support/balance-after-error.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { SimulatedTable } from './engine/simulated-table.ts';

/**
 * Compares the lists that people see with their balances when nothing is under way (I20). The activity lines of an
 * account come to its balance, and each shows the balance of its entry. The history of a card comes to the card's
 * balance, and every line fits its operation or deposit.
 */
export function historyAudit(table: SimulatedTable): void {
  const movements = entitiesOf(table, 'movement');
  const deposits = entitiesOf(table, 'deposit');
  const lines = new Map<string, ActivityLine>(movements.map((line) => [line.subjectId, line]));
  for (const operation of entitiesOf(table, 'operation'))
    if (operation.kind !== 'holder_registration') lineOf(operation, lines.get(operation.operationId));
  for (const { depositId, amountCents, creditedCents } of deposits) {
    const line = lines.get(depositId);
    if (line?.amountCents !== amountCents || line.paidCents !== creditedCents)
      throw new Violation('I20', `${depositId} is credited ${creditedCents}, and shown as ${line?.paidCents}`);
  }
  const refused = deposits.filter(({ lifecycle }) => lifecycle === 'refused');
  for (const { depositId } of refused)
    if (lines.get(depositId)?.status !== 'failed')
      throw new Violation('I20', `${depositId} is refused, and not shown so`);
  const aside = Map.groupBy(deposits, ({ userId }) => userId);
  const byOwner = Map.groupBy(movements, ({ userId }) => userId);
  for (const { userId, availableCents, heldCents, debtCents, unclaimedCents = 0 } of entitiesOf(table, 'wallet')) {
    const frozen = (aside.get(userId) ?? []).reduce((total, { frozenCents }) => total + frozenCents, 0);
    const sum = (byOwner.get(userId) ?? []).reduce((total, line) => total + signed(line, line.paidCents), 0);
    const has = availableCents + heldCents - debtCents + unclaimedCents + frozen;
    if (sum !== has)
      throw new Violation('I20', `the activity lines of ${userId} come to ${sum}, the account to ${has}`);
  }
  const entries = new Map(entitiesOf(table, 'entry').map((entry) => [`${entry.ownerId} ${entry.sequence}`, entry]));
  for (const line of movements) {
    const error = balanceAfterError(line, (sequence) => entries.get(`${line.userId} ${sequence}`));
    if (error !== undefined) throw new Violation('I20', error);
  }
  cardHistories(table);
}

/** Checks that the line of a finished operation shows the moved amount and its direction. */
function lineOf(operation: Operation, line: ActivityLine | undefined): void {
  const { operationId, kind, state, amountCents, feeCents, decision } = operation;
  const total = amountCents + feeCents;
  const right = {
    kind,
    direction: kind === 'card_creation' || kind === 'card_load' ? 'debit' : 'credit',
    amountCents: total,
    feeCents,
    // Staff may decide that a withdrawal moved less.
    paidCents: state === 'settled' ? (decision?.movedCents ?? amountCents) + feeCents : 0,
    status: state === 'settled' ? 'completed' : 'failed',
  };
  for (const [name, should] of Object.entries(right)) {
    const is = line?.[name as keyof ActivityLine];
    if (is !== should)
      throw new Violation('I20', `${operationId} is ${state}, and its line says ${name} ${JSON.stringify(is)}`);
  }
}

/** Checks that a card's lines are numbered without a gap and come to its balance. */
function cardHistories(table: SimulatedTable): void {
  const byCard = Map.groupBy(entitiesOf(table, 'cardTransaction'), ({ cardId }) => cardId);
  const marks = entitiesOf(table, 'marker').map(({ markerId }) => markerId);
  for (const { cardId, transactionCount, balanceCents } of entitiesOf(table, 'card')) {
    const lines = (byCard.get(cardId) ?? []).toSorted((a, b) => a.number - b.number);
    if (lines.length !== transactionCount || lines.some(({ number }, index) => number !== index + 1))
      throw new Violation('I20', `${cardId} counts ${transactionCount} lines and has ${lines.length}`);
    const declined = lines.filter(({ status }) => status === 'declined').map(({ reference }) => reference);
    const marked = marks.filter((mark) => mark.startsWith(`decline:${cardId}:`));
    if (marked.length !== declined.length)
      throw new Violation('I20', `${cardId} shows ${declined.length} declines of ${marked.length}`);
    const sum = lines.reduce((total, line) => total + (isMoved(line) ? signed(line, line.amountCents) : 0), 0);
    if (sum !== balanceCents)
      throw new Violation('I20', `the history of ${cardId} comes to ${sum}, its balance is ${balanceCents}`);
    reversedLines(lines);
  }
}

/** Checks that a purchase that was reversed in full is shown so, whichever of the two was heard of first. */
function reversedLines(lines: readonly CardTransaction[]): void {
  for (const { kind, reference, amountCents } of lines) {
    if (kind !== 'reversal') continue;
    const bought = lines.find((line) => line.kind === 'purchase' && reference.startsWith(`${line.reference}_REVERSAL`));
    if (bought?.amountCents === amountCents && bought.status !== 'reversed')
      throw new Violation('I20', `${bought.reference} is reversed, and shown as ${bought.status}`);
  }
}

function isMoved({ status }: CardTransaction): boolean {
  return status !== 'declined';
}

function signed({ direction }: Pick<ActivityLine, 'direction'>, amountCents: number): number {
  return direction === 'credit' ? amountCents : -amountCents;
}
