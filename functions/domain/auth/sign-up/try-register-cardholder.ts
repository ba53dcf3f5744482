import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { failureName } from '#functions/domain/failure-text.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** Maximum time that the reply waits for the card issuer, in milliseconds. The sweeper goes on afterwards. */
const patienceMs = 3_000;

/**
 * Tries to register a person whose address was just confirmed with the card issuer before the reply leaves, because
 * they may want a card at once. The sweeper retries after a failure.
 */
export async function tryRegisterCardholder(needs: Needs, operationId: Id<'operation'>): Promise<void> {
  try {
    await driveOperation(needs, operationId, { untilMs: needs.clock.now() + patienceMs });
  } catch (thrown) {
    const error = failureName(thrown);
    needs.log.warn('registration left to the sweeper', { operationId, error });
  }
}
