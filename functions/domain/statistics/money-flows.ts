import { negate, sum, type Cents } from '#shared/money.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { MeasureOf, Metrics } from '#functions/ports/metrics.ts';
import { account, ownerOf } from '#functions/domain/ledger/chart.ts';

/** Returns the cents that journal records moved, by flow; no entry for a flow of zero. */
export function moneyFlows(records: readonly JournalRecord[]): ReadonlyMap<MeasureOf<'MoneyCents'>, Cents> {
  const flows: Readonly<Record<MeasureOf<'MoneyCents'>, Cents>> = {
    deposited: totalOn(
      records.filter(({ kind }) => kind === 'deposit_credited' || kind === 'deposit_taken_back'),
      account.providerClearing,
    ),
    // A card's money comes out of the float; a purchase does not change the float.
    to_cards: negate(totalOn(records.filter(isOfCard), account.issuerFloat)),
    spent: negate(totalOn(records.filter(isPurchase), account.issuerAllocated)),
    fees: negate(sum(totalOn(records, account.cardFees), totalOn(records, account.loadFees))),
  };
  return new Map(
    (Object.entries(flows) as [MeasureOf<'MoneyCents'>, Cents][]).filter(([, amountCents]) => amountCents !== 0),
  );
}

/** Measures the money that journal records moved. */
export function measureMoney(metrics: Metrics, records: readonly JournalRecord[]): void {
  for (const [flow, amountCents] of moneyFlows(records)) metrics.put('MoneyCents', flow, amountCents);
}

function isOfCard({ legs }: JournalRecord): boolean {
  return legs.some((leg) => ownerOf(leg.account).of === 'card');
}

/** True for a purchase, its refund, or a fee of the issuer: it has two legs, the card and our money on cards. */
function isPurchase(record: JournalRecord): boolean {
  return (
    isOfCard(record) && record.legs.length === 2 && record.legs.some((leg) => leg.account === account.issuerAllocated)
  );
}

function totalOn(records: readonly JournalRecord[], name: string): Cents {
  return sum(
    ...records.flatMap(({ legs }) => legs.filter((leg) => leg.account === name).map((leg) => leg.amountCents)),
  );
}
