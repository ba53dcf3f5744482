import { limits } from '#shared/limits.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Case, CaseMessage } from '#functions/ports/entities/cases.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { SimulatedTable, StreamChange } from './engine/simulated-table.ts';

const moves: Readonly<Record<Case['state'], readonly Case['state'][]>> = {
  waiting: ['waiting', 'answered', 'closed'],
  answered: ['answered', 'waiting', 'closed'],
  closed: ['waiting'],
};

/**
 * Checks cases after every transaction (I44). A person's places are the open cases, at most ten, one for a payment, and
 * none in a closed account. A case changes its state by a message of its cardholder, an act of staff with its audit
 * record, or a refund, which closes it when all came back, unless its cardholder did not make the payment; that
 * report froze the card first. No case moves money.
 */
export function caseAudit(table: SimulatedTable, changes: readonly StreamChange[]): void {
  const of = (kind: string) => changes.filter(({ after }) => after?.['entity'] === kind);
  const touched = new Set<string>();
  for (const { after } of of('openCases')) touched.add(String(after?.['userId']));
  for (const { before, after } of of('case')) {
    touched.add(String(after?.['userId']));
    moved(table, before as unknown as Case | undefined, after as unknown as Case, changes);
  }
  for (const { before, after } of of('closing')) if (before === undefined) touched.add(String(after?.['userId']));
  for (const userId of touched) places(table, userId);
}

function moved(table: SimulatedTable, was: Case | undefined, is: Case, changes: readonly StreamChange[]): void {
  const broken = (what: string): Violation => new Violation('I44', `${is.caseId} ${what}`);
  const added = <T>(kind: string): readonly T[] =>
    changes
      .filter(({ before, after }) => before === undefined && after?.['entity'] === kind)
      .map(({ after }) => after as T);
  const [message] = added<CaseMessage>('caseMessage').filter(({ caseId }) => caseId === is.caseId);
  const record = added<AuditRecord>('audit').find(({ about }) => about === is.caseId);
  const isRefund = added('cardTransaction').length > 0;
  const count = (was?.messageCount ?? 0) + (message === undefined ? 0 : 1);
  if (is.messageCount !== count || (message !== undefined && message.number !== count))
    throw broken(`counts ${is.messageCount} messages, of ${count}`);
  if (!isRefund && added('journal').length > 0) throw broken('moves money');
  if (is.refundedCents < (was?.refundedCents ?? 0) || is.refundedCents > is.amountCents)
    throw broken(`got ${is.refundedCents} of ${is.amountCents} back`);
  if (was === undefined) {
    if (is.state !== 'waiting') throw broken(`begins as ${is.state}`);
    const card = entitiesOf(table, 'card').find(({ cardId }) => cardId === is.cardId);
    if (is.reason === 'not_mine' && !isFrozen(card)) throw broken('is of a stolen card that is not frozen');
    return;
  }
  if (!moves[was.state].includes(is.state)) throw broken(`went from ${was.state} to ${is.state}`);
  if (was.state === 'closed' && message?.from !== 'cardholder') throw broken('is opened again by nobody');
  if (is.state === 'answered' && was.state !== 'answered' && (message?.from !== 'support' || record === undefined))
    throw broken('is answered by nobody');
  if (message?.from === 'support' && (record === undefined || message.authorId === is.userId))
    throw broken('is answered without a record, or by its own cardholder');
  const isAllBack = is.refundedCents === is.amountCents && is.reason !== 'not_mine';
  if (is.state === 'closed' && (is.closedBy === 'refund' ? !isRefund || !isAllBack : record === undefined))
    throw broken(`is closed by ${is.closedBy}, and ${is.refundedCents} of ${is.amountCents} came back`);
  if (isRefund && isAllBack && was.refundedCents < is.amountCents && is.state !== 'closed')
    throw broken('is open, and all of it came back');
}

function places(table: SimulatedTable, userId: string): void {
  const open = entitiesOf(table, 'case').filter((each) => each.userId === userId && each.state !== 'closed');
  const taken = entitiesOf(table, 'openCases').find((each) => each.userId === userId)?.open ?? [];
  const ids = (list: readonly Pick<Case, 'caseId'>[]): string =>
    list
      .map(({ caseId }) => caseId)
      .toSorted()
      .join();
  if (ids(open) !== ids(taken))
    throw new Violation('I44', `${userId} has places for ${ids(taken)}, open are ${ids(open)}`);
  const payments = new Set(open.map(({ cardId, lineNumber }) => `${cardId} ${lineNumber}`));
  if (payments.size !== open.length || open.length > limits.openCasesMax)
    throw new Violation('I44', `${userId} has ${open.length} open cases of ${payments.size} payments`);
  const user = entitiesOf(table, 'user').find((each) => each.userId === userId);
  if (user?.closedAtMs !== undefined && open.length > 0)
    throw new Violation('I44', `${userId} is closed, with ${open.length} open cases`);
}

function isFrozen(card: Card | undefined): boolean {
  return card?.lifecycle !== 'open' || card.frozenReasons.includes('owner');
}

/** Checks at the end that an open case counts all that came back of its payment, by the lines of the card (I44). */
export function caseEndAudit(table: SimulatedTable): void {
  const open = entitiesOf(table, 'case').filter(({ state }) => state !== 'closed');
  if (open.length === 0) return;
  const lines = entitiesOf(table, 'cardTransaction');
  for (const { caseId, cardId, reference, amountCents, refundedCents } of open) {
    const back = lines
      .filter(
        (line) =>
          line.cardId === cardId &&
          (line.kind === 'refund' || line.kind === 'reversal') &&
          paymentOf(line.reference) === paymentOf(reference),
      )
      .reduce((total, line) => total + line.amountCents, 0);
    if (refundedCents !== Math.min(back, amountCents))
      throw new Violation('I44', `${caseId} says that ${refundedCents} came back, and ${back} did`);
  }
}

function paymentOf(reference: string): string {
  return reference.replace(/^listed-/, '').replace(/_REVERSAL.*$/, '');
}
