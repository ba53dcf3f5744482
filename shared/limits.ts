import { cents } from './money.ts';

/**
 * Limits of cards, deposits, referrals and cases, for the server's rules and the site's texts. Those of adjustments, of
 * closing and of prices lie beside this file.
 */
export const limits = {
  cardsPerUser: 3,
  /** Maximum number of deleted cards of a person that the issuer has not closed yet. */
  retiringCardsPerUser: 3,
  /** Minimum that lands on the card by a load, in cents. */
  loadMinCents: cents(1),
  /**
   * Time between two loads of a card, in milliseconds: the issuer takes one in five minutes, and the sweep adds up to
   * one.
   */
  loadEveryMs: 6 * 60_000,
  /** Maximum number of loads under way on one card: what the issuer takes in an hour. */
  loadsUnderWayMax: 10,
  cardBalanceMaxCents: cents(500_000),
  cardTransactionMaxCents: cents(500_000),
  cardMonthlySpendMaxCents: cents(1_000_000),
  withdrawalCooldownMs: 5 * 60_000,
  /** Number of declines in a row for lack of money at which a card is frozen. The issuer deletes it at the fifteenth. */
  declinesUntilFrozen: 5,
  /** Minimum of one auto-load, in cents: the fixed part of the fee is a dollar. */
  autoLoadMinCents: cents(100),
  /** Number of auto-loads in a row that fail at which auto-load is switched off. */
  autoLoadFailuresMax: 3,
  /** Amount that a withdrawal leaves on the card for its monthly cost, in cents. */
  cardMinimumCents: cents(100),
  depositMinCents: cents(500),
  depositMaxCents: cents(1_000_000),
  /** Maximum of one person's deposits that wait to be paid. */
  depositsOpenMax: 5,
  /** Maximum of deposits that one person opens in 24 hours, canceled ones included. */
  depositsPerDayMax: 20,
  referralLinkActiveCents: cents(5000),
  referralBonusCents: cents(500),
  referralSignupRewardCents: cents(100),
  /** Minimum of a referred person's credited deposits, less refunds, at which their sign-up is rewarded, in cents. */
  referralSignupDepositedCents: cents(2000),
  referralCardRewardCents: cents(500),
  /** The reward of a premium referrer for a first card, in place of `referralCardRewardCents`. */
  referralPremiumCardRewardCents: cents(700),
  referralPayoutUnitCents: cents(2500),
  /** Maximum number of a referrer's rewards in one UTC day; further ones wait for the next day. */
  referralRewardsPerDayMax: 250,
  /** Maximum total earnings of a referrer; further rewards wait until the limit is raised. */
  referralEarningsMaxCents: cents(2_500_000),
  /** Maximum that one admin decides on alone, in cents; above it a second admin takes the same decision. */
  decisionAloneMaxCents: cents(20_000),
  /** Maximum length of the reason that an admin gives for a decision, in characters. */
  decisionReasonMax: 500,
  /** Maximum number of one person's cases that are open. */
  openCasesMax: 10,
  /** Maximum number of messages of a case. */
  caseMessagesMax: 200,
  /** Maximum length of a message of a case, in characters. */
  caseTextMax: 1000,
  /** Maximum number of unread notifications that are counted: one more than the bell shows as a number. */
  notificationsUnreadMax: 10,
  tableRowsPerPage: 10,
  listDefault: 100,
  listMax: 1000,
} as const;
