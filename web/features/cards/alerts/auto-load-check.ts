import { limits } from '#shared/limits.ts';
import { quoteLoad, type LoadQuote } from '#shared/load-fee.ts';
import type { Prices } from '#shared/prices.ts';
import { cents, formatCents, parseDollars, type Cents } from '#shared/money.ts';

/** The fields of the form, as typed. `until` is a day, `2026-12-31`, or empty. */
export type AutoLoadTexts = {
  readonly below: string;
  readonly amount: string;
  readonly monthlyMax: string;
  readonly until: string;
};

/** The order that the fields make up, for the API. */
export type AutoLoadOrder = {
  readonly below: Cents;
  readonly amount: Cents;
  readonly monthlyMax: Cents;
  readonly until: string | null;
};

/** The content of the dialog before the click: the sums, the obstacle at its field, and the order once it is complete. */
export type AutoLoadCheck = {
  readonly quote?: LoadQuote;
  readonly errors: Partial<Record<keyof AutoLoadTexts, string>>;
  readonly order?: AutoLoadOrder;
};

const notAnAmount = 'Enter an amount in dollars, such as 50 or 12.50.';

function amountOf(text: string): { readonly cents?: Cents; readonly error?: string } {
  if (text.trim() === '') return {};
  const read = parseDollars(text);
  return read === undefined ? { error: notAnAmount } : read === 0 ? {} : { cents: read };
}

/**
 * Checks an order as it is typed, by the rules of the server. `today` is a day of the person's calendar, `2026-11-23`;
 * `most` is the maximum on the card, in cents.
 */
export function checkAutoLoad(texts: AutoLoadTexts, today: string, prices: Prices, most: Cents): AutoLoadCheck {
  const [below, amount, monthlyMax] = [amountOf(texts.below), amountOf(texts.amount), amountOf(texts.monthlyMax)];
  const { until } = texts;
  const isTooSmall = amount.cents !== undefined && amount.cents < limits.autoLoadMinCents;
  const isTooMuch = (below.cents ?? 0) + (amount.cents ?? 0) > most;
  const isLess = monthlyMax.cents !== undefined && amount.cents !== undefined && monthlyMax.cents < amount.cents;
  const found = {
    below: below.error,
    amount:
      amount.error ??
      (isTooSmall ? `At least ${formatCents(limits.autoLoadMinCents)} must reach the card.` : undefined) ??
      (isTooMuch ? `This card holds at most ${formatCents(most)}.` : undefined),
    monthlyMax: monthlyMax.error ?? (isLess ? 'That’s less than one load.' : undefined),
    until: until !== '' && until < today ? 'Choose today or a later day.' : undefined,
  };
  const errors = Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined));
  const quote = amount.cents === undefined ? undefined : quoteLoad(amount.cents, false, prices);
  const isComplete = below.cents !== undefined && amount.cents !== undefined && monthlyMax.cents !== undefined;
  const order =
    isComplete && Object.keys(errors).length === 0
      ? { below: below.cents, amount: amount.cents, monthlyMax: monthlyMax.cents, until: endOf(until) }
      : undefined;
  return { errors, ...(quote && { quote }), ...(order && { order }) };
}

/** Returns the last moment of a day of the person's calendar, as ISO 8601; null without a day. */
function endOf(day: string): string | null {
  if (day === '') return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new Date(year, month - 1, date + 1).getTime() - 1).toISOString();
}

/** Returns a moment as a day of the person's calendar: `2026-12-31`. */
export function dayOf(at: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Number of loads that a month has room for. */
export function loadsPerMonth({ amount, monthlyMax }: Pick<AutoLoadOrder, 'amount' | 'monthlyMax'>): number {
  return Math.floor(monthlyMax / amount);
}

/** Maximum taken from the balance in a month, in cents, fees included. */
export function monthlyCost(order: Pick<AutoLoadOrder, 'amount' | 'monthlyMax'>, prices: Prices): Cents {
  return cents(loadsPerMonth(order) * quoteLoad(order.amount, false, prices).totalCents);
}
