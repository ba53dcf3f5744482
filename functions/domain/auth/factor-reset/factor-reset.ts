import type * as z from 'zod/mini';
import type { FactorReset as FactorResetSchema } from '#shared/contract/factor-resets.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { FactorReset, FactorResetApproval } from '#functions/ports/entities/factors.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Store, Write } from '#functions/ports/store.ts';
import { addressesOf } from '#functions/domain/admin/addresses-of.ts';
import { auditWrite, type AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { staffRoleOf } from '#functions/domain/admin/staff-role-of.ts';
import { hourMs } from '#functions/domain/durations.ts';

/** Delay between the approval of a reset and the removal of the factors, in milliseconds. */
export const resetWaitMs = 72 * hourMs;

/** Time to live of a proposal that nobody approved, in milliseconds. */
const proposalMs = 72 * hourMs;

/** Returns the reset of a person's factors that is under way: proposed not long ago, or approved and not done. */
export function waitingReset({ factorReset }: Pick<User, 'factorReset'>, nowMs: number): FactorReset | undefined {
  if (factorReset === undefined || isEnded(factorReset)) return undefined;
  const isGone = factorReset.approval === undefined && nowMs >= factorReset.proposedAtMs + proposalMs;
  return isGone ? undefined : factorReset;
}

/** Returns the approval of a reset that is approved, not done and not canceled. */
export function waitingApproval({ factorReset }: Pick<User, 'factorReset'>): FactorResetApproval | undefined {
  return factorReset === undefined || isEnded(factorReset) ? undefined : factorReset.approval;
}

/** True for a reset that was done or canceled: only its mail is still due. */
function isEnded({ approval }: FactorReset): boolean {
  return approval?.doneAtMs !== undefined || approval?.canceledAtMs !== undefined;
}

/**
 * Returns the changes that cancel a reset that is under way. The cancellation of an approved one makes a mail to its
 * owner due, which the job `remind-people` sends: no process that dies loses it. A proposal ends without a mail, because
 * its owner has not heard of it.
 */
export function canceledReset(reset: FactorReset, nowMs: number): Pick<User, 'factorReset'> {
  const { approval } = reset;
  return approval === undefined
    ? { factorReset: undefined }
    : { factorReset: { ...reset, approval: { ...approval, dueAtMs: nowMs, canceledAtMs: nowMs } } };
}

/** The record that a reset was canceled. */
export function canceledWrite(
  needs: AuditNeeds,
  reset: FactorReset,
  who: { readonly actorId: User['userId']; readonly userId: User['userId'] },
): Write {
  return auditWrite(needs, {
    action: 'factor-reset',
    actorId: who.actorId,
    subjectId: who.userId,
    before: { status: reset.approval === undefined ? 'proposed' : 'approved' },
    after: { status: 'canceled' },
    reason: undefined,
  });
}

/** True for staff who may order a reset. */
export function mayReset(user: User): boolean {
  const isActive = user.isVerified && !user.isSuspended && !user.isLockedUntilReset;
  return staffRoleOf(user) === 'admin' && isActive;
}

/** Returns the token of the link that cancels a reset. It names its person. */
export async function cancelTokenOf(
  { keys }: Pick<Services, 'keys'>,
  userId: User['userId'],
  { cancelId }: Pick<FactorResetApproval, 'cancelId'>,
): Promise<string> {
  return `${userId}.${await keys.codeHash('factor-reset', JSON.stringify([userId, cancelId]))}`;
}

/** Describes a reset for staff, with the present addresses of the two admins. */
export async function describeFactorReset(
  store: Pick<Store, 'getMany'>,
  { proposedBy, proposedAtMs, reason, approval }: FactorReset,
): Promise<z.input<typeof FactorResetSchema>> {
  const addresses = await addressesOf(store, [proposedBy, ...(approval === undefined ? [] : [approval.approvedBy])]);
  return {
    status: approval === undefined ? 'waiting_for_second' : 'waiting',
    proposedBy,
    proposedByEmail: addresses.get(proposedBy) ?? null,
    proposedAt: new Date(proposedAtMs).toISOString(),
    reason,
    approvedBy: approval?.approvedBy ?? null,
    approvedByEmail: approval === undefined ? null : (addresses.get(approval.approvedBy) ?? null),
    executesAt: approval === undefined ? null : new Date(approval.executesAtMs).toISOString(),
  };
}
