import type { DailyReport, DifferingSince } from '#functions/ports/entities/reports.ts';
import type { Services } from '#functions/ports/services.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { openSlot, transitMs } from '#functions/domain/reports/close-books.ts';
import { dayBefore } from '#functions/domain/reports/day-totals.ts';
import { person, type Break } from './break.ts';

type Needs = Pick<Services, 'store'>;

/**
 * Returns the breaks of the day that was closed last: each coin of which the provider has another amount than our
 * books, and the float. Adds those of the day that still grows, for differences that last longer than money is in
 * transit. The float counts only once the bank is in the books: before, the money paid in to the issuer is unknown.
 */
export async function checkTieOut({ store }: Needs): Promise<readonly Break[]> {
  const open = await store.get('dailyReport', { slot: openSlot });
  if (open === undefined) return [];
  const closed = await store.get('dailyReport', { slot: dayBefore(open.day) });
  const before = closed ? tieBreaks(closed) : [];
  const now = tieBreaks(open);
  // Each subject has one break. While the difference is the same, the closed day's break counts, because it stays as it
  // is.
  const isSame = (one: Break, other: Break): boolean =>
    one.subject === other.subject && one.evidence['difference'] === other.evidence['difference'];
  const fresh = now.filter((found) => !before.some((known) => isSame(known, found)));
  return [...before.filter(({ subject }) => !fresh.some((found) => found.subject === subject)), ...fresh];
}

function tieBreaks({ day, tie, opening, moved, closedAtMs }: DailyReport): readonly Break[] {
  const { provider = [], issuer } = tie ?? {};
  const hasBank = account.bank in opening || account.bank in moved;
  // For a day that grows, the evidence holds only facts that stay the same while the difference does: a ticket that
  // staff closed then stays closed.
  const factsOf = (since: DifferingSince | undefined, evidence: Break['evidence']): Facts =>
    closedAtMs === undefined
      ? { atMs: since?.atMs ?? 0, evidence: { since: new Date(since?.atMs ?? 0).toISOString(), ...evidence } }
      : { atMs: closedAtMs, evidence: { day, ...evidence } };
  const isReported = (since: DifferingSince | undefined): boolean =>
    closedAtMs !== undefined || (since !== undefined && (tie?.atMs ?? 0) - since.atMs >= transitMs);
  const kind = { class: 'TIE_OUT', ownerId: undefined } as const;
  const found: Break[] = [];
  for (const { coin, worthCents, books, theirs, inTransit, difference, since } of provider) {
    if (worthCents === 0 || !isReported(since)) continue;
    const worth = closedAtMs === undefined ? (since?.worthCents ?? worthCents) : worthCents;
    found.push({
      ...kind,
      ...factsOf(since, { ...(closedAtMs === undefined ? {} : { books, theirs, inTransit }), difference }),
      part: 'provider',
      subject: coin,
      cents: difference.startsWith('-') ? worth : -worth + 0,
      proposal: person('find the payment or payout that one side lacks, and enter or decide it'),
    });
  }
  if (issuer && issuer.differenceCents !== 0 && hasBank && isReported(issuer.since)) {
    const { booksCents: books, balanceCents: theirs, inTransitCents: inTransit, differenceCents: difference } = issuer;
    found.push({
      ...kind,
      ...factsOf(issuer.since, { ...(closedAtMs === undefined ? {} : { books, theirs, inTransit }), difference }),
      part: 'issuer',
      subject: account.issuerFloat,
      cents: -difference,
      proposal: person('find the top-up, fee or transfer that one side lacks, and enter it'),
    });
  }
  return found;
}

type Facts = Pick<Break, 'atMs' | 'evidence'>;
