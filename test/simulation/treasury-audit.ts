import { accountKind } from '#functions/domain/reports/day-totals.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { DailyReport } from '#functions/ports/entities/reports.ts';
import type { TreasuryMove } from '#functions/ports/entities/treasury.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import { entitiesOf, Violation, type Auditor } from './audit.ts';
import type { SimulatedTable, StreamChange } from './engine/simulated-table.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { day as dayMs } from './story-times.ts';

/** Returns the sum of the approved movements of a kind. What came back counts with a minus. */
export function movedBy(
  table: SimulatedTable,
  kind: TreasuryMove['kind'],
  amountOf: (move: TreasuryMove) => number,
): number {
  return entitiesOf(table, 'treasuryMove')
    .filter((move) => move.kind === kind && move.state === 'approved')
    .reduce((total, move) => total + (move.direction === 'out' ? 1 : -1) * amountOf(move), 0);
}

/**
 * Checks movements of our own money and the books of the days after every transaction (I48). A movement is posted, to
 * the cent, in the write in which another admin than its author approves it, with its audit record; a rejected one posts
 * nothing. A reference stands once. A day that is closed never changes.
 */
export class TreasuryAudit {
  readonly #standing = new Map<string, string>();

  constructor(table: SimulatedTable) {
    for (const move of entitiesOf(table, 'treasuryMove')) this.#standing.set(nameOf(move), move.moveId);
  }

  /** Checks the changes of a transaction. Throws a Violation. */
  look(changes: readonly StreamChange[]): void {
    const added = <T>(kind: string): readonly T[] =>
      changes.flatMap(({ before, after }) =>
        before === undefined && after?.['entity'] === kind ? [after as unknown as T] : [],
      );
    const posted = added<JournalRecord>('journal').filter(({ kind }) => kind.startsWith('treasury_'));
    const approved = changes.flatMap(({ before, after }) => {
      if ((after ?? before)?.['entity'] === 'dailyReport' && before?.['closedAtMs'] !== undefined)
        throw new Violation('I48', `the closed day ${String(before['slot'])} was changed`);
      if (after?.['entity'] !== 'treasuryMove') return [];
      return this.#moved(before as TreasuryMove | undefined, after as unknown as TreasuryMove, added('audit'));
    });
    if (posted.length !== approved.length)
      throw new Violation('I48', `${approved.length} approvals have ${posted.length} records`);
    for (const move of approved) postedRight(move, posted);
  }

  /** Returns the movement if this change approves it. */
  #moved(
    before: TreasuryMove | undefined,
    after: TreasuryMove,
    records: readonly AuditRecord[],
  ): readonly TreasuryMove[] {
    const { moveId, state, proposedBy, decidedBy } = after;
    const broken = (what: string): Violation => new Violation('I48', `${moveId} ${what}`);
    const action = state === 'waiting' ? 'propose' : state === 'approved' ? 'approve' : 'reject';
    if (!records.some((record) => record.about === moveId && record.action === `${action}-treasury`))
      throw broken(`is ${state}, and no audit record says so`);
    const name = nameOf(after);
    if (before === undefined) {
      if (state !== 'waiting') throw broken(`begins as ${state}`);
      if (this.#standing.has(name)) throw broken(`has the reference of ${this.#standing.get(name)}`);
      this.#standing.set(name, moveId);
      return [];
    }
    if (before.state !== 'waiting' || state === 'waiting') throw broken(`went from ${before.state} to ${state}`);
    if (state === 'rejected') this.#standing.delete(name);
    if (state !== 'approved') return [];
    if (decidedBy === undefined || decidedBy === proposedBy) throw broken('is approved by its own author');
    return [after];
  }
}

function nameOf({ kind, direction, reference }: TreasuryMove): string {
  return `${kind} ${direction} ${reference}`;
}

function postedRight(
  { moveId, kind, direction, amountCents, feeCents }: TreasuryMove,
  posted: readonly JournalRecord[],
): void {
  const legs = posted.flatMap((record) => (record.cause === moveId ? record.legs : []));
  const sign = direction === 'out' ? 1 : -1;
  const expected: Readonly<Record<string, number>> =
    kind === 'payout'
      ? { 'BANK:USD': amountCents, 'EXP:PROVIDER_FEE': feeCents, 'PROV:CLEARING': -amountCents - feeCents }
      : { 'ISS:FLOAT': amountCents, 'EXP:ISSUER_FEE': feeCents, 'BANK:USD': -amountCents - feeCents };
  for (const [account, cents] of Object.entries(expected)) {
    const total = legs.reduce((sum, leg) => sum + (leg.account === account ? leg.amountCents : 0), 0);
    if (total !== sign * cents)
      throw new Violation('I48', `${moveId} posts ${total} on ${account}, not ${sign * cents}`);
  }
}

/**
 * Checks the books of the days when nothing is under way any more (I48): each closed day has the sums of the journal's
 * records of that day and begins as the one before it ended, and the last comparison with the providers differs only by
 * our own money that moved and was not approved.
 */
export function booksAudit({ table, issuer, payments }: SimulatedWorld, auditor: Auditor): void {
  const reports = entitiesOf(table, 'dailyReport');
  const closed = reports
    .filter(({ closedAtMs }) => closedAtMs !== undefined)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const open = reports.find(({ slot }) => slot === 'open');
  if (open === undefined || closed.length === 0) throw new Violation('I48', 'no day is closed');
  const journal = entitiesOf(table, 'journal');
  const ends = new Map<string, number>();
  for (const report of [...closed, open]) {
    for (const [kind, cents] of ends)
      if ((report.opening as Record<string, number>)[kind] !== cents)
        throw new Violation(
          'I48',
          `${report.day} begins with ${report.opening[kind as never]} on ${kind}, not ${cents}`,
        );
    const sums = sumsOf(journal, report.day);
    for (const kind of new Set([...sums.keys(), ...Object.keys(report.moved)])) {
      const moved = (report.moved as Record<string, number>)[kind] ?? 0;
      if (moved !== (sums.get(kind) ?? 0))
        throw new Violation('I48', `${report.day} has ${moved} on ${kind}, the journal ${sums.get(kind)}`);
      ends.set(kind, (ends.get(kind) ?? 0) + moved);
    }
  }
  const unbookedUnits =
    movedBy(table, 'payout', (move) => Math.round(Number(move.coins?.amount ?? 0) * 100_000)) - payments.paidOutUnits;
  const mayArriveOrLeave = entitiesOf(table, 'deposit').some(
    ({ state, unbooked }) => unbooked !== undefined || unsettled.has(state),
  );
  tied(open, {
    issuer: issuer.floatCents - auditor.total('ISS:FLOAT'),
    provider: unbookedUnits,
    // A payment that may still arrive or leave explains as much of a difference as it has coins.
    explained: mayArriveOrLeave ? unbookedUnits : 0,
  });
}

/** States of payments whose coins the provider may have and the books not, or the other way around. */
const unsettled: ReadonlySet<PaymentState> = new Set(['confirming', 'partly_paid', 'refunding', 'refund_failed']);

function sumsOf(journal: readonly JournalRecord[], day: string): ReadonlyMap<string, number> {
  const fromMs = Date.parse(day);
  const sums = new Map<string, number>();
  for (const { atMs, legs } of journal) {
    if (atMs < fromMs || atMs >= fromMs + dayMs) continue;
    for (const { account, amountCents } of legs) {
      const kind = accountKind(account);
      sums.set(kind, (sums.get(kind) ?? 0) + amountCents);
    }
  }
  return sums;
}

function tied(
  { day, tie }: DailyReport,
  unbooked: { readonly issuer: number; readonly provider: number; readonly explained: number },
): void {
  const float = tie?.issuer?.differenceCents;
  const coins = Math.round(Number(tie?.provider?.find(({ coin }) => coin === 'USDT')?.difference ?? 0) * 100_000);
  const rest = unbooked.provider - coins;
  const isExplained = Math.min(0, unbooked.explained) <= rest && rest <= Math.max(0, unbooked.explained);
  if (float !== unbooked.issuer || !isExplained)
    throw new Violation('I48', `${day} differs by ${float} and ${coins}, of ${JSON.stringify(unbooked)}`);
}
