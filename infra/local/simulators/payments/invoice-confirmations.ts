import { findNetwork } from './catalogue.ts';
import { confirmationsSoFar, type Invoice } from './invoice.ts';

/** Progress of the confirmations; null while there is no transaction. */
export function confirmationsOf(invoice: Invoice, nowMs: number): { seen: number; required: number } | null {
  if (invoice.price === null || invoice.receipts.length === 0) return null;
  const required = findNetwork(invoice.price.network)?.confirmations ?? 1;
  return { seen: confirmationsSoFar(invoice, required, nowMs), required };
}
