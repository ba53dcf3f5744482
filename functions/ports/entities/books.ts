import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { Coin } from '#shared/catalogue.ts';
import type { TransactionStatus } from '#shared/transaction-statuses.ts';

/** A user's account: projections of the journal, see domain/ledger/README.md. */
export type Wallet = {
  readonly userId: Id<'user'>;
  readonly availableCents: Cents;
  readonly heldCents: Cents;
  readonly debtCents: Cents;
  /** When its owner closed the account; undefined while it is open. Nothing in it can be spent from then on. */
  readonly closedAtMs?: number | undefined;
  /** The amount that waits for the owner's return; absent in an account that was never closed with money. */
  readonly unclaimedCents?: Cents;
  /** When the job `remind-people` mails its owner about a debt that began; undefined once mailed, or without a debt. */
  readonly dueAtMs?: number | undefined;
  /** Cards that are not deleted, those being created included. */
  readonly cardCount: number;
  /** Deleted cards that the issuer has not closed yet; absent before the first. */
  readonly retiringCount?: number;
  /** Number of the last entry: gapless from 1. */
  readonly sequence: number;
  /** Hash of the last entry; '' before the first. */
  readonly lastHash: string;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** The owner of an account: a user, a card, or a user as a referrer. */
export type LedgerOwner = Id<'user'> | Id<'card'> | `referral:${Id<'user'>}`;

/** One immutable line of an account: the changes of a journal record and the balances after it. Chained by hash. */
export type Entry = {
  /** The owner of the account. */
  readonly ownerId: LedgerOwner;
  readonly sequence: number;
  readonly journalId: string;
  /** Change per bucket, in cents. */
  readonly deltas: Readonly<Record<string, Cents>>;
  /** Balance per bucket afterwards, in cents. */
  readonly after: Readonly<Record<string, Cents>>;
  readonly atMs: number;
  readonly previousHash: string;
  readonly hash: string;
};

/** One leg of a journal record: debits positive, credits negative. */
export type Leg = { readonly account: string; readonly amountCents: Cents };

/** The change of a coin at the payment provider by a record: signed decimal strings. */
export type CoinChange = { readonly coin: Coin; readonly received: string; readonly commission: string };

/** An immutable double-entry record. Its id is derived from its cause, so a replay finds it already there. */
export type JournalRecord = {
  readonly journalId: string;
  readonly kind: string;
  /** Their amounts sum to zero. */
  readonly legs: readonly Leg[];
  /** The operation, deposit or issuer reference behind it. */
  readonly cause: string;
  /** Fractions of a cent that flooring a provider's decimals left with us, in millionths of a cent. */
  readonly roundedOffMicroCents: number;
  /** Absent where no coin moved, and in records from before it was noted. */
  readonly coins?: CoinChange;
  readonly atMs: number;
};

/** Marks something that may happen only once: the existence of the marker says that it has happened. */
export type Marker = { readonly markerId: string; readonly atMs: number };

/** One line of a user's activity list. */
export type ActivityLine = {
  readonly userId: Id<'user'>;
  /** The deposit or operation that it shows; an id of its own for a payout, bonus or adjustment, and the like. */
  readonly subjectId: Id<'deposit'> | Id<'operation'> | Id<'movement'>;
  readonly kind:
    | 'deposit'
    | 'deposit_refund'
    | 'card_creation'
    | 'card_load'
    | 'card_withdrawal'
    | 'card_closing'
    /** Money that came to, or was charged to, a card after it was deleted. */
    | 'card_refund'
    | 'card_charge'
    | 'referral_bonus'
    | 'referral_payout'
    | 'adjustment';
  readonly direction: 'credit' | 'debit';
  /** The payment provider's id, or our own reference. */
  readonly tid: string;
  readonly amountCents: Cents;
  readonly paidCents: Cents;
  /** Part of a deposit's `paidCents` that cannot be spent; absent in other lines, and in older ones. */
  readonly frozenCents?: Cents;
  /** Part of a deposit's payment that is not in `paidCents` until a person decides; absent in other and older lines. */
  readonly surplusCents?: Cents;
  /** The credit of a deposit that was taken back whole; absent in every other line, and in older ones. */
  readonly takenBackCents?: Cents;
  /** Number of the wallet's entry that last moved the balance for this line; absent before that, and in older lines. */
  readonly sequence?: number;
  /** The balance after the entry `sequence`, less the debt; absent where `sequence` is. */
  readonly balanceAfterCents?: Cents;
  readonly feeCents: Cents;
  readonly email: string;
  readonly status: TransactionStatus;
  readonly description: string;
  /** Why an order failed, in words for its owner; absent in every other line, and in older ones. */
  readonly failure?: string;
  readonly cardId: Id<'card'> | undefined;
  readonly paymentUrl: string | undefined;
  /** True for a deposit that its owner canceled: it is not in the owner's list. */
  readonly isHidden?: boolean;
  /** The `Idempotency-Key` of the request, and the time until which it is kept; undefined without a request. */
  readonly claimedBy?: { readonly routeId: string; readonly keyHash: string; readonly untilMs: number };
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};
