import { classNames } from './class-names.ts';
import './money.css';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (!format) {
    const known = /^[A-Z]{3}$/.test(currency);
    format = new Intl.NumberFormat('en-US', known ? { style: 'currency', currency } : { minimumFractionDigits: 2 });
    formats.set(currency, format);
  }
  return format;
}

/** `−$12.50`: cents as text, with a true minus sign; `signed` puts a plus before what comes in. */
export function moneyText(amountInCents: number, signed = false, currency = 'USD'): string {
  const sign = amountInCents < 0 ? '\u2212' : signed && amountInCents > 0 ? '+' : '';
  return sign + formatOf(currency).format(Math.abs(amountInCents) / 100);
}

/** An amount in tabular figures. `tone="auto"` colours it by its sign; the sign itself is always there too. */
export function Money({
  cents,
  signed = false,
  tone,
  currency = 'USD',
}: {
  cents: number;
  signed?: boolean;
  tone?: 'auto' | 'plain' | 'credit' | 'debit' | 'muted';
  currency?: string;
}) {
  const shown = tone ?? (signed ? 'auto' : 'plain');
  const colour = shown === 'auto' ? (cents > 0 ? 'credit' : cents < 0 ? 'debit' : 'plain') : shown;
  return <span className={classNames('money', `money-${colour}`)}>{moneyText(cents, signed, currency)}</span>;
}
