import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** Maximum time that the answer waits for the card issuer, in milliseconds. The sweeper goes on afterwards. */
const patienceMs = 3_000;

/**
 * Tries to have a person whose address was just confirmed registered with the card issuer before the answer leaves: they
 * may want a card at once. What fails here the sweeper does later.
 */
export async function tryRegisterCardholder(needs: Needs, operationId: Id<'operation'>): Promise<void> {
  try {
    await driveOperation(needs, operationId, { untilMs: needs.clock.now() + patienceMs });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.name : 'unknown';
    needs.log.warn('registration left to the sweeper', { operationId, error });
  }
}
