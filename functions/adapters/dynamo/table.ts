import { hash } from 'node:crypto';
import { encodeTime } from 'ulid';
import type { Id } from '#shared/ids.ts';
import type { Entities, EntityKeys, EntityKind } from '#functions/ports/entities.ts';
import type { OpenCaseState } from '#functions/ports/entities/cases.ts';
import { isInTransit } from '#functions/ports/in-transit.ts';
import { journalShards } from '#functions/ports/store.ts';
import { userDueAtMs } from '#functions/ports/user-due-at.ts';
import { waitingSinceMs, type WaitingKind } from '#functions/ports/waiting.ts';

/** Primary key of an item. */
export type ItemKey = { readonly pk: string; readonly sk: string };

/** The part of an id that sorts by time. */
export const ulidOf = (id: string): string => id.slice(id.indexOf('_') + 1);
const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

/** The place of a moment in what sorts by time. Nothing is from before 1970: an earlier moment has the first place. */
export function timePlace(atMs: number): string {
  return encodeTime(Math.max(0, Math.floor(atMs)));
}

/**
 * The whole table in one file: where each kind of entity lies. Where the key holds the owner, a stranger's item is not
 * found by construction.
 */
export const keyOf: { readonly [K in EntityKind]: (key: EntityKeys[K]) => ItemKey } = {
  user: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'PROFILE' }),
  emailOwner: ({ emailHash }) => ({ pk: `EMAIL#${emailHash}`, sk: 'OWNER' }),
  emailReservation: ({ emailHash }) => ({ pk: `EMAIL#${emailHash}`, sk: 'RESERVED' }),
  searchTerm: ({ term, userId }) => ({ pk: searchPartition(term), sk: `${term}#${userId}` }),
  emailVerification: ({ codeHash }) => ({ pk: `VERIFY#${codeHash}`, sk: 'CODE' }),
  signUps: ({ emailHash }) => ({ pk: `EMAIL#${emailHash}`, sk: 'SIGNUPS' }),
  challenge: ({ userId, purpose }) => ({ pk: `USER#${userId}`, sk: `CHALLENGE#${purpose}` }),
  passwordReset: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'RESET' }),
  audit: ({ subjectId, auditId }) => ({ pk: `AUDIT#${subjectId}`, sk: auditId }),
  // Not under AUDIT#: no function may remove anything there.
  auditWords: ({ subjectId, auditId }) => ({ pk: `WORDS#${subjectId}`, sk: auditId }),
  session: ({ sessionId }) => ({ pk: `SESSION#${sessionId}`, sk: 'SESSION' }),
  factors: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'FACTORS' }),
  rateCounter: ({ counterId }) => ({ pk: `RATE#${counterId}`, sk: 'COUNT' }),
  wallet: ({ userId }) => ({ pk: `ACCOUNT#${userId}`, sk: 'BALANCE' }),
  entry: ({ ownerId, sequence }) => ({ pk: `ACCOUNT#${ownerId}`, sk: `ENTRY#${padded(sequence, 16)}` }),
  journal: ({ journalId }) => ({ pk: `JOURNAL#${journalId}`, sk: 'RECORD' }),
  operation: ({ operationId }) => ({ pk: `OPERATION#${operationId}`, sk: 'OPERATION' }),
  claim: ({ userId, routeId, keyHash }) => ({ pk: `CLAIM#${userId}#${routeId}#${keyHash}`, sk: 'CLAIM' }),
  card: ({ userId, cardId }) => ({ pk: `USER#${userId}`, sk: `CARD#${cardId}` }),
  issuerCardOwner: ({ issuerCardId }) => ({ pk: `ISSUERCARD#${issuerCardId}`, sk: 'OWNER' }),
  cardOwner: ({ cardId }) => ({ pk: `CARD#${cardId}`, sk: 'OWNER' }),
  cardTransaction: ({ cardId, number }) => ({ pk: `CARD#${cardId}`, sk: `TRANSACTION#${padded(number, 10)}` }),
  cardCodes: ({ cardId }) => ({ pk: `CARD#${cardId}`, sk: 'CODES' }),
  cardCodesKey: ({ cardId }) => ({ pk: `CARD#${cardId}`, sk: 'CODESKEY' }),
  marker: ({ markerId }) => ({ pk: `MARKER#${markerId}`, sk: 'MARKER' }),
  movement: ({ userId, subjectId }) => ({ pk: `USER#${userId}`, sk: `MOVEMENT#${ulidOf(subjectId)}` }),
  deposit: ({ depositId }) => ({ pk: `DEPOSIT#${depositId}`, sk: 'DEPOSIT' }),
  depositReference: ({ reference, depositId }) => ({ pk: `REFERENCE#${reference}`, sk: depositId }),
  event: ({ eventId }) => ({ pk: `EVENT#${eventId}`, sk: 'EVENT' }),
  referralAccount: ({ userId }) => ({ pk: `ACCOUNT#referral:${userId}`, sk: 'BALANCE' }),
  // Under the referred person, so that the rewards of one referrer are not all written to one partition.
  reward: ({ refereeId, event }) => ({ pk: `REWARD#${refereeId}`, sk: event }),
  depositSources: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'SOURCES' }),
  openDeposits: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'OPENDEPOSITS' }),
  platformFigures: ({ day, shard }) => ({ pk: `FIGURES#${shard}`, sk: day }),
  userFigures: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'FIGURES' }),
  countedRecord: ({ recordId }) => ({ pk: `COUNTED#${recordId}`, sk: 'COUNTED' }),
  leaders: ({ board }) => ({ pk: `LEADERS#${board}`, sk: 'LEADERS' }),
  reconciliation: ({ mode }) => ({ pk: 'RECON', sk: mode }),
  checkpoint: ({ userId }) => ({ pk: `ACCOUNT#${userId}`, sk: 'CHECKPOINT' }),
  dayCheckpoint: ({ day }) => ({ pk: `CHECKPOINT#${day}`, sk: 'DAY' }),
  float: ({ currency }) => ({ pk: 'FLOAT', sk: currency }),
  floatHour: ({ hour }) => ({ pk: `FLOAT#${hour}`, sk: 'HOUR' }),
  dailyReport: ({ slot }) => ({ pk: `REPORT#${slot}`, sk: 'DAY' }),
  settings: ({ scope }) => ({ pk: 'SETTINGS', sk: scope }),
  // A partition of their own: reading a person's other items never reads past them.
  notification: ({ userId, notificationId }) => ({ pk: notificationPartition(userId), sk: notificationId }),
  notificationState: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'NOTIFICATIONS' }),
  subscriptions: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'SUBSCRIPTIONS' }),
  erasure: ({ userId }) => ({ pk: 'ERASURES', sk: userId }),
  formerMailbox: ({ mailboxHash }) => ({ pk: `EMAIL#${mailboxHash}`, sk: 'FORMER' }),
  referredMailbox: ({ mailboxHash }) => ({ pk: `EMAIL#${mailboxHash}`, sk: 'REFERRED' }),
  case: ({ caseId }) => ({ pk: `CASE#${caseId}`, sk: 'CASE' }),
  caseMessage: ({ caseId, number }) => ({ pk: `CASE#${caseId}`, sk: `MESSAGE#${padded(number, 10)}` }),
  openCases: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'OPENCASES' }),
  closing: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'CLOSING' }),
  ticket: ({ ticketId }) => ({ pk: `TICKET#${ticketId}`, sk: 'TICKET' }),
  adjustment: ({ adjustmentId }) => ({ pk: `ADJUSTMENT#${adjustmentId}`, sk: 'ADJUSTMENT' }),
  treasuryMove: ({ moveId }) => ({ pk: `TREASURY#${moveId}`, sk: 'MOVE' }),
  adjustmentBudget: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'ADJUSTMENTBUDGET' }),
};

/** The partition of the texts that begin with the same character as this one. */
export function searchPartition(text: string): string {
  return `SEARCH#${Array.from(text)[0] ?? ''}`;
}

/**
 * Number of partitions that each list of everybody is spread over. All of them are read and merged, so a page always
 * costs this number of queries, however long the list is and however old its items are.
 */
export const everybodyShards = 4;

/** Lists of everybody. */
export type EverybodyKind = 'user' | 'movement' | 'audit' | 'event';

/** The partition of one shard of a list of everybody: `ALL#movement#2`. */
export function everybodyPartition(kind: EverybodyKind, shard: number): string {
  return `ALL#${kind}#${shard}`;
}

function everybodyKeys(kind: EverybodyKind, id: string): Record<string, string> {
  return { gsi1pk: everybodyPartition(kind, shardOf(id, everybodyShards)), gsi1sk: ulidOf(id) };
}

/** Returns the shard of an id: a number below `shards`. */
function shardOf(id: string, shards: number): number {
  return Number.parseInt(hash('sha256', id).slice(0, 2), 16) % shards;
}

/** The partition of the acts of one actor: `ACTOR#usr_…`. */
export function actorPartition(actorId: Entities['audit']['actorId']): string {
  return `ACTOR#${actorId}`;
}

function auditKeys({ auditId, actorId }: Entities['audit']): Record<string, string> {
  return { ...everybodyKeys('audit', auditId), gsi2pk: actorPartition(actorId), gsi2sk: auditId };
}

/** The partition of the webhooks about one thing: `ABOUT#dep_…`. */
export function aboutPartition(about: string): string {
  return `ABOUT#${about}`;
}

/** The place of a webhook in the order of time. */
export function eventPlace({ receivedAtMs, eventId }: Pick<Entities['event'], 'receivedAtMs' | 'eventId'>): string {
  return `${timePlace(receivedAtMs)}#${eventId}`;
}

function eventKeys(event: Entities['event']): Record<string, string> {
  const { eventId, about } = event;
  const place = eventPlace(event);
  const listed = { gsi1pk: everybodyPartition('event', shardOf(eventId, everybodyShards)), gsi1sk: place };
  return about === undefined ? listed : { ...listed, gsi2pk: aboutPartition(about), gsi2sk: place };
}

/** The partition of a person's notifications: `NOTIFICATIONS#usr_…`. */
export function notificationPartition(userId: Id<'user'>): string {
  return `NOTIFICATIONS#${userId}`;
}

/** The partition of payments and refunds of a person's cards: `CARDLINES#usr_…`. */
export function cardLinesPartition(userId: Id<'user'>): string {
  return `CARDLINES#${userId}`;
}

/** Kinds of card lines that no line of the account's activity shows. */
const ofCardAlone: ReadonlySet<string> = new Set(['purchase', 'reversal', 'refund', 'fee']);

/** The partition of the cards whose numbers end with these digits: `LAST4#4242`. */
export function lastFourPartition(last4Digits: string): string {
  return `LAST4#${last4Digits}`;
}

/** The partition of everybody's activity lines of an amount, in the order of time: `AMOUNT#7550`. */
export function amountPartition(amountCents: number): string {
  return `AMOUNT#${amountCents}`;
}

function lineKeys({ subjectId, amountCents }: Entities['movement']): Record<string, string> {
  return {
    ...everybodyKeys('movement', subjectId),
    gsi2pk: amountPartition(amountCents),
    gsi2sk: ulidOf(subjectId),
  };
}

/**
 * Returns the index attributes that an older item of this kind and form lacks. `bin/index-amounts.ts` adds them to
 * activity lines and deposits with refused money, and the next read at the provider to deposits in transit.
 */
export function laterPlaces(kind: EntityKind, { gsi1pk }: Readonly<Record<string, unknown>>): readonly string[] {
  if (kind === 'movement' || kind === 'cardTransaction') return ['gsi2pk', 'gsi2sk'];
  if (kind !== 'deposit') return [];
  return gsi1pk === refusedPartition || String(gsi1pk).startsWith(transit) ? ['gsi1pk', 'gsi1sk'] : [];
}

/** The partition of the card lines that have this reference at the issuer: `CARDREFERENCE#9E21-44C7`. */
export function cardReferencePartition(reference: string): string {
  return `CARDREFERENCE#${reference}`;
}

/** Index keys of a card line, in the same order of time as the ids of activity lines: both lists share a cursor. */
function cardLineKeys({
  userId,
  kind,
  cardId,
  number,
  reference,
  atMs,
}: Entities['cardTransaction']): Record<string, string> {
  if (userId === undefined || !ofCardAlone.has(kind)) return {};
  const place = `${timePlace(atMs)}#${cardId}#${padded(number, 10)}`;
  return {
    gsi1pk: cardLinesPartition(userId),
    gsi1sk: place,
    gsi2pk: cardReferencePartition(reference),
    gsi2sk: place,
  };
}

/** Number of partitions that the `due` index of each kind is spread over. */
export const dueShards = 4;

/** Kinds that the scheduled jobs look for. */
export type DueKind =
  | 'operation'
  | 'deposit'
  | 'card'
  | 'wallet'
  | 'user'
  | 'reward'
  | 'referralAccount'
  | 'notification'
  | 'cardCodesKey'
  | 'subscriptions'
  | 'closing';

/** The partition of the `due` index: `DUE#operation#2`. */
export function duePartition(kind: DueKind, shard: number): string {
  return `DUE#${kind}#${shard}`;
}

function dueKeys(kind: DueKind, id: string, dueAtMs: number | undefined): Record<string, string> {
  if (dueAtMs === undefined) return {};
  return { gsi2pk: duePartition(kind, shardOf(id, dueShards)), gsi2sk: `${padded(dueAtMs, 14)}#${id}` };
}

/**
 * The partition of the cards that are to be caught up: `CATCHUP#2`. They have an index of their own, so that no due
 * freeze waits behind them.
 */
export function catchUpPartition(shard: number): string {
  return `CATCHUP#${shard}`;
}

function catchUpKeys(cardId: string, catchUpAtMs: number | undefined): Record<string, string> {
  if (catchUpAtMs === undefined) return {};
  return { gsi1pk: catchUpPartition(shardOf(cardId, dueShards)), gsi1sk: `${padded(catchUpAtMs, 14)}#${cardId}` };
}

/** The partition of items that wait for staff: `WAITS#deposit#2`. */
export function waitingPartition(kind: WaitingKind, shard: number): string {
  return `WAITS#${kind}#${shard}`;
}

function waitingKeys(kind: WaitingKind, id: string, sinceMs: number | undefined): Record<string, string> {
  if (sinceMs === undefined) return {};
  return { gsi1pk: waitingPartition(kind, shardOf(id, dueShards)), gsi1sk: `${padded(sinceMs, 14)}#${id}` };
}

const transit = 'TRANSIT#';

/** The partition of the deposits in transit that do not wait for staff: `TRANSIT#2`. */
export function transitPartition(shard: number): string {
  return `${transit}${shard}`;
}

/** The partition of the deposits of which something is refused. Staff refuse it, a few a day. */
export const refusedPartition = 'REFUSED';

/** Index keys of a deposit that waits, is in transit or has refused money: in the first of these lists only. */
function depositListKeys(deposit: Entities['deposit']): Record<string, string> {
  const { depositId, refusedCents = 0 } = deposit;
  const sinceMs = waitingSinceMs(deposit);
  if (sinceMs !== undefined) return waitingKeys('deposit', depositId, sinceMs);
  if (isInTransit(deposit)) return { gsi1pk: transitPartition(shardOf(depositId, dueShards)), gsi1sk: depositId };
  return refusedCents === 0 ? {} : { gsi1pk: refusedPartition, gsi1sk: depositId };
}

/** The partition of one shard of one day of the journal. */
export function journalPartition(day: string, shard: number): string {
  return `JOURNAL#${day}#${shard}`;
}

/** Number of partitions that the ranking of depositors is spread over. */
export const fundedShards = 4;

/** A partition of the ranking of depositors, ordered by their total: `FUNDED#2`. */
export function fundedPartition(shard: number): string {
  return `FUNDED#${shard}`;
}

function fundedKeys({ userId, fundedCents }: Entities['userFigures']): Record<string, string> {
  if (fundedCents <= 0) return {};
  const shard = shardOf(userId, fundedShards);
  return { gsi1pk: fundedPartition(shard), gsi1sk: `${padded(fundedCents, 16)}#${userId}` };
}

/** The partition of a person's sessions that were not signed out: `SESSIONS#usr_…`. */
export function sessionPartition(userId: Id<'user'>): string {
  return `SESSIONS#${userId}`;
}

/** The partition of a referrer's rewards in their order: `REFERRER#usr_…`. */
export function rewardPartition(referrerId: Id<'user'>): string {
  return `REFERRER#${referrerId}`;
}

/** The partition of a referrer's referrals that staff have to look at: `HELD#usr_…`. */
export function heldPartition(referrerId: Id<'user'>): string {
  return `HELD#${referrerId}`;
}

/** Index keys of a due or held reward. One that is both is listed as due only: taking it back goes first. */
function heldOrDueKeys({ rewardId, referrerId, dueAtMs, review }: Entities['reward']): Record<string, string> {
  if (dueAtMs !== undefined || review?.state !== 'held') return dueKeys('reward', rewardId, dueAtMs);
  return { gsi2pk: heldPartition(referrerId), gsi2sk: rewardId };
}

/** The partition of a person's cases: `CASES#usr_…`. */
export function personCasesPartition(userId: Id<'user'>): string {
  return `CASES#${userId}`;
}

/** The partition of everybody's cases that are open and in this state. One is enough: a person has ten at most. */
export function openCasesPartition(state: OpenCaseState): string {
  return `OPENCASES#${state}`;
}

/** The partition of all adjustments: people make them, a few a day. */
export const adjustmentsPartition = 'ADJUSTMENTS';

function caseKeys({ caseId, userId, state, sinceMs }: Entities['case']): Record<string, string> {
  const listed = { gsi1pk: personCasesPartition(userId), gsi1sk: caseId };
  if (state === 'closed') return listed;
  return { ...listed, gsi2pk: openCasesPartition(state), gsi2sk: `${padded(sinceMs, 14)}#${caseId}` };
}

function journalKeys(record: Entities['journal']): Record<string, string> {
  const shard = shardOf(record.journalId, journalShards);
  const day = new Date(record.atMs).toISOString().slice(0, 10);
  return { gsi1pk: journalPartition(day, shard), gsi1sk: `${padded(record.atMs, 14)}#${record.journalId}` };
}

/** The sort key just before a day's journal records from a moment on; without a moment, before all its records. */
export function journalPlace(fromMs: number | undefined): string {
  return fromMs === undefined ? ' ' : padded(fromMs, 14);
}

const ttl = (expiresAtMs: number): Record<string, number> => ({ ttlAtSeconds: Math.ceil(expiresAtMs / 1000) });

/** Attributes that the table adds to an entity: index keys, left out where no list needs the item, and time to live. */
export function indexAttributes<K extends EntityKind>(kind: K, value: Entities[K]): Record<string, string | number> {
  switch (kind) {
    case 'user': {
      const user = value as Entities['user'];
      const { userId } = user;
      return { ...everybodyKeys('user', userId), ...dueKeys('user', userId, userDueAtMs(user)) };
    }
    case 'movement':
      return lineKeys(value as Entities['movement']);
    case 'cardTransaction':
      return cardLineKeys(value as Entities['cardTransaction']);
    case 'cardOwner': {
      const { cardId, last4Digits } = value as Entities['cardOwner'];
      return { gsi1pk: lastFourPartition(last4Digits), gsi1sk: cardId };
    }
    case 'audit':
      return auditKeys(value as Entities['audit']);
    case 'operation': {
      const operation = value as Entities['operation'];
      const { operationId, dueAtMs } = operation;
      return {
        ...dueKeys('operation', operationId, dueAtMs),
        ...waitingKeys('operation', operationId, waitingSinceMs(operation)),
      };
    }
    case 'deposit': {
      const deposit = value as Entities['deposit'];
      const { depositId, dueAtMs } = deposit;
      return { ...dueKeys('deposit', depositId, dueAtMs), ...depositListKeys(deposit) };
    }
    case 'card': {
      const { cardId, dueAtMs, catchUpAtMs } = value as Entities['card'];
      return { ...dueKeys('card', cardId, dueAtMs), ...catchUpKeys(cardId, catchUpAtMs) };
    }
    case 'wallet': {
      const { userId, dueAtMs } = value as Entities['wallet'];
      return dueKeys('wallet', userId, dueAtMs);
    }
    case 'referralAccount': {
      const { userId, dueAtMs } = value as Entities['referralAccount'];
      return dueKeys('referralAccount', userId, dueAtMs);
    }
    case 'reward': {
      const reward = value as Entities['reward'];
      return { gsi1pk: rewardPartition(reward.referrerId), gsi1sk: reward.rewardId, ...heldOrDueKeys(reward) };
    }
    case 'session': {
      const { sessionId, userId, isRevoked, expiresAtMs } = value as Entities['session'];
      const listed = isRevoked ? {} : { gsi1pk: sessionPartition(userId), gsi1sk: sessionId };
      return { ...listed, ...ttl(expiresAtMs) };
    }
    case 'notification': {
      const { notificationId, dueAtMs, expiresAtMs } = value as Entities['notification'];
      return { ...dueKeys('notification', notificationId, dueAtMs), ...ttl(expiresAtMs) };
    }
    case 'cardCodesKey': {
      const { cardId, dueAtMs, expiresAtMs } = value as Entities['cardCodesKey'];
      return { ...dueKeys('cardCodesKey', cardId, dueAtMs), ...ttl(expiresAtMs) };
    }
    case 'subscriptions': {
      const { userId, dueAtMs } = value as Entities['subscriptions'];
      return dueKeys('subscriptions', userId, dueAtMs);
    }
    case 'closing': {
      const { userId, dueAtMs } = value as Entities['closing'];
      return dueKeys('closing', userId, dueAtMs);
    }
    case 'ticket': {
      const ticket = value as Entities['ticket'];
      return waitingKeys('ticket', ticket.ticketId, waitingSinceMs(ticket));
    }
    case 'treasuryMove': {
      const move = value as Entities['treasuryMove'];
      return waitingKeys('treasuryMove', move.moveId, waitingSinceMs(move));
    }
    case 'adjustment': {
      const adjustment = value as Entities['adjustment'];
      const { adjustmentId } = adjustment;
      return {
        ...waitingKeys('adjustment', adjustmentId, waitingSinceMs(adjustment)),
        gsi2pk: adjustmentsPartition,
        gsi2sk: adjustmentId,
      };
    }
    case 'event': {
      const event = value as Entities['event'];
      return { ...eventKeys(event), ...ttl(event.expiresAtMs) };
    }
    case 'case':
      return caseKeys(value as Entities['case']);
    case 'journal':
      return journalKeys(value as Entities['journal']);
    case 'userFigures':
      return fundedKeys(value as Entities['userFigures']);
    case 'cardCodes':
    case 'countedRecord':
    case 'emailReservation':
    case 'emailVerification':
    case 'signUps':
    case 'challenge':
    case 'passwordReset':
    case 'rateCounter':
    case 'claim':
    case 'floatHour':
      return ttl((value as { readonly expiresAtMs: number }).expiresAtMs);
    default:
      return {};
  }
}

/** Every question asked of the table beside reading an entity by its key. A list that is not here does not exist. */
export const patterns = [
  { ask: "a user's cards", use: 'table', pk: 'USER#<userId>', sk: 'begins_with CARD#' },
  { ask: "a user's movements, newest first", use: 'table', pk: 'USER#<userId>', sk: 'begins_with MOVEMENT#' },
  { ask: "what a person's cards paid, newest first", use: 'gsi1', pk: 'CARDLINES#<userId>', sk: '< cursor' },
  { ask: 'everybody, newest first', use: 'gsi1', pk: 'ALL#user#<0..3>', sk: '< cursor' },
  { ask: "everybody's movements, newest first", use: 'gsi1', pk: 'ALL#movement#<0..3>', sk: '< cursor' },
  {
    ask: "everybody's movements of an amount, newest first",
    use: 'gsi2',
    pk: 'AMOUNT#<cents>',
    sk: 'between two times',
  },
  { ask: 'card lines of a reference at the issuer', use: 'gsi2', pk: 'CARDREFERENCE#<reference>', sk: 'in order' },
  { ask: "a person's audit records, newest first", use: 'table', pk: 'AUDIT#<userId>', sk: '< cursor' },
  { ask: 'webhooks, newest first', use: 'gsi1', pk: 'ALL#event#<0..3>', sk: '< cursor' },
  { ask: 'webhooks about one thing, newest first', use: 'gsi2', pk: 'ABOUT#<id>', sk: '< cursor' },
  { ask: 'what an actor did, newest first', use: 'gsi2', pk: 'ACTOR#<userId>', sk: '< cursor' },
  { ask: 'all audit records, newest first', use: 'gsi1', pk: 'ALL#audit#<0..3>', sk: '< cursor' },
  { ask: 'who has an email or name that begins so', use: 'table', pk: 'SEARCH#<character>', sk: 'begins_with' },
  { ask: 'cards by the end of their number, newest first', use: 'gsi1', pk: 'LAST4#<digits>', sk: '< cursor' },
  { ask: 'deposits by an id of the provider or a transfer', use: 'table', pk: 'REFERENCE#<id>', sk: 'in order' },
  { ask: "a page of a card's transactions, highest number first", use: 'table', pk: 'CARD#<cardId>', sk: 'between' },
  { ask: "an account's entries, in order", use: 'table', pk: 'ACCOUNT#<ownerId>', sk: 'begins_with ENTRY#' },
  { ask: "an account's last entries, newest first", use: 'table', pk: 'ACCOUNT#<ownerId>', sk: 'begins_with ENTRY#' },
  { ask: "a referrer's rewards, newest first", use: 'gsi1', pk: 'REFERRER#<userId>', sk: '< cursor' },
  { ask: "a referrer's referrals that are held, oldest first", use: 'gsi2', pk: 'HELD#<userId>', sk: 'in order' },
  { ask: "a person's sessions, newest first", use: 'gsi1', pk: 'SESSIONS#<userId>', sk: 'in order' },
  { ask: "a person's notifications, newest first", use: 'table', pk: 'NOTIFICATIONS#<userId>', sk: '< cursor' },
  { ask: "how many of a person's notifications are unread", use: 'table', pk: 'NOTIFICATIONS#<userId>', sk: '> read' },
  { ask: "a person's cases, newest first", use: 'gsi1', pk: 'CASES#<userId>', sk: '< cursor' },
  { ask: 'open cases in a state, longest first', use: 'gsi2', pk: 'OPENCASES#<state>', sk: '> cursor' },
  { ask: 'adjustments, newest first', use: 'gsi2', pk: 'ADJUSTMENTS', sk: '< cursor' },
  { ask: "a case's messages, in order", use: 'table', pk: 'CASE#<caseId>', sk: 'begins_with MESSAGE#' },
  { ask: 'cards to be caught up, oldest first', use: 'gsi1', pk: 'CATCHUP#<0..3>', sk: '<= now' },
  { ask: 'what waits for a person, oldest first', use: 'gsi1', pk: 'WAITS#<kind>#<0..3>', sk: 'in order' },
  { ask: 'deposits with refused money, newest first', use: 'gsi1', pk: 'REFUSED', sk: '< cursor' },
  { ask: 'deposits in transit', use: 'gsi1', pk: 'TRANSIT#<0..3>', sk: 'in order' },
  { ask: 'what is due, oldest first', use: 'gsi2', pk: 'DUE#<kind>#<0..3>', sk: '<= now' },
  { ask: 'how many accounts a day saw', use: 'gsi1', pk: 'ALL#user#<0..3>', sk: 'between two times' },
  { ask: 'who deposited most', use: 'gsi1', pk: 'FUNDED#<0..3>', sk: 'highest first' },
  { ask: 'all days of a shard of the figures', use: 'table', pk: 'FIGURES#<0..7>', sk: 'in order' },
  { ask: 'everybody who was erased, in the table of erasures', use: 'table', pk: 'ERASURES', sk: 'in order' },
  { ask: 'the journal of a day', use: 'gsi1', pk: 'JOURNAL#<day>#<0..7>', sk: 'in order' },
] as const;

/** The key of an entity of any kind. */
export function keyOfEntity<K extends EntityKind>(kind: K, id: EntityKeys[K]): ItemKey {
  return keyOf[kind](id);
}
