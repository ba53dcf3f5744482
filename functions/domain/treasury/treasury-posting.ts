import { negate, sum, zero, type Cents } from '#shared/money.ts';
import type { TreasuryMove } from '#functions/ports/entities/treasury.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { credit, debit, type Draft } from '#functions/domain/ledger/journal.ts';

/**
 * Returns the posting of a transfer of our own money. Its cost is an expense, booked by the provider that charged it.
 */
export function treasuryPosted(move: TreasuryMove): Draft {
  const { moveId, kind, direction, amountCents, feeCents, coins } = move;
  const signed = (amount: Cents): Cents => (direction === 'out' || amount === 0 ? amount : negate(amount));
  const [to, fees, from] =
    kind === 'payout'
      ? [account.bank, account.providerFees, account.providerClearing]
      : [account.issuerFloat, account.issuerFees, account.bank];
  return {
    journalId: `${moveId}:posted`,
    kind: `treasury_${kind}`,
    cause: moveId,
    ...(coins
      ? {
          coins: {
            coin: coins.coin,
            received: direction === 'out' ? `-${coins.amount}` : coins.amount,
            commission: '0',
          },
        }
      : {}),
    legs: [
      debit(to, signed(amountCents)),
      debit(fees, signed(feeCents)),
      credit(from, signed(sum(amountCents, feeCents))),
    ].filter(({ amountCents: amount }) => amount !== zero),
  };
}
