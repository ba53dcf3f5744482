import * as z from 'zod/mini';

import { misunderstood, readJson, understood, type Read } from '#functions/adapters/http/read-json.ts';
import type { BillingAddress, CardSecrets, IssuerCard } from '#functions/ports/card-issuer.ts';
import { signedCents, text } from './wire.ts';

const card = z.object({
  card_id: text,
  cardholder_id: text,
  brand: text,
  last_4: z.string().check(z.regex(/^\d{4}$/)),
  is_active: z.boolean(),
  is_deleted: z.nullish(z.boolean()),
  blocked_due_to_fraud: z.nullish(z.boolean()),
  // Two generations of names; neither amount may be computed from the other.
  balance: z.nullish(signedCents),
  book_balance: z.nullish(signedCents),
  settled_book_balance: z.nullish(signedCents),
  available_balance: z.nullish(signedCents),
  settled_available_balance: z.nullish(signedCents),
  // Read separately: not every client knows it, and no other use of a card may depend on it.
  insufficient_funds_decline_count: z.optional(z.unknown()),
  meta_data: z.nullish(z.object({ card_ref: z.nullish(z.string()) })),
});

const count = z.pipe(z.union([z.string().check(z.regex(/^\d{1,9}$/)), z.int().check(z.gte(0))]), z.transform(Number));

const cardList = z.object({
  cards: z.array(z.looseObject({ card_id: text, meta_data: z.nullish(z.object({ card_ref: z.nullish(z.string()) })) })),
  total: z.nullish(z.int()),
});

const createdCard = z.object({ card_id: text, currency: z.nullish(z.literal('USD')) });

const number = z.union([z.string().check(z.regex(/^\d{1,4}$/)), z.int()]);
const secrets = z.object({
  card_id: z.nullish(text),
  card_number: z.string().check(z.regex(/^\d{12,19}$/)),
  cvv: z.string().check(z.regex(/^\d{3,4}$/)),
  expiry_month: number,
  expiry_year: number,
  // Read separately: a malformed address must not hide the number from its owner.
  billing_address: z.optional(z.unknown()),
});

const addressText = z.pipe(
  z.string().check(z.maxLength(200)),
  z.transform((line: string) => line.trim()),
);
const addressLine = addressText.check(z.minLength(1));
const billingAddress = z.object({
  billing_address1: addressLine,
  billing_address2: z.nullish(addressText),
  billing_city: addressLine,
  billing_zip_code: z.union([addressLine, z.pipe(z.int().check(z.gte(0)), z.transform(String))]),
  billing_country: z.nullish(addressText),
  country_code: z.nullish(addressText),
  state: z.nullish(addressText),
  state_code: z.nullish(addressText),
});

/** A card without its secrets. */
export function readCard(json: unknown): Read<IssuerCard> {
  const parsed = readJson(card, json, (answer) => answer);
  if (!parsed.isUnderstood) return parsed;
  const answer = parsed.value;
  const book = answer.settled_book_balance ?? answer.book_balance ?? answer.balance;
  const available = answer.settled_available_balance ?? answer.available_balance;
  if (book === null || book === undefined) return misunderstood('book_balance');
  if (available === null || available === undefined) return misunderstood('available_balance');
  return understood({
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
    shortDeclines: count.safeParse(answer.insufficient_funds_decline_count).data,
  });
}

/** A card of a cardholder's list. `card` is undefined when the list has fewer fields than the card's details. */
export type ListedCard = {
  readonly issuerCardId: string;
  readonly cardId: string | undefined;
  readonly card: IssuerCard | undefined;
};

/** Reads a cardholder's cards; `isWhole` is false unless the issuer counts no more cards than it lists. */
export function readCardList(
  json: unknown,
): Read<{ readonly cards: readonly ListedCard[]; readonly isWhole: boolean }> {
  return readJson(cardList, json, ({ cards, total }) => ({
    cards: cards.map((item) => {
      const read = readCard(item);
      return {
        issuerCardId: item.card_id,
        cardId: item.meta_data?.card_ref ?? undefined,
        card: read.isUnderstood ? read.value : undefined,
      };
    }),
    // Without a count the list proves no card to be missing.
    isWhole: typeof total === 'number' && total <= cards.length,
  }));
}

/** The new card's id at the issuer. */
export function readCreatedCard(json: unknown): Read<{ readonly issuerCardId: string }> {
  return readJson(createdCard, json, (answer) => ({ issuerCardId: answer.card_id }));
}

/**
 * Reads the secrets of the card that was asked about: another card's are nobody's to see. An `ev:` ciphertext is refused:
 * it came from a host that does not decrypt.
 */
export function readSecrets(json: unknown, issuerCardId: string): Read<CardSecrets> {
  const parsed = readJson(secrets, json, (answer) => answer);
  if (!parsed.isUnderstood) return parsed;
  if (parsed.value.card_id && parsed.value.card_id !== issuerCardId) return misunderstood('card_id');
  const expiry = toExpiry(parsed.value.expiry_month, parsed.value.expiry_year);
  if (expiry === undefined) return misunderstood('expiry_month');
  const { card_number: cardNumber, cvv } = parsed.value;
  return understood({ cardNumber, expiry, cvv, billingAddress: readBillingAddress(parsed.value.billing_address) });
}

/** Reads a billing address; null unless it is complete, because a shop declines half an address like a wrong one. */
function readBillingAddress(json: unknown): BillingAddress | null {
  const parsed = billingAddress.safeParse(json);
  if (!parsed.success) return null;
  const { billing_address1: line1, billing_address2: line2, billing_city: city, billing_zip_code: zip } = parsed.data;
  const state = parsed.data.state || parsed.data.state_code;
  const country = parsed.data.country_code || parsed.data.billing_country;
  if (!state || !country) return null;
  return { line1, ...(line2 ? { line2 } : {}), city, state, zip, country };
}

/** `MM/YY` of a month in one or two digits and a year in two or four; undefined for anything else. */
export function toExpiry(month: string | number, year: string | number): string | undefined {
  const years = String(year);
  if (!(Number(month) >= 1 && Number(month) <= 12) || !/^(?:20)?\d{2}$/.test(years)) return undefined;
  return `${String(Number(month)).padStart(2, '0')}/${years.slice(-2)}`;
}
