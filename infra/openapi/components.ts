import { DashboardStats, UserStats } from '#shared/contract/admin.ts';
import { ReferralOutcome } from '#shared/contract/auth.ts';
import { Card, CardReply, CardTile, CardTransaction, Operation } from '#shared/contract/cards.ts';
import { Message } from '#shared/contract/fields.ts';
import { ReferralReward, ReferralStats } from '#shared/contract/referrals.ts';
import { Deposit, DepositEvent, Transaction } from '#shared/contract/transactions.ts';
import { User } from '#shared/contract/user.ts';

/** The schemas of answers that have a name of their own in the document. */
export const components = {
  User,
  Card,
  CardTile,
  CardReply,
  CardTransaction,
  Operation,
  Transaction,
  Deposit,
  DepositEvent,
  ReferralOutcome,
  ReferralReward,
  ReferralStats,
  DashboardStats,
  UserStats,
  Message,
} as const;
