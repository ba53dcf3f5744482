import type { Id } from '#shared/ids.ts';

/**
 * The chart of accounts. In a leg, debits are positive and credits negative. So what we owe (liabilities) and earn
 * (revenue) has a negative sum, and what we own (assets) and spend (expenses) a positive one. All accounts together sum
 * to zero.
 */
export const account = {
  /** Liability: what a user may spend. */
  available: (userId: Id<'user'>) => `U:${userId}:AVAIL`,
  /** Liability: what is set aside for an operation under way. */
  held: (userId: Id<'user'>) => `U:${userId}:HELD`,
  /** Asset: what a user owes us since a credited deposit was taken back. */
  debt: (userId: Id<'user'>) => `U:${userId}:DEBT`,
  /** Liability: money that a closed account held or received; its owner gets it back on return. */
  unclaimed: (userId: Id<'user'>) => `U:${userId}:UNCLAIMED`,
  /** Liability: money on a card. */
  card: (cardId: Id<'card'>) => `CARD:${cardId}`,
  /** Liability: money on its way from a card to the balance. */
  cardLeaving: (cardId: Id<'card'>) => `CARD:${cardId}:OUT`,
  /** Asset: money on a retiring card that its owner was credited with, to be fetched from the issuer. */
  cardFetch: (cardId: Id<'card'>) => `CARD:${cardId}:FETCH`,
  /** Liability: earned rewards that were not paid out to the referrer yet. */
  referral: (userId: Id<'user'>) => `U:${userId}:REFERRAL`,
  /** Asset: what the payment provider has received for us. */
  providerClearing: 'PROV:CLEARING',
  /**
   * Asset: our money at the bank. Money that the platform's owners paid in is not booked, so the balance may be below
   * zero.
   */
  bank: 'BANK:USD',
  /** Asset: our prefund at the issuer that is on no card. */
  issuerFloat: 'ISS:FLOAT',
  /** Asset: our money at the issuer that is on cards, except what is to be fetched from there. */
  issuerAllocated: 'ISS:ALLOC',
  /** Revenue. */
  cardFees: 'REV:CARD_FEE',
  loadFees: 'REV:LOAD_FEE',
  /** Expense: bonuses and rewards. */
  referrals: 'EXP:REFERRAL',
  /** Expense: the payment provider's commission, and what a payout costs. */
  providerFees: 'EXP:PROVIDER_FEE',
  /** Expense: what the card issuer and its bank charge us. */
  issuerFees: 'EXP:ISSUER_FEE',
  /** Expense or income of corrections by an admin. */
  adjustments: 'EXP:ADJUSTMENT',
  /** Liability: money that arrived and is not assigned to a person yet. */
  depositSuspense: 'SUSP:DEPOSIT',
  /** Liability: deposits that staff refused, owed to their payers until the provider sends them back. */
  refusedDeposits: 'SUSP:REFUSED',
  issuerSuspense: 'SUSP:ISSUER',
} as const;

/** The kinds of accounts that a wallet holds projections of. */
export type WalletBucket = 'available' | 'held' | 'debt' | 'unclaimed';

/** The kinds of accounts that a card holds projections of. */
export type CardBucket = 'balance' | 'leaving' | 'fetch';

/**
 * The owner of an account's projection: a wallet, a card, a referrer, or the platform (whose totals the stream
 * derives).
 */
export type AccountOwner =
  | { readonly of: 'wallet'; readonly userId: Id<'user'>; readonly bucket: WalletBucket }
  | { readonly of: 'card'; readonly cardId: Id<'card'>; readonly bucket: CardBucket }
  | { readonly of: 'referral'; readonly userId: Id<'user'> }
  | { readonly of: 'platform' };

const buckets: Readonly<Record<string, WalletBucket>> = {
  AVAIL: 'available',
  HELD: 'held',
  DEBT: 'debt',
  UNCLAIMED: 'unclaimed',
};
const cardBuckets: Readonly<Record<string, CardBucket>> = { OUT: 'leaving', FETCH: 'fetch' };
const platform: ReadonlySet<string> = new Set(Object.values(account).filter((name) => typeof name === 'string'));

/** Returns the owner of the account with a name. Throws for a name that is not in the chart. */
export function ownerOf(name: string): AccountOwner {
  if (platform.has(name)) return { of: 'platform' };
  const [kind, id, tail] = name.split(':');
  const bucket = tail === undefined ? undefined : buckets[tail];
  if (kind === 'U' && id !== undefined && tail === 'REFERRAL') return { of: 'referral', userId: id as Id<'user'> };
  if (kind === 'U' && id !== undefined && bucket !== undefined)
    return { of: 'wallet', userId: id as Id<'user'>, bucket };
  const cardBucket = tail === undefined ? 'balance' : cardBuckets[tail];
  if (kind === 'CARD' && id !== undefined && cardBucket !== undefined)
    return { of: 'card', cardId: id as Id<'card'>, bucket: cardBucket };
  throw new Error(`no such account: ${name}`);
}
