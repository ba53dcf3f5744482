import type { DailyReport } from '#functions/ports/entities/reports.ts';
import type { Services } from '#functions/ports/services.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { openSlot } from '#functions/domain/reports/close-books.ts';
import { dayBefore } from '#functions/domain/reports/day-totals.ts';
import { person, type Break } from './break.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

/**
 * Returns the breaks of the day that was closed last: each coin that the provider has otherwise than our books say, and
 * the float. The float counts from when the bank is in the books: until then what was paid in to the issuer is unknown.
 */
export async function checkTieOut({ store }: Needs): Promise<readonly Break[]> {
  const open = await store.get('dailyReport', { slot: openSlot });
  const closed = open && (await store.get('dailyReport', { slot: dayBefore(open.day) }));
  return closed ? tieBreaks(closed) : [];
}

function tieBreaks({ day, tie, opening, moved, closedAtMs = 0 }: DailyReport): readonly Break[] {
  const { provider = [], issuer } = tie ?? {};
  const facts = { class: 'TIE_OUT', ownerId: undefined, atMs: closedAtMs } as const;
  const hasBank = account.bank in opening || account.bank in moved;
  return [
    ...provider
      .filter(({ worthCents }) => worthCents !== 0)
      .map(({ coin, worthCents, books, theirs, inTransit, difference }): Break => {
        const isShort = difference.startsWith('-');
        return {
          ...facts,
          part: 'provider',
          subject: coin,
          cents: isShort ? worthCents : -worthCents + 0,
          evidence: { day, books, theirs, inTransit, difference },
          proposal: person('find the payment or payout that one side lacks, and enter or decide it'),
        };
      }),
    ...(issuer && issuer.differenceCents !== 0 && hasBank
      ? [
          {
            ...facts,
            part: 'issuer',
            subject: account.issuerFloat,
            cents: -issuer.differenceCents,
            evidence: { day, books: issuer.booksCents, theirs: issuer.balanceCents, inTransit: issuer.inTransitCents },
            proposal: person('find the top-up, fee or transfer that one side lacks, and enter it'),
          } satisfies Break,
        ]
      : []),
  ];
}
