import { createHash } from 'node:crypto';
import type { Id } from '#shared/ids.ts';
import type { Entities, EntityKeys, EntityKind } from '#functions/ports/entities.ts';
import { journalShards } from '#functions/ports/store.ts';

/** Primary key of an item. */
export type ItemKey = { readonly pk: string; readonly sk: string };

const ulidOf = (id: string): string => id.slice(id.indexOf('_') + 1);
const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

/** The whole table on one page: where each kind of entity lies. Whose it is, is in the key: a stranger's is not found by construction. */
export const keyOf: { readonly [K in EntityKind]: (key: EntityKeys[K]) => ItemKey } = {
  user: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'PROFILE' }),
  emailOwner: ({ emailHash }) => ({ pk: `EMAIL#${emailHash}`, sk: 'OWNER' }),
  emailVerification: ({ codeHash }) => ({ pk: `VERIFY#${codeHash}`, sk: 'CODE' }),
  session: ({ sessionId }) => ({ pk: `SESSION#${sessionId}`, sk: 'SESSION' }),
  rateCounter: ({ counterId }) => ({ pk: `RATE#${counterId}`, sk: 'COUNT' }),
  wallet: ({ userId }) => ({ pk: `ACCOUNT#${userId}`, sk: 'BALANCE' }),
  entry: ({ ownerId, sequence }) => ({ pk: `ACCOUNT#${ownerId}`, sk: `ENTRY#${padded(sequence, 16)}` }),
  journal: ({ journalId }) => ({ pk: `JOURNAL#${journalId}`, sk: 'RECORD' }),
  operation: ({ operationId }) => ({ pk: `OPERATION#${operationId}`, sk: 'OPERATION' }),
  claim: ({ userId, routeId, keyHash }) => ({ pk: `CLAIM#${userId}#${routeId}#${keyHash}`, sk: 'CLAIM' }),
  card: ({ userId, cardId }) => ({ pk: `USER#${userId}`, sk: `CARD#${cardId}` }),
  issuerCardOwner: ({ issuerCardId }) => ({ pk: `ISSUERCARD#${issuerCardId}`, sk: 'OWNER' }),
  cardTransaction: ({ cardId, number }) => ({ pk: `CARD#${cardId}`, sk: `TRANSACTION#${padded(number, 10)}` }),
  marker: ({ markerId }) => ({ pk: `MARKER#${markerId}`, sk: 'MARKER' }),
  movement: ({ userId, subjectId }) => ({ pk: `USER#${userId}`, sk: `MOVEMENT#${ulidOf(subjectId)}` }),
  deposit: ({ depositId }) => ({ pk: `DEPOSIT#${depositId}`, sk: 'DEPOSIT' }),
  event: ({ eventId }) => ({ pk: `EVENT#${eventId}`, sk: 'EVENT' }),
  referralAccount: ({ userId }) => ({ pk: `ACCOUNT#referral:${userId}`, sk: 'BALANCE' }),
  // Under the person who was referred, so that nothing of one referrer's is written to one partition.
  reward: ({ refereeId, event }) => ({ pk: `REWARD#${refereeId}`, sk: event }),
  depositSources: ({ userId }) => ({ pk: `USER#${userId}`, sk: 'SOURCES' }),
};

/** How many partitions the `due` index of each kind is spread over. */
export const dueShards = 4;

/** Kinds that the scheduled jobs look for. */
export type DueKind = 'operation' | 'deposit' | 'card' | 'reward' | 'referralAccount';

/** The partition of the `due` index: `DUE#operation#2`. */
export function duePartition(kind: DueKind, shard: number): string {
  return `DUE#${kind}#${shard}`;
}

function dueKeys(kind: DueKind, id: string, dueAtMs: number | undefined): Record<string, string> {
  if (dueAtMs === undefined) return {};
  const shard = createHash('sha256').update(id).digest().readUInt8(0) % dueShards;
  return { gsi2pk: duePartition(kind, shard), gsi2sk: `${padded(dueAtMs, 14)}#${id}` };
}

/** The partition of one shard of one day of the journal. */
export function journalPartition(day: string, shard: number): string {
  return `JOURNAL#${day}#${shard}`;
}

/** The partition of a referrer's rewards in their order: `REFERRER#usr_…`. */
export function rewardPartition(referrerId: Id<'user'>): string {
  return `REFERRER#${referrerId}`;
}

function journalKeys(record: Entities['journal']): Record<string, string> {
  const shard = createHash('sha256').update(record.journalId).digest().readUInt8(0) % journalShards;
  const day = new Date(record.atMs).toISOString().slice(0, 10);
  return { gsi1pk: journalPartition(day, shard), gsi1sk: `${padded(record.atMs, 14)}#${record.journalId}` };
}

const ttl = (expiresAtMs: number): Record<string, number> => ({ ttlAtSeconds: Math.ceil(expiresAtMs / 1000) });

/** Attributes that an entity has beside its own: index keys, sparse where nothing asks for it, and its time to live. */
export function indexAttributes<K extends EntityKind>(kind: K, value: Entities[K]): Record<string, string | number> {
  switch (kind) {
    case 'operation': {
      const { operationId, dueAtMs } = value as Entities['operation'];
      return dueKeys('operation', operationId, dueAtMs);
    }
    case 'deposit': {
      const { depositId, dueAtMs } = value as Entities['deposit'];
      return dueKeys('deposit', depositId, dueAtMs);
    }
    case 'card': {
      const { cardId, dueAtMs } = value as Entities['card'];
      return dueKeys('card', cardId, dueAtMs);
    }
    case 'referralAccount': {
      const { userId, dueAtMs } = value as Entities['referralAccount'];
      return dueKeys('referralAccount', userId, dueAtMs);
    }
    case 'reward': {
      const { rewardId, referrerId, dueAtMs } = value as Entities['reward'];
      return { gsi1pk: rewardPartition(referrerId), gsi1sk: rewardId, ...dueKeys('reward', rewardId, dueAtMs) };
    }
    case 'journal':
      return journalKeys(value as Entities['journal']);
    case 'emailVerification':
    case 'session':
    case 'rateCounter':
    case 'claim':
    case 'event':
      return ttl((value as { readonly expiresAtMs: number }).expiresAtMs);
    default:
      return {};
  }
}

/** Every question asked of the table beside reading an entity by its key. A list that is not here does not exist. */
export const patterns = [
  { ask: "a user's cards", use: 'table', pk: 'USER#<userId>', sk: 'begins_with CARD#' },
  { ask: "a user's movements, newest first", use: 'table', pk: 'USER#<userId>', sk: 'begins_with MOVEMENT#' },
  { ask: "a page of a card's transactions, highest number first", use: 'table', pk: 'CARD#<cardId>', sk: 'between' },
  { ask: "an account's entries, in order", use: 'table', pk: 'ACCOUNT#<ownerId>', sk: 'begins_with ENTRY#' },
  { ask: "a referrer's rewards, newest first", use: 'gsi1', pk: 'REFERRER#<userId>', sk: '< cursor' },
  { ask: 'what is due, oldest first', use: 'gsi2', pk: 'DUE#<kind>#<0..3>', sk: '<= now' },
  { ask: 'the journal of a day', use: 'gsi1', pk: 'JOURNAL#<day>#<0..7>', sk: 'in order' },
] as const;
