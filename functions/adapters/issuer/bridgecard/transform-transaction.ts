import * as z from 'zod/mini';

import { misunderstood, readJson, understood, type Read } from '#functions/adapters/http/read-json.ts';
import type { IssuerTransaction, IssuerTransactionPage, TransferState } from '#functions/ports/card-issuer.ts';
import type { Cents } from '#shared/money.ts';
import { dates, momentOf, signedCents, text, textOf, unsignedCents } from './wire.ts';

const acceptedTransfer = z.object({ card_id: z.nullish(text), transaction_reference: text });

const transferStates = {
  PENDING: 'pending',
  SUCCESSFUL: 'successful',
  FAILED: 'failed',
} as const satisfies Record<string, TransferState>;
const transferStatus = z.object({ transaction_status: z.enum(['PENDING', 'SUCCESSFUL', 'FAILED']) });

const transaction = z.object({
  card_id: z.nullish(text),
  amount: unsignedCents,
  currency: text,
  card_transaction_type: z.enum(['CREDIT', 'DEBIT']),
  description: z.nullish(z.string()),
  client_transaction_reference: z.nullish(text),
  bridgecard_transaction_reference: z.nullish(text),
  // Read separately: a program makes them, and a malformed one must not keep a purchase from being posted.
  merchant_category_code: z.optional(z.unknown()),
  enriched_data: z.optional(z.unknown()),
  ...dates,
});

const enrichment = z.nullish(z.looseObject({}));

const transactionPage = z.object({
  transactions: z.array(z.unknown()),
  meta: z.object({ pages: z.int().check(z.gte(0)) }),
});

const float = z.object({ issuing_balance_USD: signedCents });

/** Reads the ids that an accepted load or unload echoes. */
export function readAcceptedTransfer(
  json: unknown,
): Read<{ readonly issuerCardId: string | undefined; readonly reference: string }> {
  return readJson(acceptedTransfer, json, (answer) => ({
    issuerCardId: answer.card_id ?? undefined,
    reference: answer.transaction_reference,
  }));
}

/** Reads the state of a load or unload. */
export function readTransferState(json: unknown): Read<TransferState> {
  return readJson(transferStatus, json, (answer) => transferStates[answer.transaction_status]);
}

/**
 * The texts under which the issuer charges its own fees, in lower case. A description counts only as a whole, because a
 * merchant's name may contain one of them.
 */
const feeTexts: ReadonlySet<string> = new Set([
  'card maintenance fee',
  'maintenance fee',
  'monthly maintenance fee',
  'transaction fee',
  'fx fee',
  'cross-border fee',
  'declined transaction fee',
]);

function isFeeText(description: string): boolean {
  return feeTexts.has(description.trim().replaceAll(/\s+/g, ' ').toLowerCase());
}

/** A transaction, with all the references that the issuer has for it. */
export type ReadTransaction = { readonly transaction: IssuerTransaction; readonly references: readonly string[] };

/** One transaction on the card that was asked about. */
export function readTransaction(json: unknown, issuerCardId: string): Read<ReadTransaction> {
  const parsed = readJson(transaction, json, (answer) => answer);
  if (!parsed.isUnderstood) return parsed;
  const answer = parsed.value;
  const references = [answer.client_transaction_reference, answer.bridgecard_transaction_reference].filter(
    (reference) => typeof reference === 'string',
  );
  const [reference] = references;
  const atMs = momentOf(answer);
  if (reference === undefined) return misunderstood('client_transaction_reference');
  if (atMs === undefined) return misunderstood('transaction_timestamp');
  if (answer.card_id && answer.card_id !== issuerCardId) return misunderstood('card_id');
  const { success: isEnrichmentRead, data } = enrichment.safeParse(answer.enriched_data);
  const enriched = data ?? {};
  const merchantCode = textOf(answer.merchant_category_code ?? enriched['merchant_code']);
  const hasMerchant = !isEnrichmentRead || Boolean(enriched['merchant_name']) || merchantCode !== '';
  return understood({
    references,
    transaction: {
      issuerCardId,
      reference,
      references,
      direction: answer.card_transaction_type === 'CREDIT' ? 'credit' : 'debit',
      amountCents: answer.amount,
      currency: answer.currency,
      description: answer.description ?? '',
      atMs,
      isFee: isFeeText(answer.description ?? '') && !hasMerchant,
      merchantName: textOf(enriched['merchant_name']),
      merchantLogo: textOf(enriched['merchant_logo']),
      merchantCategoryCode: merchantCode,
      isRecurring: enriched['is_recurring'] === true,
      category: textOf(enriched['transaction_category']),
      group: textOf(enriched['transaction_group']),
    },
  });
}

/**
 * One page of transactions, in the issuer's order. Pages are counted by `meta.pages`: the issuer's `next` link is known to
 * lie.
 */
export function readTransactionPage(json: unknown, issuerCardId: string): Read<IssuerTransactionPage> {
  const page = readJson(transactionPage, json, (answer) => answer);
  if (!page.isUnderstood) return page;
  const transactions: IssuerTransaction[] = [];
  for (const [index, item] of page.value.transactions.entries()) {
    const read = readTransaction(item, issuerCardId);
    if (!read.isUnderstood) return misunderstood(`transactions.${index}.${read.path}`);
    transactions.push(read.value.transaction);
  }
  return understood({ transactions, pages: page.value.meta.pages });
}

/** Our float at the issuer. */
export function readFloat(json: unknown): Read<Cents> {
  return readJson(float, json, (answer) => answer.issuing_balance_USD);
}
