import type { ReplyOf } from '#shared/contract/index.ts';

/** A break of reconciliation as a ticket. */
export type BreakTicket = ReplyOf<'admin.breaks'>[number];

/** Classes of breaks in a few words. */
export const breakNames: Readonly<Record<BreakTicket['class'], string>> = {
  UNBALANCED: 'A record does not sum to zero',
  LEGS: 'A record contradicts its entries',
  UNEXPLAINED: 'Nothing explains a record',
  GAP: 'Something is missing',
  HASH: 'Something was edited',
  INDEX: 'Something is in the wrong lists',
  PROJECTION: 'A balance is not the sum of its entries',
  STATE: 'A state contradicts the books',
  AMOUNT: 'An amount differs',
  COUNT: 'A counter is wrong',
  DECISION: 'The issuer contradicted a decision',
  MOVEMENT: 'A line of an activity list is wrong',
  AGG: 'The statistics are wrong',
  MISSING_CREDIT: 'Paid and not credited',
  CREDIT_WITHOUT_PAYMENT: 'Credited without a payment',
  REFUND_NOT_POSTED: 'A refund is not posted',
  STATUS: 'The provider says another status',
  ORPHAN_LOAD: 'The issuer did what we released',
  MISSING_LOAD: 'The issuer did not do what we settled',
  CARD_BALANCE: 'The balance at the issuer differs',
  UNCLAIMED: 'Money came to a closed account',
  STUCK: 'Nothing has moved it for too long',
  LAG: 'The statistics are late',
  DLQ: 'Messages were set aside',
  TIE_OUT: 'The books do not tie with a provider',
  DUP_REWARD: 'A reward was paid twice',
  UNFUNDED: 'A reward has no cause',
  CAP: 'More rewards than a day allows',
  UNREADABLE: 'Something could not be checked',
  REFERRALS: 'Referrals are held for review',
  NETWORK: 'Many sign-ups from one network',
  CYCLING: 'Loads and withdraws again and again',
  DECLINES: 'A merchant’s purchases are declined',
};

/** Comparisons with their names. */
export const partNames: Readonly<Record<BreakTicket['part'], string>> = {
  internal: 'Our books',
  provider: 'Payment provider',
  issuer: 'Card issuer',
  liveness: 'Work that is due',
  rewards: 'Rewards',
  signals: 'Signals of abuse',
};
