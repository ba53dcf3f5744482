import type { EmailOwner, EmailReservation, SearchTerm, User } from './entities/accounts.ts';
import type { Adjustment, AdjustmentBudget } from './entities/adjustments.ts';
import type { AuditRecord, AuditWords } from './entities/audit.ts';
import type { Entry, JournalRecord, Marker, ActivityLine, Wallet } from './entities/books.ts';
import type { CardCodes, CardCodesKey } from './entities/card-codes.ts';
import type { Card, CardOwner, CardTransaction, IssuerCardOwner } from './entities/cards.ts';
import type { Case, CaseMessage, OpenCases } from './entities/cases.ts';
import type { Checkpoint, DayCheckpoint } from './entities/checkpoints.ts';
import type { Closing, Erasure, FormerMailbox } from './entities/closing.ts';
import type { Deposit, DepositReference, DepositSources, OpenDeposits, StoredEvent } from './entities/deposits.ts';
import type { Factors } from './entities/factors.ts';
import type { FloatHour, FloatReading } from './entities/float.ts';
import type { Notification, NotificationState } from './entities/notifications.ts';
import type { Claim, Operation } from './entities/operations.ts';
import type { Reconciliation } from './entities/reconciliation.ts';
import type { ReferralAccount, ReferredMailbox, Reward } from './entities/referrals.ts';
import type { Challenge, EmailVerification, PasswordReset, RateCounter, Session, SignUps } from './entities/sign-in.ts';
import type { TreasuryMove } from './entities/treasury.ts';
import type { DailyReport } from './entities/reports.ts';
import type { Settings } from './entities/settings.ts';
import type { Subscriptions } from './entities/subscriptions.ts';
import type { Ticket } from './entities/tickets.ts';
import type { CountedRecord, Leaders, PlatformStatistics, UserStatistics } from './entities/statistics.ts';

/**
 * Everything that is stored, in the domain's words. Mutable entities carry `version`: every write names the version it
 * was computed from, so a decision is only stored while what it was decided on still holds. The others are written
 * once.
 */

/** Every kind of entity with its shape. */
export type Entities = {
  user: User;
  emailOwner: EmailOwner;
  emailReservation: EmailReservation;
  searchTerm: SearchTerm;
  audit: AuditRecord;
  auditWords: AuditWords;
  emailVerification: EmailVerification;
  signUps: SignUps;
  challenge: Challenge;
  passwordReset: PasswordReset;
  session: Session;
  factors: Factors;
  rateCounter: RateCounter;
  wallet: Wallet;
  entry: Entry;
  journal: JournalRecord;
  operation: Operation;
  claim: Claim;
  card: Card;
  issuerCardOwner: IssuerCardOwner;
  cardOwner: CardOwner;
  cardTransaction: CardTransaction;
  cardCodes: CardCodes;
  cardCodesKey: CardCodesKey;
  marker: Marker;
  movement: ActivityLine;
  deposit: Deposit;
  depositReference: DepositReference;
  event: StoredEvent;
  referralAccount: ReferralAccount;
  reward: Reward;
  depositSources: DepositSources;
  openDeposits: OpenDeposits;
  platformFigures: PlatformStatistics;
  userFigures: UserStatistics;
  countedRecord: CountedRecord;
  leaders: Leaders;
  reconciliation: Reconciliation;
  checkpoint: Checkpoint;
  dayCheckpoint: DayCheckpoint;
  float: FloatReading;
  floatHour: FloatHour;
  dailyReport: DailyReport;
  settings: Settings;
  notification: Notification;
  notificationState: NotificationState;
  subscriptions: Subscriptions;
  closing: Closing;
  case: Case;
  caseMessage: CaseMessage;
  openCases: OpenCases;
  erasure: Erasure;
  formerMailbox: FormerMailbox;
  referredMailbox: ReferredMailbox;
  ticket: Ticket;
  adjustment: Adjustment;
  adjustmentBudget: AdjustmentBudget;
  treasuryMove: TreasuryMove;
};

/** The kinds of entities. */
export type EntityKind = keyof Entities;

/** The key of an entity of each kind. */
export type EntityKeys = {
  user: Pick<User, 'userId'>;
  emailOwner: Pick<EmailOwner, 'emailHash'>;
  emailReservation: Pick<EmailReservation, 'emailHash'>;
  audit: Pick<AuditRecord, 'subjectId' | 'auditId'>;
  auditWords: Pick<AuditWords, 'subjectId' | 'auditId'>;
  searchTerm: Pick<SearchTerm, 'term' | 'userId'>;
  emailVerification: Pick<EmailVerification, 'codeHash'>;
  signUps: Pick<SignUps, 'emailHash'>;
  challenge: Pick<Challenge, 'userId' | 'purpose'>;
  passwordReset: Pick<PasswordReset, 'userId'>;
  session: Pick<Session, 'sessionId'>;
  factors: Pick<Factors, 'userId'>;
  rateCounter: Pick<RateCounter, 'counterId'>;
  wallet: Pick<Wallet, 'userId'>;
  entry: Pick<Entry, 'ownerId' | 'sequence'>;
  journal: Pick<JournalRecord, 'journalId'>;
  operation: Pick<Operation, 'operationId'>;
  claim: Pick<Claim, 'userId' | 'routeId' | 'keyHash'>;
  card: Pick<Card, 'userId' | 'cardId'>;
  issuerCardOwner: Pick<IssuerCardOwner, 'issuerCardId'>;
  cardOwner: Pick<CardOwner, 'cardId'>;
  cardTransaction: Pick<CardTransaction, 'cardId' | 'number'>;
  cardCodes: Pick<CardCodes, 'cardId'>;
  cardCodesKey: Pick<CardCodesKey, 'cardId'>;
  marker: Pick<Marker, 'markerId'>;
  movement: Pick<ActivityLine, 'userId' | 'subjectId'>;
  deposit: Pick<Deposit, 'depositId'>;
  depositReference: Pick<DepositReference, 'reference' | 'depositId'>;
  event: Pick<StoredEvent, 'eventId'>;
  referralAccount: Pick<ReferralAccount, 'userId'>;
  reward: Pick<Reward, 'refereeId' | 'event'>;
  depositSources: Pick<DepositSources, 'userId'>;
  openDeposits: Pick<OpenDeposits, 'userId'>;
  platformFigures: Pick<PlatformStatistics, 'day' | 'shard'>;
  userFigures: Pick<UserStatistics, 'userId'>;
  countedRecord: Pick<CountedRecord, 'recordId'>;
  leaders: Pick<Leaders, 'board'>;
  reconciliation: Pick<Reconciliation, 'mode'>;
  checkpoint: Pick<Checkpoint, 'userId'>;
  dayCheckpoint: Pick<DayCheckpoint, 'day'>;
  float: Pick<FloatReading, 'currency'>;
  floatHour: Pick<FloatHour, 'hour'>;
  dailyReport: Pick<DailyReport, 'slot'>;
  settings: Pick<Settings, 'scope'>;
  notification: Pick<Notification, 'userId' | 'notificationId'>;
  notificationState: Pick<NotificationState, 'userId'>;
  subscriptions: Pick<Subscriptions, 'userId'>;
  closing: Pick<Closing, 'userId'>;
  case: Pick<Case, 'caseId'>;
  caseMessage: Pick<CaseMessage, 'caseId' | 'number'>;
  openCases: Pick<OpenCases, 'userId'>;
  erasure: Pick<Erasure, 'userId'>;
  formerMailbox: Pick<FormerMailbox, 'mailboxHash'>;
  referredMailbox: Pick<ReferredMailbox, 'mailboxHash'>;
  ticket: Pick<Ticket, 'ticketId'>;
  adjustment: Pick<Adjustment, 'adjustmentId'>;
  adjustmentBudget: Pick<AdjustmentBudget, 'userId'>;
  treasuryMove: Pick<TreasuryMove, 'moveId'>;
};

/** Kinds that change after they were written. */
export type MutableKind = {
  [K in EntityKind]: Entities[K] extends { readonly version: number } ? K : never;
}[EntityKind];
