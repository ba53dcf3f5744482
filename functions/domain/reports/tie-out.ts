import type { Coin } from '#shared/catalogue.ts';
import { oneScaled, parseDecimal } from '#shared/decimal.ts';
import { cents, maxCents, minus, negate, sum, zero, type Cents } from '#shared/money.ts';
import type { ByCoin, CoinTie, DifferingSince, FloatTie, TieOut } from '#functions/ports/entities/reports.ts';
import { formatSigned, parseSigned } from './signed-decimal.ts';

/** The books at a moment: our account of the float, and the coins that the provider should have. */
export type BooksAt = { readonly floatCents: Cents; readonly coins: ByCoin<string> };

/** The providers' own figures at a moment, and the amounts in transit between them and us. */
export type Figures = {
  readonly atMs: number;
  /** Undefined when the issuer did not answer. */
  readonly floatCents: Cents | undefined;
  /**
   * The most by which open, unbooked operations may have changed the float: loads and creations took `leavingCents`,
   * withdrawals and deletions brought `comingCents`.
   */
  readonly leavingCents: Cents;
  readonly comingCents: Cents;
  /** Undefined when the payment provider did not answer. */
  readonly coins: ByCoin<string> | undefined;
  /** Booked amounts that the provider's balance leaves out while they are locked there. */
  readonly locked: ByCoin<string>;
  /** Booked amounts on their way back to the payer: the most that may have left the provider's balance. */
  readonly returning: ByCoin<string>;
  /** Amounts that are not final, or wait for a decision: the most that the provider may have and the books have not. */
  readonly arriving: ByCoin<string>;
  /** Rates in USD for one coin, for coins that differ. */
  readonly rates: ByCoin<string>;
};

/**
 * Compares the books with the providers' figures. A difference counts as in transit only as far as open work explains
 * it; the rest is the tie-out. Changes neither side.
 */
export function tieOut(books: BooksAt, figures: Figures): TieOut {
  const { atMs, floatCents, coins } = figures;
  const issuer = floatCents === undefined ? undefined : floatTie(books.floatCents, floatCents, figures);
  const provider = coins && coinTies(books.coins, coins, figures);
  const differences = [
    ...(issuer ? [issuer.differenceCents] : []),
    ...(provider ?? []).map(({ worthCents }) => worthCents),
  ];
  return {
    atMs,
    ...(provider ? { provider } : {}),
    ...(issuer ? { issuer } : {}),
    amountCents: sum(...differences.map(sizeOf)),
  };
}

/** Returns a comparison with the time since when each side has differed, taken over from the comparison before it. */
export function withSince(tie: TieOut, before: TieOut | undefined): TieOut {
  const { atMs, provider, issuer } = tie;
  const sinceOf = (worthCents: Cents, isSame: boolean | undefined, known: DifferingSince | undefined) =>
    worthCents === 0
      ? {}
      : { since: { atMs: known?.atMs ?? atMs, worthCents: (isSame && known?.worthCents) || worthCents } };
  const was = new Map(before?.provider?.map((each) => [each.coin, each]));
  const float = before?.issuer;
  return {
    ...tie,
    ...(provider && {
      provider: provider.map((each) => {
        const last = was.get(each.coin);
        return { ...each, ...sinceOf(each.worthCents, last?.difference === each.difference, last?.since) };
      }),
    }),
    ...(issuer && {
      issuer: {
        ...issuer,
        ...sinceOf(sizeOf(issuer.differenceCents), float?.differenceCents === issuer.differenceCents, float?.since),
      },
    }),
  };
}

function sizeOf(amount: Cents): Cents {
  return amount < 0 ? negate(amount) : amount;
}

function floatTie(booksCents: Cents, balanceCents: Cents, { leavingCents, comingCents }: Figures): FloatTie {
  const difference = minus(balanceCents, booksCents);
  const inTransitCents = cents(Math.max(-leavingCents, Math.min(comingCents, difference)) + 0);
  return { booksCents, balanceCents, inTransitCents, differenceCents: minus(difference, inTransitCents) };
}

function coinTies(books: ByCoin<string>, theirs: ByCoin<string>, figures: Figures): readonly CoinTie[] {
  const coins = [...new Set([...Object.keys(books), ...Object.keys(theirs)])].toSorted() as Coin[];
  return coins.flatMap((coin) => {
    const ours = parseSigned(books[coin] ?? '0');
    const has = parseSigned(theirs[coin] ?? '0');
    if (ours === 0n && has === 0n) return [];
    const locked = parseSigned(figures.locked[coin] ?? '0');
    const arriving = parseSigned(figures.arriving[coin] ?? '0');
    const returning = parseSigned(figures.returning[coin] ?? '0');
    const unexplained = has - ours + locked;
    const moving = unexplained < -returning ? -returning : unexplained > arriving ? arriving : unexplained;
    const difference = unexplained - moving;
    return [
      {
        coin,
        books: formatSigned(ours),
        theirs: formatSigned(has),
        inTransit: formatSigned(moving - locked),
        difference: formatSigned(difference),
        worthCents: worthOf(difference, figures.rates[coin]),
      },
    ];
  });
}

/** Returns the value of a difference in cents, rounded up, so that an existing difference is never 0. */
function worthOf(difference: bigint, rate: string | undefined): Cents {
  if (difference === 0n) return zero;
  const size = difference < 0n ? -difference : difference;
  const exact = size * (parseDecimal(rate) ?? 0n) * 100n;
  const unit = oneScaled * oneScaled;
  const worth = (exact + unit - 1n) / unit;
  return cents(Number(worth < 1n ? 1n : worth > BigInt(maxCents) ? BigInt(maxCents) : worth));
}
