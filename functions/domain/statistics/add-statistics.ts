import { sum, zero } from '#shared/money.ts';
import type { Statistics } from '#functions/ports/entities/statistics.ts';

/** Statistics of nothing. */
export const noStatistics: Statistics = {
  cardsCreated: 0,
  paidInvoices: 0,
  fundedCents: zero,
  cardFeeCents: zero,
  loadFeeCents: zero,
};

/** Returns the sum of statistics. Other fields of the summands are left out. */
export function addStatistics(...all: readonly Statistics[]): Statistics {
  return {
    cardsCreated: all.reduce((total, { cardsCreated }) => total + cardsCreated, 0),
    paidInvoices: all.reduce((total, { paidInvoices }) => total + paidInvoices, 0),
    fundedCents: sum(...all.map(({ fundedCents }) => fundedCents)),
    cardFeeCents: sum(...all.map(({ cardFeeCents }) => cardFeeCents)),
    loadFeeCents: sum(...all.map(({ loadFeeCents }) => loadFeeCents)),
  };
}
