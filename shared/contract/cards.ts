import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import {
  Amount,
  IsoDate,
  ListQuery,
  noCardNumber,
  Pin,
  PositiveAmount,
  showable,
  showsSomething,
  wholeNumberIn,
} from './fields.ts';
import { defineRoutes } from './route.ts';

/** A card's status on the wire. */
export const cardStatuses = ['pending', 'active', 'freezed', 'blocked', 'deleted'] as const;

/**
 * Why a purchase was declined. `issuer`: the issuer blocked the card; `other`: another reason, as wrong card details.
 */
export const declineCodes = [
  'insufficient_funds',
  'card_frozen',
  'limit_transaction',
  'limit_month',
  'wrong_3ds',
  'merchant_blocked',
  'address_mismatch',
  'issuer',
  'other',
] as const;

/** One of the reasons to decline a purchase. */
export type DeclineCode = (typeof declineCodes)[number];

/**
 * Why a card is frozen: by its owner (or by the issuer, for inactivity), after too many declines, by the account's
 * suspension, debt or lock, or until a time. A card is active only while it has no reason; the owner's Unfreeze ends
 * the first two reasons.
 */
export const freezeReasons = ['owner', 'declines', 'suspension', 'debt', 'lock', 'timed'] as const;

/** A reason for a card to be frozen. */
export type FreezeReason = (typeof freezeReasons)[number];

/** The colours that an owner can give a card, to tell it from others. */
export const cardColours = ['indigo', 'teal', 'plum', 'forest', 'rust', 'ocean', 'slate', 'wine'] as const;

/** A colour of a card. */
export type CardColour = (typeof cardColours)[number];

/** A card as the dashboard's tile shows it. */
export const CardTile = z.object({
  _id: idSchema('card'),
  name: z.string(),
  last4Digits: z.string(),
  balance: Amount,
  status: z.enum(cardStatuses),
});

/** An order to load a card from the balance whenever a purchase leaves less than `below` on it. */
export const AutoLoad = z.object({
  below: Amount,
  /** The amount that lands on the card each time; the fee of a load comes on top. */
  amount: Amount,
  /** Maximum that lands on the card by auto-loads in a calendar month (UTC). */
  monthlyMax: Amount,
  /** When it ends by itself; null for an order without an end. */
  until: z.nullable(IsoDate),
  /** The part of `monthlyMax` that is used. */
  loadedThisMonth: Amount,
  /** Auto-loads in a row that failed; the third ends the order. */
  failures: z.int().check(z.gte(0)),
  /** Why the last one failed, in words; null when it did not. */
  failure: z.nullable(z.string()),
});

/** A card without its secrets. `held` is money on its way to or from the card. */
export const Card = z.extend(CardTile, {
  /** The colour that its owner chose; null for the one that comes with the card. */
  colour: z.nullable(z.enum(cardColours)),
  brand: z.string(),
  expiry: z.nullable(z.string()),
  held: Amount,
  /** Every reason for which the card is frozen, or about to be; empty when it is to be active. */
  frozenReasons: z.array(z.enum(freezeReasons)),
  /** Why the card is not active, or is active but cannot pay, in words; null when there is no such reason. */
  statusReason: z.nullable(z.string()),
  /**
   * Purchases in a row declined for lack of money. At `freezesAt` we freeze the card, or the issuer would delete it.
   */
  declines: z.object({ short: z.int().check(z.gte(0)), freezesAt: z.int() }),
  /** When a card that was unfrozen for a time freezes by itself; null for every other card. */
  unfrozenUntil: z.nullable(IsoDate),
  /** When the next withdrawal is possible, after the last one; null when it is possible now. */
  withdrawableAt: z.nullable(IsoDate),
  /** Balance below which its owner is notified; null for no alert. */
  lowBalance: z.nullable(Amount),
  /** Null while its owner wants none, and after three failures in a row. */
  autoLoad: z.nullable(AutoLoad),
  limits: z.object({
    balance: Amount,
    transaction: Amount,
    monthlySpend: Amount,
    /** Maximum balance after a load now: less than `balance` when a lowered `monthlySpend` leaves less to spend. */
    holdable: Amount,
    /** Spent in the present calendar month (UTC). */
    spentThisMonth: Amount,
  }),
  createdAt: IsoDate,
  updatedAt: IsoDate,
});

/** A load, withdrawal, creation or deletion that the issuer works on. */
export const Operation = z.object({
  _id: idSchema('operation'),
  kind: z.enum(['card_creation', 'card_load', 'card_withdrawal', 'card_closing']),
  /** `review`: staff decide on it; the held money stays held. */
  status: z.enum(['pending', 'completed', 'failed', 'review']),
  amount: Amount,
  fee: Amount,
  cardId: z.nullable(z.string()),
  /** Why it failed or still waits, in words for the cardholder. */
  reason: z.nullable(z.string()),
  /**
   * When a load is expected on its card: the issuer takes one load in a few minutes, in their order. Null for other
   * kinds.
   */
  estimatedAt: z.nullable(IsoDate),
  createdAt: IsoDate,
  updatedAt: IsoDate,
});

/** The reply to a change of a card: the card as it now is, and the operation while the issuer has not confirmed. */
export const CardReply = z.object({ card: Card, operation: z.optional(Operation) });

/** A transaction on a card. `amount` is positive cents; `card_transaction_type` is the direction. */
export const CardTransaction = z.object({
  _id: z.string(),
  transaction_date: IsoDate,
  description: z.string(),
  card_transaction_type: z.enum(['CREDIT', 'DEBIT']),
  /** The kind: a purchase, its reversal or refund, a fee, money from or to the balance. */
  kind: z.enum(['purchase', 'reversal', 'refund', 'fee', 'load', 'withdrawal', 'creation', 'closing']),
  status: z.enum(['settled', 'declined', 'reversed']),
  /** The reference with which the payment can be reported; null for every line that is no payment. */
  reference: z.nullable(z.string()),
  /** Why it was declined, in plain words; null otherwise. */
  decline_reason: z.nullable(z.string()),
  /** The reason for the decline as a code, for programs; null otherwise. */
  decline_code: z.nullable(z.enum(declineCodes)),
  amount: Amount,
  currency: z.string(),
  enriched_data: z.object({
    merchant_name: z.string(),
    merchant_logo: z.string(),
    is_recurring: z.boolean(),
    transaction_category: z.string(),
    transaction_group: z.string(),
  }),
});

/** The address to give a shop with a card. `country` is ISO 3166-1 alpha-2. */
export const BillingAddress = z.object({
  line1: z.string(),
  line2: z.optional(z.string()),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
});

/** The name of a card, at most 40 characters. It may hold no card number. */
const CardName = z
  .string('is missing')
  .check(
    z.trim(),
    z.minLength(1, 'is missing'),
    showsSomething,
    z.maxLength(40, 'is longer than 40 characters'),
    z.regex(showable, 'has characters that cannot be shown'),
    noCardNumber,
  );

const CardParams = z.strictObject({ id: idSchema('card') });

export const cardRoutes = defineRoutes({
  'cards.list': {
    method: 'GET',
    path: '/cards',
    access: 'user',
    summary: 'The cards with their limits, newest first.',
    query: ListQuery,
    reply: z.array(Card),
    status: 200,
    errors: [],
  },
  'cards.tiles': {
    method: 'GET',
    path: '/cards/list',
    access: 'user',
    summary: 'The cards as tiles, newest first.',
    query: ListQuery,
    reply: z.array(CardTile),
    status: 200,
    errors: [],
  },
  'cards.create': {
    method: 'POST',
    path: '/cards/create',
    access: 'user',
    summary: 'Create a card from the balance, by the present prices: at first $15 fee and $5 on the card.',
    body: z.strictObject({
      name: CardName,
      pin: Pin,
    }),
    reply: z.object({
      reward: Amount,
      message: z.string(),
      card: Card,
      operation: z.optional(Operation),
    }),
    status: 201,
    accepted: true,
    money: true,
    switch: 'cardCreation',
    priced: true,
    errors: [
      'InsufficientFunds',
      'CardLimitReached',
      'CardholderMissing',
      'AccountInDebt',
      'ProviderRefused',
      'TemporarilyUnavailable',
      'RegionNotServed',
      'TermsNotAccepted',
      'QuoteChanged',
    ],
  },
  'cards.read': {
    method: 'GET',
    path: '/cards/{id}/public',
    access: 'user',
    summary: 'One card without its secrets.',
    params: CardParams,
    reply: Card,
    status: 200,
    errors: ['NotFound'],
  },
  'cards.reveal': {
    method: 'GET',
    path: '/cards/{id}/private',
    access: 'user',
    summary:
      "The card's number, expiry, CVV and billing address. Never stored, never cached; at most five times an hour per card.",
    params: CardParams,
    fresh: true,
    closedByLock: true,
    changesState: true,
    reply: z.object({
      cardNumber: z.string(),
      expiry: z.string(),
      cvv: z.string(),
      /** Null when the issuer gives none. */
      billingAddress: z.nullable(BillingAddress),
    }),
    status: 200,
    errors: ['NotFound', 'CardNotActive', 'TooManyRequests', 'ProviderRefused', 'ProviderUnavailable'],
  },
  'cards.transactions': {
    method: 'GET',
    path: '/cards/{id}/transactions',
    access: 'user',
    summary: "One page of a card's transactions, newest first.",
    params: CardParams,
    query: z.strictObject({
      /** The page, from 1. */
      page_no: z._default(wholeNumberIn(1, 10_000), 1),
    }),
    reply: z.object({
      transactions: z.array(CardTransaction),
      meta: z.object({
        page: z.int(),
        pages: z.int(),
        total: z.int(),
        /** The card's `updatedAt` that goes with these transactions. */
        cardUpdatedAt: IsoDate,
      }),
    }),
    status: 200,
    errors: ['NotFound'],
  },
  'cards.load': {
    method: 'PATCH',
    path: '/cards/{id}/load',
    access: 'user',
    summary: 'Move money from the balance onto a card, for a fee by the present prices: at first 3 % + $1.',
    params: CardParams,
    body: z.strictObject({
      amount: PositiveAmount,
      /** False: `amount` lands on the card and the fee comes on top. True: `amount` leaves the balance, fee included. */
      includesFee: z._default(z.boolean(), false),
    }),
    reply: CardReply,
    status: 200,
    accepted: true,
    money: true,
    switch: 'load',
    priced: true,
    errors: [
      'NotFound',
      'InsufficientFunds',
      'CardNotActive',
      'CardBalanceLimit',
      'AmountTooSmall',
      'AccountInDebt',
      'ProviderRefused',
      'TemporarilyUnavailable',
      'RegionNotServed',
      'TermsNotAccepted',
      'QuoteChanged',
    ],
  },
  'cards.freeze': {
    method: 'PATCH',
    path: '/cards/{id}/freeze',
    access: 'user',
    summary: 'Freeze a card at once: every purchase is declined until it is unfrozen.',
    params: CardParams,
    reply: CardReply,
    status: 200,
    accepted: true,
    errors: ['NotFound', 'CardNotActive'],
  },
  'cards.unfreeze': {
    method: 'PATCH',
    path: '/cards/{id}/unfreeze',
    access: 'user',
    summary: 'Make a frozen card active again, for good or for ten minutes.',
    params: CardParams,
    body: z.strictObject({
      /** Minutes after which the card freezes by itself; left out to unfreeze it for good. */
      forMinutes: z.optional(z.literal(10, 'must be 10')),
    }),
    reply: CardReply,
    status: 200,
    accepted: true,
    errors: ['NotFound', 'CardNotActive', 'CardBlocked'],
  },
  'cards.unload': {
    method: 'PATCH',
    path: '/cards/{id}/unload',
    access: 'user',
    summary:
      'Move money from a card back to the balance: free, once in five minutes, $1 stays on the card. From a card frozen for a debt: at most what is owed.',
    params: CardParams,
    body: z.strictObject({ amount: PositiveAmount }),
    reply: CardReply,
    status: 200,
    accepted: true,
    money: true,
    switch: 'withdrawal',
    errors: [
      'NotFound',
      'InsufficientFunds',
      'CardNotActive',
      'CardMinimum',
      'CooldownActive',
      'AmountTooLarge',
      'Conflict',
      'ProviderRefused',
      'TemporarilyUnavailable',
    ],
  },
  'cards.pin': {
    method: 'PATCH',
    path: '/cards/{id}/pin',
    access: 'user',
    summary: 'Set a new 3DS code.',
    params: CardParams,
    fresh: true,
    body: z.strictObject({ pin: Pin }),
    reply: CardReply,
    status: 200,
    errors: ['NotFound', 'CardNotActive', 'ProviderRefused', 'ProviderUnavailable'],
  },
  'cards.look': {
    method: 'PATCH',
    path: '/cards/{id}/look',
    access: 'user',
    summary: 'Give a card another name or another colour.',
    params: CardParams,
    body: z.strictObject({
      name: z.optional(CardName),
      colour: z.optional(z.enum(cardColours, 'is not a colour that cards have')),
    }),
    reply: CardReply,
    status: 200,
    errors: ['NotFound'],
  },
  'cards.delete': {
    method: 'DELETE',
    path: '/cards/{id}',
    access: 'user',
    summary:
      'Delete a card on which at most $1 is left and nothing is pending, at once; what is left returns to the balance.',
    params: CardParams,
    reply: CardReply,
    status: 200,
    money: true,
    switch: 'none',
    errors: ['NotFound', 'CardNotEmpty', 'Conflict'],
  },
});
