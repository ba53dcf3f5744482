import * as z from 'zod/mini';

import type {
  CardSecrets,
  Holder,
  IssuerCard,
  IssuerTransaction,
  TransferState,
} from '#functions/ports/card-issuer.ts';
import type { Cents } from '#shared/money.ts';
import { dates, momentOf, signedCents, text, unsignedCents } from './wire.ts';

const holder = z.object({
  cardholder_id: text,
  is_active: z.nullish(z.boolean()),
  is_id_verified: z.nullish(z.boolean()),
  identity_details: z.nullish(z.object({ blacklisted: z.nullish(z.boolean()) })),
  meta_data: z.nullish(z.object({ user_ref: z.nullish(z.string()) })),
});

const holderPage = z.object({
  cardholders: z.array(holder),
  meta: z.nullish(z.object({ pages: z.nullish(z.int()) })),
});

const card = z.object({
  card_id: text,
  cardholder_id: text,
  brand: text,
  last_4: z.string().check(z.regex(/^\d{4}$/)),
  is_active: z.boolean(),
  is_deleted: z.nullish(z.boolean()),
  blocked_due_to_fraud: z.nullish(z.boolean()),
  // Two generations of names; neither amount may be computed from the other (providers/issuer.md section 1.9).
  balance: z.nullish(signedCents),
  book_balance: z.nullish(signedCents),
  settled_book_balance: z.nullish(signedCents),
  available_balance: z.nullish(signedCents),
  settled_available_balance: z.nullish(signedCents),
  meta_data: z.nullish(z.object({ card_ref: z.nullish(z.string()) })),
});

const cardList = z.object({
  cards: z.array(z.object({ card_id: text, meta_data: z.nullish(z.object({ card_ref: z.nullish(z.string()) })) })),
  total: z.nullish(z.int()),
});

const createdCard = z.object({ card_id: text, currency: z.nullish(z.literal('USD')) });

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
  merchant_category_code: z.nullish(z.string()),
  enriched_data: z.nullish(
    z.object({
      is_recurring: z.nullish(z.boolean()),
      merchant_code: z.nullish(z.string()),
      merchant_logo: z.nullish(z.string()),
      merchant_name: z.nullish(z.string()),
      transaction_category: z.nullish(z.string()),
      transaction_group: z.nullish(z.string()),
    }),
  ),
  ...dates,
});

const transactionPage = z.object({
  transactions: z.array(z.unknown()),
  meta: z.object({ pages: z.int().check(z.gte(0)) }),
});

const float = z.object({ issuing_balance_USD: signedCents });

const number = z.union([z.string().check(z.regex(/^\d{1,4}$/)), z.int()]);
const secrets = z.object({
  card_number: z.string().check(z.regex(/^\d{12,19}$/)),
  cvv: z.string().check(z.regex(/^\d{3,4}$/)),
  expiry_month: number,
  expiry_year: number,
});

/** A part of the issuer's JSON in our words, or the path of the field that does not fit. Never a value. */
export type Read<T> =
  | { readonly isUnderstood: true; readonly value: T }
  | { readonly isUnderstood: false; readonly path: string };

/** The new holder's id. */
export function readRegistration(json: unknown): Read<string> {
  return read(z.object({ cardholder_id: text }), json, (answer) => answer.cardholder_id);
}

/** A holder. Personal data beyond the three flags is not kept. */
export function readHolder(json: unknown): Read<Holder> {
  return read(holder, json, toHolder);
}

/** One page of all holders, and how many pages there are (undefined when the issuer does not tell). */
export function readHolderPage(
  json: unknown,
): Read<{ readonly holders: readonly Holder[]; readonly pages: number | undefined }> {
  return read(holderPage, json, (page) => ({
    holders: page.cardholders.map(toHolder),
    pages: page.meta?.pages ?? undefined,
  }));
}

function toHolder(answer: z.infer<typeof holder>): Holder {
  const isVerified = answer.is_id_verified === true && answer.is_active !== false;
  return {
    holderId: answer.cardholder_id,
    userId: answer.meta_data?.user_ref ?? undefined,
    status: answer.identity_details?.blacklisted === true ? 'failed' : isVerified ? 'verified' : 'pending',
  };
}

/** A card without its secrets. */
export function readCard(json: unknown): Read<IssuerCard> {
  const parsed = read(card, json, (answer) => answer);
  if (!parsed.isUnderstood) return parsed;
  const answer = parsed.value;
  const book = answer.settled_book_balance ?? answer.book_balance ?? answer.balance;
  const available = answer.settled_available_balance ?? answer.available_balance;
  if (book === null || book === undefined) return { isUnderstood: false, path: 'book_balance' };
  if (available === null || available === undefined) return { isUnderstood: false, path: 'available_balance' };
  return {
    isUnderstood: true,
    value: {
      issuerCardId: answer.card_id,
      holderId: answer.cardholder_id,
      cardId: answer.meta_data?.card_ref ?? undefined,
      last4Digits: answer.last_4,
      brand: answer.brand,
      isActive: answer.is_active,
      isDeleted: answer.is_deleted === true,
      isBlocked: answer.blocked_due_to_fraud === true,
      bookBalanceCents: book,
      availableBalanceCents: available,
    },
  };
}

/** The issuer's and our ids of a holder's cards, and whether the list is whole. */
export function readCardIds(json: unknown): Read<{
  readonly cards: readonly { readonly issuerCardId: string; readonly cardId: string | undefined }[];
  readonly isWhole: boolean;
}> {
  return read(cardList, json, ({ cards, total }) => ({
    cards: cards.map((item) => ({ issuerCardId: item.card_id, cardId: item.meta_data?.card_ref ?? undefined })),
    isWhole: (total ?? 0) <= cards.length,
  }));
}

/** The new card's id at the issuer. */
export function readCreatedCard(json: unknown): Read<{ readonly issuerCardId: string }> {
  return read(createdCard, json, (answer) => ({ issuerCardId: answer.card_id }));
}

/** What an accepted load or unload echoes. */
export function readAcceptedTransfer(
  json: unknown,
): Read<{ readonly issuerCardId: string | undefined; readonly reference: string }> {
  return read(acceptedTransfer, json, (answer) => ({
    issuerCardId: answer.card_id ?? undefined,
    reference: answer.transaction_reference,
  }));
}

/** Where a load or unload stands. */
export function readTransferState(json: unknown): Read<TransferState> {
  return read(transferStatus, json, (answer) => transferStates[answer.transaction_status]);
}

/** A movement, with all the references that the issuer has for it. */
export type ReadTransaction = { readonly transaction: IssuerTransaction; readonly references: readonly string[] };

/** One movement on the card that was asked about. */
export function readTransaction(json: unknown, issuerCardId: string): Read<ReadTransaction> {
  const parsed = read(transaction, json, (answer) => answer);
  if (!parsed.isUnderstood) return parsed;
  const answer = parsed.value;
  const references = [answer.client_transaction_reference, answer.bridgecard_transaction_reference].filter(
    (reference) => typeof reference === 'string',
  );
  const [reference] = references;
  const atMs = momentOf(answer);
  if (reference === undefined) return { isUnderstood: false, path: 'client_transaction_reference' };
  if (atMs === undefined) return { isUnderstood: false, path: 'transaction_timestamp' };
  if (answer.card_id && answer.card_id !== issuerCardId) return { isUnderstood: false, path: 'card_id' };
  const enriched = answer.enriched_data;
  return {
    isUnderstood: true,
    value: {
      references,
      transaction: {
        issuerCardId,
        reference,
        direction: answer.card_transaction_type === 'CREDIT' ? 'credit' : 'debit',
        amountCents: answer.amount,
        currency: answer.currency,
        description: answer.description ?? '',
        atMs,
        merchantName: enriched?.merchant_name ?? '',
        merchantLogo: enriched?.merchant_logo ?? '',
        merchantCategoryCode: answer.merchant_category_code ?? enriched?.merchant_code ?? '',
        isRecurring: enriched?.is_recurring ?? false,
        category: enriched?.transaction_category ?? '',
        group: enriched?.transaction_group ?? '',
      },
    },
  };
}

/** One page of movements. Pages are counted by `meta.pages`: the issuer's `next` link is known to lie. */
export function readTransactionPage(
  json: unknown,
  issuerCardId: string,
): Read<{ readonly transactions: readonly IssuerTransaction[]; readonly pages: number }> {
  const page = read(transactionPage, json, (answer) => answer);
  if (!page.isUnderstood) return page;
  const transactions: IssuerTransaction[] = [];
  for (const [index, item] of page.value.transactions.entries()) {
    const movement = readTransaction(item, issuerCardId);
    if (!movement.isUnderstood) return { isUnderstood: false, path: `transactions.${index}.${movement.path}` };
    transactions.push(movement.value.transaction);
  }
  return { isUnderstood: true, value: { transactions, pages: page.value.meta.pages } };
}

/** Our float at the issuer. */
export function readFloat(json: unknown): Read<Cents> {
  return read(float, json, (answer) => answer.issuing_balance_USD);
}

/** What the relay reveals. An `ev:` ciphertext does not fit: it came from a host that does not decrypt. */
export function readSecrets(json: unknown): Read<CardSecrets> {
  const parsed = read(secrets, json, (answer) => answer);
  if (!parsed.isUnderstood) return parsed;
  const expiry = toExpiry(parsed.value.expiry_month, parsed.value.expiry_year);
  if (expiry === undefined) return { isUnderstood: false, path: 'expiry_month' };
  return { isUnderstood: true, value: { cardNumber: parsed.value.card_number, expiry, cvv: parsed.value.cvv } };
}

/** `MM/YY` of a month in one or two digits and a year in two or four; undefined when they are none. */
export function toExpiry(month: string | number, year: string | number): string | undefined {
  const years = String(year);
  if (!(Number(month) >= 1 && Number(month) <= 12) || !/^(?:20)?\d{2}$/.test(years)) return undefined;
  return `${String(Number(month)).padStart(2, '0')}/${years.slice(-2)}`;
}

function read<Answer, T>(schema: z.ZodMiniType<Answer>, json: unknown, map: (answer: Answer) => T): Read<T> {
  const parsed = schema.safeParse(json);
  return parsed.success
    ? { isUnderstood: true, value: map(parsed.data) }
    : { isUnderstood: false, path: parsed.error.issues[0]?.path.join('.') ?? '' };
}
