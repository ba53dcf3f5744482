import type { Coin, Network } from '#shared/catalogue.ts';
import type { webhookProviders, webhookVerdicts } from '#shared/contract/inbox.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { TransactionStatus } from '#shared/transaction-statuses.ts';
import type { PaymentState } from '../payment-gateway.ts';

/** A field in which a payment differs from the invoice that the deposit opened. */
export type PaymentMismatch =
  | 'reference'
  | 'payment_id'
  | 'currency'
  | 'invoice_amount'
  | 'coin'
  | 'payer_amount'
  | 'address';

/**
 * The fields of the provider's report on a payment that bear on its worth and identity. Equal values are equal strings.
 */
export type PaymentWord = {
  readonly state: PaymentState;
  readonly paymentId: string;
  /** Absent in reports from before it was noted. */
  readonly reference?: string;
  readonly invoice: string;
  readonly asked: string;
  readonly received: string;
  readonly address: string;
};

/**
 * An admin's decision on the total worth of a deposit. It holds as long as the provider's report is the one that it was
 * taken on.
 */
export type DepositDecision = {
  /** The provider's state of the payment that the decision was taken on. */
  readonly state: PaymentState;
  readonly targetCents: Cents;
  /**
   * The provider's report that it was taken on. Decisions without it are older: they hold for the same state and
   * amount.
   */
  readonly takenOn?: PaymentWord;
  /** Differences from the invoice that the admin accepted by name. */
  readonly accepted?: readonly PaymentMismatch[];
  /** True for a refusal; absent for a credit, and in decisions from before it was noted. */
  readonly isRefusal?: true;
};

/** Leads from an id at the payment provider, or of a transfer on a chain, to a deposit that was paid by it. */
export type DepositReference = {
  /** As `referenceForm` makes it. */
  readonly reference: string;
  readonly depositId: Id<'deposit'>;
  readonly userId: Id<'user'>;
};

/** A crypto deposit: the requested amount, its state at the provider and the credited amount. */
export type Deposit = {
  readonly depositId: Id<'deposit'>;
  readonly userId: Id<'user'>;
  readonly email: string;
  readonly amountCents: Cents;
  readonly coin: Coin;
  readonly network: Network;
  /** `creating` until the provider has answered with an invoice, `refused` when it never will. */
  readonly lifecycle: 'creating' | 'open' | 'refused';
  readonly state: PaymentState;
  /** Credited so far, refunds taken back. */
  readonly creditedCents: Cents;
  /**
   * The share that lies in `SUSP:DEPOSIT`, so that it cannot be spent: all while it is locked or being refunded, else
   * nothing.
   */
  readonly frozenCents: Cents;
  /** The amount beyond twice the invoice: it lies in `SUSP:DEPOSIT` until a person decides. */
  readonly surplusCents: Cents;
  /**
   * The amount that staff refused: it lies in `SUSP:REFUSED` until the provider sends it back, or staff did by hand.
   * Below zero when both did. Absent before the first refusal.
   */
  readonly refusedCents?: Cents;
  /** The refused amount that staff sent back by hand; absent before the first. */
  readonly sentBackCents?: Cents;
  /** The versions whose writes posted a change of the surplus or the refused amount; absent before the first. */
  readonly asideVersions?: readonly number[];
  /** The posted commission of the provider, in cents, and the number of its records; absent before the first. */
  readonly commissionCents?: Cents;
  readonly commissionCount?: number;
  /**
   * The amounts booked for it, as decimal strings; in the deposit's coin where `coin` is absent. Absent before the
   * first, and in older items.
   */
  readonly booked?: { readonly coin?: Coin; readonly received: string; readonly commission: string };
  /**
   * The amount that the provider may hold and the books do not, while the deposit waits for a decision; else absent.
   */
  readonly unbooked?: { readonly coin: Coin; readonly received: string } | undefined;
  readonly decision: DepositDecision | undefined;
  /** The sum that decisions of one admin alone have given; absent before the first. */
  readonly decidedAloneCents?: Cents;
  /** A decision of one admin that waits for the same decision of another. */
  readonly proposal?:
    | (DepositDecision & { readonly actorId: Id<'user'>; readonly reason?: string | undefined })
    | undefined;
  /** Reason for which it waits for a person; undefined when it does not. */
  readonly reviewReason: string | undefined;
  /** Since when it waits for a person; absent for one that does not, and in items from before it was noted. */
  readonly waitsSinceMs?: number | undefined;
  readonly paymentId: string | undefined;
  /** The ids under which a `depositReference` leads here. */
  readonly references?: readonly string[];
  readonly paymentUrl: string | undefined;
  readonly payerAmount: string | undefined;
  readonly receivedAmount: string | undefined;
  readonly rate: string | undefined;
  readonly address: string | undefined;
  /**
   * The address that the last credit was paid from, as in `depositSources`; undefined where the provider names none.
   */
  readonly sourceAddress?: string;
  /** The transfer on the network, as the provider names it; the last of several. Absent until one was seen. */
  readonly txid?: string;
  readonly invoiceExpiresAtMs: number | undefined;
  /** When its owner canceled it; removed once money arrives for it anyway. */
  readonly canceledAtMs?: number | undefined;
  readonly createAttempts: number;
  /** When the provider was last asked because its owner opened the page. */
  readonly askedAtMs: number;
  readonly dueAtMs: number | undefined;
  /** The events of the timeline, oldest first, at most 40. */
  readonly events: readonly {
    readonly status: TransactionStatus;
    readonly atMs: number;
    readonly creditedCents: Cents;
  }[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/**
 * The addresses that paid a user's credited deposits, the latest last. Two accounts that share one count as one person.
 */
export type DepositSources = {
  readonly userId: Id<'user'>;
  readonly addresses: readonly string[];
  readonly version: number;
};

/** A person's places for unpaid deposits: at most `limits.depositsOpenMax`, and a count of the last 24 hours. */
export type OpenDeposits = {
  readonly userId: Id<'user'>;
  /** Deposits that may still wait to be paid, with their coin, amount and the latest end of their places. */
  readonly open: readonly (Pick<Deposit, 'depositId' | 'coin' | 'network' | 'amountCents'> & {
    readonly endsAtMs: number;
  })[];
  /** When the deposits of the last 24 hours were opened, the oldest first. */
  readonly openedAtMs: readonly number[];
  /** When the person closed the account; undefined while it is open. */
  readonly closedAtMs?: number | undefined;
  readonly version: number;
};

/**
 * A webhook as it came, stored before it is processed. It is a line of the staff's inbox, and the queue's message names
 * it. Its id is derived from its bytes; the id of a refused one from the hour (see `noteRefused`).
 */
export type StoredEvent = {
  readonly eventId: string;
  readonly source: (typeof webhookProviders)[number];
  /** The door's verdict; absent in items from before it was noted. @default 'accepted', or 'kept' with a reason */
  readonly verdict?: (typeof webhookVerdicts)[number];
  /** Our deposit, or the issuer's card or cardholder, that it names; absent where it names none. */
  readonly about?: string | undefined;
  /** The body as base64, without what could be a secret; empty for one that was refused. */
  readonly bodyBase64: string;
  /** Number of times that it came, at most `deliveriesMax`. @default 1 */
  readonly deliveries?: number;
  /** The last thing that its worker did; absent before that. */
  readonly result?: { readonly outcome: 'done' | 'no_effect'; readonly words: string };
  /** The failures of its worker, with the reason for the last one; absent before the first. */
  readonly failures?: {
    readonly count: number;
    readonly words: string;
    readonly atMs: number;
    readonly isLast: boolean;
  };
  readonly processedAtMs: number | undefined;
  /** The last time that an admin gave it to its worker again; absent before the first. */
  readonly replayedAtMs?: number;
  /** Why it is kept and not acted upon, for a person to look at; undefined for every other event. */
  readonly quarantineReason: string | undefined;
  readonly receivedAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};
