import { idSchema, type Id } from '#shared/ids.ts';
import type { EventMessage } from '#functions/ports/queue.ts';
import type { Services } from '#functions/ports/services.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { reconcileCardState } from './reconcile-card-state.ts';

const prefix = 'closing:';

/** Timeout for driving a closing before its card is frozen instead, in milliseconds. */
const patienceMs = 5_000;

/** Returns the message that has a deleted card closed at the issuer, because its owner must not wait for that. */
function closingMessage(operationId: Id<'operation'>): EventMessage {
  return { version: 1, eventId: `${prefix}${operationId}` };
}

/** Returns the closing that a message of the issuer's queue is about; undefined for another message. */
export function closingOf(eventId: string): Id<'operation'> | undefined {
  if (!eventId.startsWith(prefix)) return undefined;
  return idSchema('operation').safeParse(eventId.slice(prefix.length)).data;
}

/** Has a deleted card closed at the issuer within seconds. Never throws: without it the sweeper does so within a minute. */
export async function tryCloseCard(
  { issuerEvents, log }: Pick<Services, 'log' | 'issuerEvents'>,
  operationId: Id<'operation'>,
): Promise<void> {
  try {
    await issuerEvents.send(closingMessage(operationId));
  } catch (thrown) {
    const detail = failureMessage(thrown);
    log.warn('closing left to the sweeper', { operationId, detail });
  }
}

/** Closes a deleted card at the issuer; freezes it there while the issuer does not close it. */
export async function closeCard(
  needs: Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>,
  operationId: Id<'operation'>,
): Promise<void> {
  const untilMs = needs.clock.now() + patienceMs;
  const { userId, cardId, state } = await driveOperation(needs, operationId, { untilMs });
  if (state !== 'settled' && cardId !== undefined) await reconcileCardState(needs, { userId, cardId });
}
