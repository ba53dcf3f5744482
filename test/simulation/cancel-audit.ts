import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { day } from './story-times.ts';

/** Maximum difference between the clocks of two processes, in milliseconds. */
const skewMs = 4_000;

/** The states of a payment for which no money came. */
const unpaid: ReadonlySet<string> = new Set(['waiting', 'expired', 'failed']);

/**
 * Checks canceled deposits after every transaction (I42). A deposit is canceled while it waits and nothing has arrived,
 * which changes nothing else of it: it is read on at the provider. It is hidden exactly while it is canceled, and money
 * that comes shows it again.
 */
export function cancelAudit(changes: readonly StreamChange[]): void {
  const lines = changes.filter(({ after }) => after?.['entity'] === 'movement');
  for (const { before, after } of changes) {
    if (after?.['entity'] !== 'deposit') continue;
    const was = before as unknown as Deposit | undefined;
    const is = after as unknown as Deposit;
    const broken = (what: string): Violation => new Violation('I42', `${is.depositId} ${what}`);
    const isCanceled = is.canceledAtMs !== undefined;
    const line = lines.find((each) => each.after?.['subjectId'] === is.depositId) as Hidden | undefined;
    const wasCanceled = was?.canceledAtMs !== undefined;
    if (isCanceled) {
      const cents = is.creditedCents + is.surplusCents + is.frozenCents + (is.refusedCents ?? 0);
      if (cents !== 0 || is.receivedAmount !== undefined || is.unbooked !== undefined || !unpaid.has(is.state))
        throw broken(`is canceled, ${is.state}, and received ${is.receivedAmount}`);
    }
    if (isCanceled && !wasCanceled) {
      if (was?.state !== 'waiting' || was.lifecycle === 'refused')
        throw broken(`is canceled while it is ${was?.state}`);
      if (is.dueAtMs !== was.dueAtMs || is.state !== was.state) throw broken('is canceled, and otherwise read on');
      // Closing an account cancels all that waits, with everything else that it does.
      if (changes.length > 2 && changes.every((each) => each.after?.['entity'] !== 'closing'))
        throw broken(`is canceled with ${changes.length - 2} other changes`);
    }
    if (wasCanceled && !isCanceled && unpaid.has(is.state) && is.unbooked === undefined)
      throw broken(`is ${is.state}, and not canceled any more`);
    if (isCanceled === wasCanceled && line === undefined) continue;
    if ((line?.after.isHidden ?? false) !== isCanceled)
      throw broken(`is ${isCanceled ? 'canceled and shown' : 'not canceled and hidden'}`);
  }
  const shownAlone = lines.find(
    ({ before, after }) =>
      (before?.['isHidden'] ?? false) !== (after?.['isHidden'] ?? false) &&
      !changes.some((each) => each.after?.['depositId'] === after?.['subjectId']),
  );
  if (shownAlone) throw new Violation('I42', `${String(shownAlone.after?.['subjectId'])} is hidden or shown alone`);
}

type Hidden = { readonly after: ActivityLine };

/**
 * Checks at the end that no request was answered with a deposit that had been canceled before, and that canceled ones
 * are still read at the provider (I42).
 */
export function cancelEndAudit({ asked, table, scheduler: { nowMs } }: SimulatedWorld): void {
  const canceledAt = new Map<unknown, number>();
  for (const { before, after } of table.stream) {
    const { depositId, canceledAtMs } = (after ?? {}) as Partial<Deposit>;
    if (canceledAtMs !== undefined && before?.['canceledAtMs'] === undefined && !canceledAt.has(depositId))
      canceledAt.set(depositId, canceledAtMs);
  }
  for (const { route, answers, atMs } of asked) {
    if (route !== 'transactions.create') continue;
    for (const answer of answers) {
      if (answer?.status !== 201) continue;
      const { transaction } = JSON.parse(answer.body) as { readonly transaction: { readonly _id: string } };
      if ((canceledAt.get(transaction._id) ?? Infinity) + skewMs < atMs)
        throw new Violation('I42', `${transaction._id} was canceled, and returned again`);
    }
  }
  // It is read on for two weeks: money may still come.
  for (const { depositId, canceledAtMs = Infinity, state, dueAtMs } of entitiesOf(table, 'deposit'))
    if (canceledAtMs > nowMs - 13 * day && canceledAtMs < Infinity && state === 'waiting' && dueAtMs === undefined)
      throw new Violation('I42', `${depositId} is canceled, and nobody reads its payment any more`);
}
