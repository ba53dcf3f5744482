import { AppError } from '#shared/errors.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Services } from '#functions/ports/services.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { quotaWrites } from '../auth/quota.ts';
import { auditWrite } from './audit-write.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'requestId'>;

/**
 * A read of a person's data by staff. `about` is the item that was read, when it is not the person's file as a whole.
 */
type Reading = Pick<AuditRecord, 'actorId' | 'subjectId'> & {
  readonly action: 'person-read' | 'deposit-read' | 'webhook-read';
  readonly about?: NonNullable<AuditRecord['about']>;
};

/** Time within which further reads of one file by one admin add no record, in milliseconds: an open page reads again. */
const sameReadingMs = 10 * 60_000;

/** Records that an admin read a person's data. Within ten minutes one record stands for all reads of the same. */
export async function recordReading(needs: Needs, reading: Reading): Promise<void> {
  const { action, actorId, subjectId, about } = reading;
  const counterId = `${action}:${actorId}:${about ?? subjectId}`;
  await withRetries(needs, async () => {
    try {
      await commitForRetry(needs.store, [
        ...(await quotaWrites(needs, [{ counterId, max: 1, windowMs: sameReadingMs }])),
        auditWrite(needs, { ...reading, before: {}, after: {}, reason: undefined }),
      ]);
    } catch (thrown) {
      // An earlier record covers this read.
      if (!(thrown instanceof AppError)) throw thrown;
    }
  });
}
