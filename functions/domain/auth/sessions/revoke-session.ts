import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Write } from '#functions/ports/store.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { withRetries } from '#functions/domain/with-retries.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Ends a session for good, and records why. `alongside` adds writes to the transaction. Returns whether this call ended
 * it.
 */
export async function revokeSession(
  needs: Needs,
  sessionId: Session['sessionId'],
  why: 'signed-out' | 'wrong-proofs' | 'token-reused' = 'signed-out',
  alongside: () => Promise<readonly Write[]> = async () => [],
): Promise<boolean> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const session = await store.get('session', { sessionId });
    if (session === undefined || session.isRevoked) return false;
    await store.commit([
      update('session', session, { isRevoked: true, usedAtMs: clock.now() }),
      ownAuditWrite(needs, { userId: session.userId, action: 'session-ended', after: { why } }),
      ...(await alongside()),
    ]);
    return true;
  });
}
