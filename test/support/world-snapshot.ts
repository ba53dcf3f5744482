import { keyOf } from '#functions/adapters/dynamo/table.ts';
import type { EntityKind } from '#functions/ports/entities.ts';
import type { MoneyWorld } from './money-world.ts';
import { plainCopy } from './plain-copy.ts';

const kinds = Object.keys(keyOf) as EntityKind[];

/**
 * Returns everything that a request could have changed: queued messages, the providers' effects, and stored items
 * except sessions and counters (a refused guess is counted).
 */
export function snapshotOf({ store, issuer, payments, queued }: MoneyWorld): unknown {
  const stored = kinds
    .filter((kind) => kind !== 'session' && kind !== 'rateCounter')
    .map((kind) => [kind, store.kept(kind)] as const);
  return {
    stored: Object.fromEntries(stored),
    queued: plainCopy(queued),
    issuer: { ...issuer.calls },
    invoices: [...payments.invoices.keys()],
  };
}

/** Counts the items of each kind that a money request makes. */
export function effectsOf({ store, issuer, payments }: MoneyWorld): Readonly<Record<string, number>> {
  return {
    operations: store.all('operation').length,
    deposits: store.all('deposit').length,
    lines: store.all('movement').length,
    adjustments: store.all('adjustment').length,
    moves: store.all('treasuryMove').length,
    cards: store.all('card').length,
    holds: store.all('journal').filter(({ kind }) => kind.endsWith('_reserved')).length,
    issuedCards: issuer.cards.size,
    transfers: issuer.transfers.size,
    invoices: payments.invoices.size,
  };
}
