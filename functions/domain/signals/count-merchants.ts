import type { EntityKeys } from '#functions/ports/entities.ts';
import type { CardTransaction } from '#functions/ports/entities/cards.ts';
import type { RateCounter } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
import { merchantOf } from '#functions/domain/notifications/notification-words.ts';
import { person } from '#functions/domain/reconciliation/break.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { sightBreak } from '#functions/domain/tickets/sight-break.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { reachedStep } from './count-network.ts';
import { thresholds } from './thresholds.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/** Time to live of a merchant's count of a day, in milliseconds. */
const countKeptMs = 3 * dayMs;

/** Decline codes that concern the card's owner and not the merchant. */
const ofTheOwner: ReadonlySet<CardTransaction['declineCode']> = new Set(['insufficient_funds', 'card_frozen']);

/** Purchases at one merchant on one day. */
export type MerchantDay = {
  readonly merchant: string;
  readonly day: string;
  readonly paid: number;
  readonly declined: number;
};

/**
 * Counts purchases and declines among card lines, by merchant and day. Declines for an empty or frozen card are not
 * counted.
 */
export function merchantDays(
  lines: readonly Pick<CardTransaction, 'kind' | 'status' | 'declineCode' | 'merchantName' | 'description' | 'atMs'>[],
): readonly MerchantDay[] {
  const days = new Map<string, MerchantDay>();
  for (const line of lines) {
    const isDeclined = line.status === 'declined';
    if (line.kind !== 'purchase' || (isDeclined && ofTheOwner.has(line.declineCode))) continue;
    const [merchant, day] = [merchantOf(line).toLowerCase(), dayOf(line.atMs)];
    const { paid, declined } = days.get(`${day} ${merchant}`) ?? { paid: 0, declined: 0 };
    days.set(`${day} ${merchant}`, {
      merchant,
      day,
      paid: paid + (isDeclined ? 0 : 1),
      declined: declined + (isDeclined ? 1 : 0),
    });
  }
  return [...days.values()];
}

/** Returns the number of a day's declines that are a signal; 0 when they are none. */
export function declinesOf({ paid, declined }: Pick<MerchantDay, 'paid' | 'declined'>): number {
  const isMost = declined * 100 >= (paid + declined) * thresholds.merchantDeclinesPercent;
  return isMost ? reachedStep(declined, thresholds.merchantDeclinesPerDay) : 0;
}

/**
 * Counts the purchases and declines of new lines of cards by merchant and day, and opens the ticket of a merchant where
 * most purchases are declined. Lines that are delivered twice count twice, on both sides of the ratio.
 */
export async function countMerchants(needs: Needs, keys: readonly EntityKeys['cardTransaction'][]): Promise<void> {
  if (keys.length === 0) return;
  const lines = await needs.store.getMany('cardTransaction', keys);
  for (const added of merchantDays(lines.filter((line) => line !== undefined))) await countDay(needs, added);
}

async function countDay(needs: Needs, added: MerchantDay): Promise<void> {
  const { store, clock } = needs;
  const { merchant, day } = added;
  const [paidId, declinedId] = [`merchant-paid:${day}:${merchant}`, `merchant-declined:${day}:${merchant}`];
  const sums = await withRetries(needs, async () => {
    const [paid, declined] = await store.getBoth(
      { kind: 'rateCounter', key: { counterId: paidId } },
      { kind: 'rateCounter', key: { counterId: declinedId } },
    );
    const expiresAtMs = clock.now() + countKeptMs;
    await commitForRetry(store, [
      ...raised(paidId, paid, added.paid, expiresAtMs),
      ...raised(declinedId, declined, added.declined, expiresAtMs),
    ]);
    return { paid: (paid?.count ?? 0) + added.paid, declined: (declined?.count ?? 0) + added.declined };
  });
  const declines = declinesOf(sums);
  if (declines === 0) return;
  await sightBreak(
    needs,
    {
      part: 'signals',
      class: 'DECLINES',
      subject: `${day}:${merchant}`,
      ownerId: undefined,
      cents: 0,
      atMs: Date.parse(day),
      evidence: { merchant, day, declines },
      proposal: person(
        'look at the declines in the cards’ histories: numbers are tried there, or the issuer blocks the merchant',
      ),
    },
    'run',
  );
}

function raised(counterId: string, seen: RateCounter | undefined, by: number, expiresAtMs: number): readonly Write[] {
  if (by === 0) return [];
  return [
    seen === undefined
      ? insert('rateCounter', { counterId, count: by, expiresAtMs, version: 1 })
      : update('rateCounter', seen, { count: seen.count + by, expiresAtMs }),
  ];
}
