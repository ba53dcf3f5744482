import type { ExportPart } from '#shared/contract/data-export.ts';

/** Each part of the file in words, in the order of the file. */
export const partNames: Readonly<Record<ExportPart, string>> = {
  profile: 'Profile: name, email, earlier emails, balance',
  security: 'How you protect your account',
  sessions: 'Where you’re signed in',
  securityLog: 'Security log',
  cards: 'Cards, deleted ones too, with limits and auto-load',
  cardTransactions: 'Card purchases, refunds and declines',
  activity: 'Activity of your account',
  deposits: 'Deposits',
  operations: 'Card creations, loads and withdrawals',
  ledger: 'Every change of your balances',
  subscriptions: 'Subscriptions',
  referrals: 'Referral earnings',
  rewards: 'Referral rewards',
  notificationChoices: 'Notification choices',
  notifications: 'Notifications',
  cases: 'Reported payments, with all messages',
};
