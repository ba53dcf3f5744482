import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { wantedOf } from '../cards/frozen-reasons.ts';
import type { Turn } from './operation-steps.ts';
import { update, type Store, type Write } from '#functions/ports/store.ts';

/*
 * Loads of one card leave in the order of their requests. The issuer takes one load of a card in five minutes. Without
 * an order, any load could win each opening, and another could wait for hours.
 */

/** Time after which a request that was sent has been answered or is lost, in milliseconds. */
const inFlightMs = 15_000;

/** Returns the ids of the loads under way on a card, in the order of their requests. */
export function loadQueueOf({ loadQueue = [] }: Pick<Card, 'loadQueue'>): readonly Id<'operation'>[] {
  return loadQueue;
}

/**
 * Returns when a load may leave: once every earlier load of its card has left, and never to a card that was frozen
 * meanwhile.
 */
export async function turnOf(
  store: Pick<Store, 'get' | 'getMany'>,
  { operationId, userId, cardId }: Pick<Operation, 'operationId' | 'userId' | 'cardId'>,
  nowMs: number,
): Promise<Turn> {
  const card = cardId && (await store.get('card', { userId, cardId }));
  if (card && wantedOf(card) === 'frozen') return { never: 'card_frozen' };
  const queue = card ? loadQueueOf(card) : [];
  const before = queue.slice(0, Math.max(0, queue.indexOf(operationId)));
  if (before.length === 0) return 'now';
  const operations = await store.getMany(
    'operation',
    before.map((id) => ({ operationId: id })),
  );
  return operations.every((each) => each === undefined || hasLeft(each, nowMs)) ? 'now' : 'later';
}

/**
 * True when a load has left for good. While its answer may still say that the issuer is busy, it may return to its
 * place in the queue.
 */
function hasLeft({ state, isAccepted, lastSubmitAtMs }: Operation, nowMs: number): boolean {
  return state !== 'reserved' && (state !== 'submitted' || isAccepted || nowMs > lastSubmitAtMs + inFlightMs);
}

/** Returns the changes of a card when a load ends, and the write that makes the next load due. */
export async function leaveQueue(
  store: Pick<Store, 'get'>,
  card: Card,
  { operationId }: Pick<Operation, 'operationId'>,
  nowMs: number,
): Promise<{ readonly changes: Pick<Card, 'loadQueue'>; readonly writes: readonly Write[] }> {
  const loadQueue = loadQueueOf(card).filter((id) => id !== operationId);
  const [nextId] = loadQueue;
  const next = nextId && (await store.get('operation', { operationId: nextId }));
  const isAsleep = next?.state === 'reserved' && next.notBeforeMs <= nowMs && (next.dueAtMs ?? 0) > nowMs;
  return { changes: { loadQueue }, writes: isAsleep ? [update('operation', next, { dueAtMs: nowMs })] : [] };
}

/** Returns why a load has not left, in words for its owner; undefined for a load that has left, or may leave now. */
export function waitReasonOf(
  card: Pick<Card, 'loadQueue' | 'lastLoadAtMs'>,
  { operationId, kind, state, reason }: Pick<Operation, 'operationId' | 'kind' | 'state' | 'reason'>,
  nowMs: number,
): string | undefined {
  if (kind !== 'card_load' || state !== 'reserved') return undefined;
  const place = loadQueueOf(card).indexOf(operationId);
  const every = 'The card issuer takes one load of a card every few minutes';
  if (place === 1) return `${every}, and another one was asked for before.`;
  if (place > 1) return `${every}, and ${place} others were asked for before.`;
  const opensAtMs = (card.lastLoadAtMs ?? -Infinity) + limits.loadEveryMs;
  return reason ?? (opensAtMs > nowMs ? `${every}.` : undefined);
}

/**
 * Returns when a load is expected to be on its card, in milliseconds since 1970 UTC; undefined for a load that is not
 * under way.
 */
export function expectedAtMs(
  card: Pick<Card, 'loadQueue' | 'lastLoadAtMs'>,
  operation: Pick<Operation, 'operationId' | 'kind' | 'state' | 'notBeforeMs'>,
  nowMs: number,
): number | undefined {
  const { kind, state, operationId, notBeforeMs } = operation;
  if (kind !== 'card_load' || (state !== 'reserved' && state !== 'submitted')) return undefined;
  const place = Math.max(0, loadQueueOf(card).indexOf(operationId));
  const opensAtMs = card.lastLoadAtMs === undefined ? 0 : card.lastLoadAtMs + limits.loadEveryMs;
  return Math.max(nowMs, notBeforeMs, state === 'reserved' ? opensAtMs : 0) + place * limits.loadEveryMs;
}
