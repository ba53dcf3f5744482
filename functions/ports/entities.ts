import type { Coin, Network } from '#shared/catalogue.ts';
import type { CardColour } from '#shared/contract/cards.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { PaymentState } from './payment-gateway.ts';

/**
 * Everything that is stored, in the domain's words. Mutable entities carry `version`: every write names the version it
 * was computed from, so a decision is only stored while what it was decided on still holds. The others are written once.
 */

/** A person with an account. */
export type User = {
  readonly userId: Id<'user'>;
  /** As typed, trimmed. */
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly role: 'admin' | 'user';
  /** argon2id PHC string. */
  readonly passwordHash: string;
  readonly isVerified: boolean;
  readonly isTwoFactorEnabled: boolean;
  readonly isSuspended: boolean;
  /** The issuer's id of this person; undefined until registered and verified there. */
  readonly holderId: string | undefined;
  /** Sessions of an older generation are dead: raised by password and e-mail changes. */
  readonly sessionGeneration: number;
  /** What the sign-up link named, whether or not it turns out to be a user. */
  readonly referredBy: string | undefined;
  /** Judged once, at e-mail verification. */
  readonly referral: { readonly isEligible: boolean; readonly reason: string | undefined } | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** Which user an e-mail address belongs to; the address itself only as a keyed hash. */
export type EmailOwner = { readonly emailHash: string; readonly userId: Id<'user'> };

/**
 * A text that a person is found by, folded so that case and accents do not matter. One for the e-mail address and two for
 * the name, written in the transaction that changes either.
 */
export type SearchTerm = { readonly term: string; readonly userId: Id<'user'> };

/** A verification link that was mailed. The code itself is nowhere but in the mail. */
export type EmailVerification = {
  readonly codeHash: string;
  readonly userId: Id<'user'>;
  readonly email: string;
  readonly usedAtMs: number | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/** What six mailed digits are good for. */
export type ChallengePurpose = 'sign-in' | 'email-change';

/**
 * Six digits that were mailed: at most one open challenge per person and purpose, because a new one replaces the old.
 * The digits themselves are nowhere but in the mail.
 */
export type Challenge = {
  readonly userId: Id<'user'>;
  readonly purpose: ChallengePurpose;
  /** Random; part of what the code's hash is made of. */
  readonly challengeId: string;
  readonly codeHash: string;
  /** Where the digits went. */
  readonly email: string;
  /** A password or e-mail change in between makes it worthless. */
  readonly sessionGeneration: number;
  readonly usedAtMs: number | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/** A link to choose a new password: one per person, because a new one replaces the old. The code is nowhere but in the mail. */
export type PasswordReset = {
  readonly userId: Id<'user'>;
  readonly codeHash: string;
  /** A password or e-mail change in between makes it worthless. */
  readonly sessionGeneration: number;
  readonly usedAtMs: number | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/** What an admin did to somebody: written in the transaction that did it, never changed. Holds no secret. */
export type AuditRecord = {
  readonly auditId: Id<'audit'>;
  readonly action: 'suspend' | 'activate' | 'two-factor';
  /** Who did it, and to whom. */
  readonly actorId: Id<'user'>;
  readonly subjectId: Id<'user'>;
  /** What was changed, as it was and as it is now. */
  readonly before: Readonly<Record<string, boolean>>;
  readonly after: Readonly<Record<string, boolean>>;
  /** As the admin gave it; undefined when none was given. */
  readonly reason: string | undefined;
  readonly atMs: number;
};

/** One signed-in browser: a family of rotating refresh tokens. */
export type Session = {
  readonly sessionId: Id<'session'>;
  readonly userId: Id<'user'>;
  readonly sessionGeneration: number;
  /** Number of the refresh token that is valid now; older ones are dead, the one before lives for a short grace. */
  readonly tokenGeneration: number;
  /** When the token before the present one stops being answered with its successor. */
  readonly previousUntilMs: number;
  readonly isRevoked: boolean;
  readonly createdAtMs: number;
  readonly usedAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/** A counter in a time window, for limits on attempts. */
export type RateCounter = {
  readonly counterId: string;
  readonly count: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/** A user's account: projections of the journal, see domain/ledger/README.md. */
export type Wallet = {
  readonly userId: Id<'user'>;
  readonly availableCents: Cents;
  readonly heldCents: Cents;
  readonly debtCents: Cents;
  /** Cards that are not deleted, those being created included. */
  readonly cardCount: number;
  /** Number of the last entry: gapless from 1. */
  readonly sequence: number;
  /** Hash of the last entry; '' before the first. */
  readonly lastHash: string;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** Who has an account: a user, a card, or a user as a referrer. */
export type HolderId = Id<'user'> | Id<'card'> | `referral:${Id<'user'>}`;

/** One immutable line of an account: what a journal record changed and what came out. Chained by hash. */
export type Entry = {
  /** Whose account it is. */
  readonly ownerId: HolderId;
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

/** An immutable double-entry record. Its id is derived from its cause, so a replay finds it already there. */
export type JournalRecord = {
  readonly journalId: string;
  readonly kind: string;
  /** They sum to zero. */
  readonly legs: readonly Leg[];
  /** The operation, deposit or issuer reference behind it. */
  readonly cause: string;
  /** Fractions of a cent that flooring a provider's decimals left with us, in millionths of a cent. */
  readonly roundedOffMicroCents: number;
  readonly atMs: number;
};

/** Kinds of operations at the issuer. */
export type OperationKind = 'card_creation' | 'card_load' | 'card_withdrawal' | 'card_closing' | 'holder_registration';

/** `reserved → submitted → settled | released`; `review` keeps what is held until a person decides. */
export type OperationState = 'reserved' | 'submitted' | 'settled' | 'released' | 'review';

/** A money movement through the issuer: intent and hold first, then the call, then what came of it. */
export type Operation = {
  readonly operationId: Id<'operation'>;
  readonly kind: OperationKind;
  readonly userId: Id<'user'>;
  readonly cardId: Id<'card'> | undefined;
  readonly holderId: string | undefined;
  readonly issuerCardId: string | undefined;
  /** What lands on (or leaves) the card. */
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  /** A bonus that this operation brings to the balance when it settles. */
  readonly bonusCents: Cents;
  readonly state: OperationState;
  /** Fencing counter: raised in the table before each request leaves. */
  readonly attempt: number;
  /** Attempts whose outcome at the issuer nobody knows yet. */
  readonly unresolvedAttempts: number;
  readonly lastSubmitAtMs: number;
  /** The issuer took an attempt on: what it makes of it is still to be asked. */
  readonly isAccepted: boolean;
  /** The issuer declined the last attempt, but an earlier one is unresolved: wait, ask, never submit again. */
  readonly isDeclined: boolean;
  /** Not to be submitted before: the issuer's rate limit said so. */
  readonly notBeforeMs: number;
  /** Why it was released, waits or is under review, in words for the cardholder. */
  readonly reason: string | undefined;
  /** When the sweeper looks at it next; undefined once terminal. */
  readonly dueAtMs: number | undefined;
  readonly deadlineMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** An `Idempotency-Key` that was used, written in the same transaction as its effect. */
export type Claim = {
  readonly userId: Id<'user'>;
  readonly routeId: string;
  readonly keyHash: string;
  readonly requestHash: string;
  /** The operation or deposit that it made. */
  readonly subjectId: string;
  /** The first answer, once given. Never holds a secret. */
  readonly response: { readonly status: number; readonly body: string } | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/** A card. Its balance is a projection of the journal, as a wallet is. */
export type Card = {
  readonly userId: Id<'user'>;
  readonly cardId: Id<'card'>;
  readonly name: string;
  /** What its owner put on it to tell it from others; undefined until then. */
  readonly label: string | undefined;
  readonly colour: CardColour | undefined;
  readonly issuerCardId: string | undefined;
  readonly holderId: string;
  readonly last4Digits: string;
  readonly brand: string;
  /** `closing`: its owner deletes it, and what is left on it is on its way to the balance. */
  readonly lifecycle: 'creating' | 'open' | 'closing' | 'failed' | 'deleted';
  /** What the cardholder wants, and what the issuer was last seen to have. */
  readonly desired: 'active' | 'frozen';
  readonly actual: 'active' | 'frozen';
  /** Its owner's account is suspended: it is to be frozen whatever is wanted, which is kept for when that ends. */
  readonly isSuspended: boolean;
  /** Until then a freeze or unfreeze of unknown outcome may still take effect at the issuer. */
  readonly uncertainUntilMs: number;
  /** Why the issuer or an admin blocks it; undefined when neither does. */
  readonly blockedReason: string | undefined;
  /** Why it is frozen when it was not its owner who froze it, in words; undefined when it was, or when it is not. */
  readonly freezeReason: string | undefined;
  /** The issuer stopped it because it could not pay its monthly cost: a load sets it going again. */
  readonly isShortOfMoney: boolean;
  /** Purchases in a row that were declined for lack of money: the issuer deletes a card for too many. */
  readonly shortDeclines: number;
  readonly balanceCents: Cents;
  /** Loads under way. */
  readonly pendingInCents: Cents;
  /** Withdrawals under way, no longer in `balanceCents`. */
  readonly pendingOutCents: Cents;
  /** `2026-11`, UTC, and what was spent in it. */
  readonly spendMonth: string;
  readonly spentThisMonthCents: Cents;
  readonly transactionCount: number;
  readonly lastUnloadAtMs: number;
  readonly sequence: number;
  readonly lastHash: string;
  /** When the sweeper looks after what its owner wants; undefined when the issuer has it so. */
  readonly dueAtMs: number | undefined;
  /** When money last moved on it, or its owner last changed it: the busier a card, the sooner it is caught up. */
  readonly lastActivityAtMs: number;
  /** When its history is next read at the issuer, for webhooks that were lost; undefined when there is none to come. */
  readonly catchUpAtMs: number | undefined;
  /** When its history was last read at the issuer because somebody looked. */
  readonly askedAtMs: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** Whose card an issuer's card id is. */
export type IssuerCardOwner = {
  readonly issuerCardId: string;
  readonly userId: Id<'user'>;
  readonly cardId: Id<'card'>;
};

/** One line of a card's history, numbered from 1 in the order it became known. */
export type CardTransaction = {
  readonly cardId: Id<'card'>;
  readonly number: number;
  readonly reference: string;
  readonly kind: 'purchase' | 'reversal' | 'refund' | 'fee' | 'load' | 'withdrawal' | 'creation' | 'closing';
  readonly status: 'settled' | 'declined' | 'reversed';
  readonly declineReason: string | undefined;
  readonly direction: 'credit' | 'debit';
  readonly amountCents: Cents;
  readonly currency: string;
  readonly description: string;
  readonly merchantName: string;
  readonly merchantLogo: string;
  readonly isRecurring: boolean;
  readonly category: string;
  readonly group: string;
  readonly atMs: number;
  readonly version: number;
};

/** That something has happened once: its existence is the fact. */
export type Marker = { readonly markerId: string; readonly atMs: number };

/** The status of a movement on the wire. */
export type MovementStatus =
  | 'pending'
  | 'processing'
  | 'confirm_check'
  | 'paid'
  | 'paid_over'
  | 'paid_less'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'locked'
  | 'refund_process'
  | 'refund_fail'
  | 'refund_paid';

/** One line of a user's movement list. */
export type Movement = {
  readonly userId: Id<'user'>;
  /** The deposit or operation it shows. */
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
  readonly feeCents: Cents;
  readonly email: string;
  readonly status: MovementStatus;
  readonly description: string;
  readonly cardId: Id<'card'> | undefined;
  readonly paymentUrl: string | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** A crypto deposit: what was asked, where it stands at the provider and what was credited for it. */
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
  /** How much of that lies in `SUSP:DEPOSIT`, so that it cannot be spent: all while it is locked or being refunded, else nothing. */
  readonly frozenCents: Cents;
  /** What came beyond twice the invoice: it lies in `SUSP:DEPOSIT` until a person decides. */
  readonly surplusCents: Cents;
  /** What a person decided that it is worth, and the provider's state that they decided about. */
  readonly decision: { readonly state: PaymentState; readonly targetCents: Cents } | undefined;
  /** Why a person has to look at it; undefined when nobody has. */
  readonly reviewReason: string | undefined;
  readonly paymentId: string | undefined;
  readonly paymentUrl: string | undefined;
  readonly payerAmount: string | undefined;
  readonly receivedAmount: string | undefined;
  readonly rate: string | undefined;
  readonly address: string | undefined;
  readonly invoiceExpiresAtMs: number | undefined;
  readonly createAttempts: number;
  /** When the provider was last asked because somebody looked. */
  readonly askedAtMs: number;
  readonly dueAtMs: number | undefined;
  /** What the timeline shows, oldest first, at most 40. */
  readonly events: readonly { readonly status: MovementStatus; readonly atMs: number; readonly creditedCents: Cents }[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** What a referrer has earned and not been paid yet: a projection of the journal, as a wallet is. */
export type ReferralAccount = {
  readonly userId: Id<'user'>;
  /** Earned and not paid out, what is asked for included. Below zero when a reward was taken back after it was paid. */
  readonly balanceCents: Cents;
  /** Paid into the balance so far. */
  readonly withdrawnCents: Cents;
  /** The one payout that is asked for; its id is the movement's that will show it. */
  readonly requested:
    | { readonly payoutId: Id<'movement'>; readonly amountCents: Cents; readonly atMs: number }
    | undefined;
  /** Marked by an admin: earns more for a card. */
  readonly isPremium: boolean;
  /** Payouts are asked for by themselves as soon as a unit is there. */
  readonly isAutomatic: boolean;
  /** The last UTC day (`2026-11-21`) on which a reward was earned, and how many were. */
  readonly earnedOn: { readonly day: string; readonly rewards: number } | undefined;
  readonly sequence: number;
  readonly lastHash: string;
  /** When the payout job looks at it; undefined when there is nothing to pay. */
  readonly dueAtMs: number | undefined;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** What a referrer is rewarded for. */
export type RewardEvent = 'signup' | 'card_created';

/**
 * What one event of one referred person is worth to the referrer: at most one of each, whatever is deleted and created
 * again, because there is one key. It is stored in the transaction of the event itself, and brought to the referrer's
 * account afterwards: so no event waits for the account of a referrer who is in great demand.
 */
export type Reward = {
  readonly refereeId: Id<'user'>;
  readonly event: RewardEvent;
  readonly rewardId: Id<'reward'>;
  readonly referrerId: Id<'user'>;
  /** `ad…@example.com`: the address itself is nobody else's business. */
  readonly maskedEmail: string;
  readonly amountCents: Cents;
  /** `matured` is in the referrer's account, `cancelled` is not, or not any more. */
  readonly stage: 'pending' | 'matured' | 'cancelled';
  /** Why it is in this stage, in words for the referrer. */
  readonly reason: string;
  /** The deposit or operation that earned it; undefined while it waits for one. */
  readonly cause: string | undefined;
  /** Set when what earned it was undone. */
  readonly isRevoked: boolean;
  /** When the payout job looks at it; undefined while nothing is to be brought to the account. */
  readonly dueAtMs: number | undefined;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** The addresses that a user's credited deposits came from, the latest last: two accounts that share one are one person. */
export type DepositSources = {
  readonly userId: Id<'user'>;
  readonly addresses: readonly string[];
  readonly version: number;
};

/** A webhook as it came, stored before anything is done about it. Its id is made of its bytes. */
export type StoredEvent = {
  readonly eventId: string;
  readonly source: 'payments' | 'issuer';
  /** The body as base64. Never one that carries a secret: those events are not stored. */
  readonly bodyBase64: string;
  readonly processedAtMs: number | undefined;
  /** Why it is kept and not acted upon, for a person to look at; undefined for every other event. */
  readonly quarantineReason: string | undefined;
  readonly receivedAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/** What the statistics count, of a day, of all days or of one person. All of it can be counted again from the journal. */
export type Figures = {
  /** Creations that the issuer confirmed. */
  readonly cardsCreated: number;
  /** Deposits that were credited, whatever became of them later. */
  readonly paidInvoices: number;
  /** Credited for deposits, refunds taken back. */
  readonly fundedCents: Cents;
  readonly cardFeeCents: Cents;
  readonly loadFeeCents: Cents;
};

/** One shard of one day's figures; a day is the sum of its shards. Kept by the table's stream. */
export type PlatformFigures = Figures & {
  /** `2026-11-21`, UTC, or `total` for all days together. */
  readonly day: string;
  readonly shard: number;
  /** New accounts, verified or not. */
  readonly usersRegistered: number;
  readonly version: number;
};

/** One person's figures. Kept by the table's stream. */
export type UserFigures = Figures & {
  readonly userId: Id<'user'>;
  /** People who came by this person's link and verified their address. */
  readonly referrals: number;
  readonly updatedAtMs: number;
  readonly version: number;
};

/** That a record was counted. It outlives the stream's day by far, so nothing is ever counted twice. */
export type CountedRecord = { readonly recordId: string; readonly expiresAtMs: number };

/** Who leads in something, the first first. */
export type Leaders = {
  readonly board: 'funded';
  readonly entries: readonly { readonly userId: Id<'user'>; readonly fundedCents: Cents }[];
  readonly version: number;
};

/** A break as it is kept for an operator: what, of whom, how much, since when, by what it shows and how it would be mended. */
export type KeptBreak = {
  readonly part: string;
  readonly class: string;
  readonly subject: string;
  readonly ownerId: string | undefined;
  readonly cents: number;
  readonly atMs: number;
  readonly evidence: Readonly<Record<string, string | number | undefined>>;
  readonly proposal: object;
};

/** The latest reconciliation of each mode: how far it is, and what it has found so far. */
export type Reconciliation = {
  readonly mode: 'light' | 'full';
  readonly startedAtMs: number;
  /** Undefined while it goes on. */
  readonly endedAtMs: number | undefined;
  /** Where the next invocation goes on: which people it has seen, and then which days. */
  readonly progress: {
    readonly phase: 'people' | 'days' | 'rest';
    readonly cursor: string | undefined;
    /** What was seen of each day's entries: how many, and a sum over their names that does not depend on their order. */
    readonly seen: Readonly<Record<string, { readonly count: number; readonly print: number }>>;
  };
  readonly people: number;
  readonly records: number;
  readonly mended: number;
  readonly ties: Readonly<
    Record<
      'internal' | 'provider' | 'issuer',
      {
        readonly count: number;
        readonly oursCents: number;
        readonly theirsCents: number;
        readonly explainedCents: number;
      }
    >
  >;
  /** How many of each class. */
  readonly classes: Readonly<Record<string, number>>;
  /** The first of them; all are in the log. */
  readonly breaks: readonly KeptBreak[];
  readonly version: number;
};

/** Every kind of entity with its shape. */
export type Entities = {
  user: User;
  emailOwner: EmailOwner;
  searchTerm: SearchTerm;
  audit: AuditRecord;
  emailVerification: EmailVerification;
  challenge: Challenge;
  passwordReset: PasswordReset;
  session: Session;
  rateCounter: RateCounter;
  wallet: Wallet;
  entry: Entry;
  journal: JournalRecord;
  operation: Operation;
  claim: Claim;
  card: Card;
  issuerCardOwner: IssuerCardOwner;
  cardTransaction: CardTransaction;
  marker: Marker;
  movement: Movement;
  deposit: Deposit;
  event: StoredEvent;
  referralAccount: ReferralAccount;
  reward: Reward;
  depositSources: DepositSources;
  platformFigures: PlatformFigures;
  userFigures: UserFigures;
  countedRecord: CountedRecord;
  leaders: Leaders;
  reconciliation: Reconciliation;
};

/** The kinds of entities. */
export type EntityKind = keyof Entities;

/** What identifies an entity of each kind. */
export type EntityKeys = {
  user: Pick<User, 'userId'>;
  emailOwner: Pick<EmailOwner, 'emailHash'>;
  audit: Pick<AuditRecord, 'subjectId' | 'auditId'>;
  searchTerm: Pick<SearchTerm, 'term' | 'userId'>;
  emailVerification: Pick<EmailVerification, 'codeHash'>;
  challenge: Pick<Challenge, 'userId' | 'purpose'>;
  passwordReset: Pick<PasswordReset, 'userId'>;
  session: Pick<Session, 'sessionId'>;
  rateCounter: Pick<RateCounter, 'counterId'>;
  wallet: Pick<Wallet, 'userId'>;
  entry: Pick<Entry, 'ownerId' | 'sequence'>;
  journal: Pick<JournalRecord, 'journalId'>;
  operation: Pick<Operation, 'operationId'>;
  claim: Pick<Claim, 'userId' | 'routeId' | 'keyHash'>;
  card: Pick<Card, 'userId' | 'cardId'>;
  issuerCardOwner: Pick<IssuerCardOwner, 'issuerCardId'>;
  cardTransaction: Pick<CardTransaction, 'cardId' | 'number'>;
  marker: Pick<Marker, 'markerId'>;
  movement: Pick<Movement, 'userId' | 'subjectId'>;
  deposit: Pick<Deposit, 'depositId'>;
  event: Pick<StoredEvent, 'eventId'>;
  referralAccount: Pick<ReferralAccount, 'userId'>;
  reward: Pick<Reward, 'refereeId' | 'event'>;
  depositSources: Pick<DepositSources, 'userId'>;
  platformFigures: Pick<PlatformFigures, 'day' | 'shard'>;
  userFigures: Pick<UserFigures, 'userId'>;
  countedRecord: Pick<CountedRecord, 'recordId'>;
  leaders: Pick<Leaders, 'board'>;
  reconciliation: Pick<Reconciliation, 'mode'>;
};

/** Kinds that change after they were written. */
export type MutableKind = {
  [K in EntityKind]: Entities[K] extends { readonly version: number } ? K : never;
}[EntityKind];
