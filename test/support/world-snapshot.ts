import { keyOf } from '#functions/adapters/dynamo/table.ts';
import type { EntityKind } from '#functions/ports/entities.ts';
import type { MoneyWorld } from './money-world.ts';

const kinds = Object.keys(keyOf) as EntityKind[];

/**
 * All that somebody's request could have changed: what is stored but sessions and counters (a refused guess is counted),
 * what was queued and what providers did.
 */
export function snapshotOf({ store, issuer, payments, queued }: MoneyWorld): unknown {
  const stored = kinds
    .filter((kind) => kind !== 'session' && kind !== 'rateCounter')
    .map((kind) => [kind, store.all(kind)] as const);
  return structuredClone({
    stored: Object.fromEntries(stored),
    queued: [...queued],
    issuer: { ...issuer.calls },
    invoices: [...payments.invoices.keys()],
  });
}

/** How many of each thing a money request makes are there. */
export function effectsOf({ store, issuer, payments }: MoneyWorld): Readonly<Record<string, number>> {
  return {
    operations: store.all('operation').length,
    deposits: store.all('deposit').length,
    lines: store.all('movement').length,
    cards: store.all('card').length,
    holds: store.all('journal').filter(({ kind }) => kind.endsWith('_reserved')).length,
    issuedCards: issuer.cards.size,
    transfers: issuer.transfers.size,
    invoices: payments.invoices.size,
  };
}
