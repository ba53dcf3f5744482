import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { FactorReset, FactorResetApproval } from '#functions/ports/entities/factors.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Write } from '#functions/ports/store.ts';
import { auditWrites } from '#functions/domain/admin/audit-write.ts';
import { mailIdOf, sendUnlessRefused } from '#functions/domain/auth/send-mail.ts';
import { removeAllFactors } from '#functions/domain/auth/factors/restore-factors.ts';
import { factorResetMail, factorsKeptMail, factorsRemovedMail } from '#functions/domain/mails/factor-reset-mails.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { cancelTokenOf, resetWaitMs } from './factor-reset.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'log' | 'mailer' | 'settings'>;

/** Delay between two mails about one reset, in milliseconds. */
const mailEveryMs = dayMs;

/**
 * Does the due step of a person's reset: the daily mail, the mail about a cancellation or, when the wait is over, the
 * removal and its mail. A mail counts once it was sent: a process that dies in between sends it again, under the same
 * id, and nothing is removed while earlier mails fail. The removal happens once. The last mail of a reset may be refused
 * for good.
 */
export async function driveFactorReset(needs: Needs, userId: Id<'user'>): Promise<void> {
  const { store, clock, mailer, settings, keys, log } = needs;
  const user = await store.get('user', { userId });
  const approval = user?.factorReset?.approval;
  if (user === undefined || approval === undefined || approval.dueAtMs > clock.now()) return;
  const { siteUrl } = settings;
  const { email, firstname } = user;
  const { executesAtMs, dueAtMs } = approval;
  if (approval.canceledAtMs !== undefined) {
    const mail = factorsKeptMail({ siteUrl, firstname, atMs: approval.canceledAtMs });
    await sendUnlessRefused(needs, email, mail, { mail: 'factors-kept', userId, ofMs: executesAtMs });
    await advance(needs, { userId, seen: approval }, async () => ({ changes: { factorReset: undefined } }));
    return;
  }
  if (approval.doneAtMs === undefined && user.mailReturned !== undefined) {
    // Nobody warns the owner now: the whole wait begins again once mails arrive.
    const againAtMs = mailEveryMs + clock.now();
    const putOff = { ...approval, dueAtMs: againAtMs, executesAtMs: againAtMs + resetWaitMs };
    await advance(needs, { userId, seen: approval }, async (_, reset) => ({
      changes: { factorReset: { ...reset, approval: putOff } },
    }));
    log.info('factor reset put off: mails to its owner come back', { userId });
    return;
  }
  if (approval.doneAtMs === undefined && dueAtMs < executesAtMs) {
    const cancelToken = await cancelTokenOf({ keys }, userId, approval);
    const mailId = mailIdOf({ mail: 'factor-reset', userId, ofMs: dueAtMs });
    await mailer.send({ to: email, mailId, ...factorResetMail({ siteUrl, firstname, executesAtMs, cancelToken }) });
    const nextAtMs = Math.min(executesAtMs, clock.now() + mailEveryMs);
    await advance(needs, { userId, seen: approval }, async (_, reset) => ({
      changes: { factorReset: { ...reset, approval: { ...approval, dueAtMs: nextAtMs } } },
    }));
    return;
  }
  const done = approval.doneAtMs === undefined ? await removeFactors(needs, userId, approval) : approval;
  if (done?.doneAtMs === undefined) return;
  const mail = factorsRemovedMail({ siteUrl, firstname, atMs: done.doneAtMs });
  await sendUnlessRefused(needs, email, mail, { mail: 'factors-removed', userId, ofMs: executesAtMs });
  await advance(needs, { userId, seen: done }, async () => ({ changes: { factorReset: undefined } }));
}

/** Takes all factors off and ends every session. Returns the approval as it now is; undefined when another run was first. */
async function removeFactors(
  needs: Needs,
  userId: Id<'user'>,
  approval: FactorResetApproval,
): Promise<FactorResetApproval | undefined> {
  const nowMs = needs.clock.now();
  const done = { ...approval, dueAtMs: nowMs, doneAtMs: nowMs };
  const isDone = await advance(needs, { userId, seen: approval }, async (user, reset) => {
    const removed = await removeAllFactors(needs, user);
    return {
      changes: {
        ...removed.changes,
        // A password alone opens nothing that a factor protected before.
        isTwoFactorEnabled: true,
        twoFactorOffAtMs: undefined,
        factorReset: { ...reset, approval: done },
        sessionGeneration: user.sessionGeneration + 1,
        updatedAtMs: nowMs,
      },
      alongside: [
        ...removed.writes,
        ...auditWrites(needs, {
          action: 'factor-reset',
          actorId: approval.approvedBy,
          subjectId: userId,
          before: { status: 'approved' },
          after: { status: 'done' },
          reason: reset.reason,
        }),
      ],
    };
  });
  return isDone ? done : undefined;
}

type Step = {
  readonly changes: Partial<Omit<User, 'version'>>;
  readonly alongside?: readonly Write[];
};

/** Stores a step of a reset. Returns false, and changes nothing, when the reset has changed since it was read. */
async function advance(
  needs: Needs,
  { userId, seen }: { readonly userId: Id<'user'>; readonly seen: FactorResetApproval },
  stepOf: (user: User, reset: FactorReset) => Promise<Step>,
): Promise<boolean> {
  const { store } = needs;
  return withRetries(needs, async () => {
    const user = await store.get('user', { userId });
    const reset = user?.factorReset;
    const now = reset?.approval;
    const isAsSeen =
      now?.cancelId === seen.cancelId &&
      now.dueAtMs === seen.dueAtMs &&
      now.doneAtMs === seen.doneAtMs &&
      now.canceledAtMs === seen.canceledAtMs;
    if (user === undefined || reset === undefined || !isAsSeen) return false;
    const { changes, alongside = [] } = await stepOf(user, reset);
    await store.commit([update('user', user, changes), ...alongside]);
    return true;
  });
}
