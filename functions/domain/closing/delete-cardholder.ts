import type { Id } from '#shared/ids.ts';
import type { Closing, CardholderDeletion } from '#functions/ports/entities/closing.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { sendWithinMs } from '#functions/domain/operations/operation-steps.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';
import { erasureDueAfter } from './erasure-due.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** Maximum delay between two calls, in milliseconds. */
const longestDelayMs = dayMs;

/** Number of refusals in a row, and of calls without any answer, after which a person is alerted. */
const alertAfter = { refusals: 3, attempts: 10 } as const;

/** Number of calls between two alerts about the same person. */
const alertEvery = 30;

/** The end of a call: the issuer has no record, refused, or gave no usable answer. */
type End = 'gone' | 'refused' | 'unknown';

/**
 * Has the card issuer delete the record of an erased person. The write of the erasure after which nobody can return
 * made this due; the erasure itself never waits for it. The time of the next call is stored before each call, so that a
 * process that dies is followed by another. A repeat changes nothing: a record that the issuer does not know is gone.
 * `passAtMs` is when the pass over the person's own data began.
 */
export async function deleteCardholder(needs: Needs, userId: Id<'user'>, passAtMs: number): Promise<void> {
  const { clock, log } = needs;
  const begun = await change(needs, userId, passAtMs, (holder) => {
    const nowMs = clock.now();
    if (holder.dueAtMs === undefined || holder.dueAtMs > nowMs) return undefined;
    const delayMs = Math.min(longestDelayMs, hourMs * 2 ** Math.min(holder.attempts, 5));
    return { ...holder, attempts: holder.attempts + 1, dueAtMs: nowMs + delayMs };
  });
  if (begun === undefined) return;
  const { end, holderId } = await callIssuer(needs, userId);
  const ended = await change(needs, userId, passAtMs, (holder) => {
    if (end === 'gone') return { ...holder, dueAtMs: undefined, refusals: 0 };
    return { ...holder, refusals: end === 'refused' ? holder.refusals + 1 : 0 };
  });
  if (end === 'gone') return log.info('cardholder deleted at the issuer', { userId });
  const { attempts, refusals } = ended ?? begun;
  log.warn('cardholder not deleted yet', { userId, end, attempts });
  const isAlarming = refusals === alertAfter.refusals || attempts % alertEvery === alertAfter.attempts;
  if (isAlarming) log.error('issuer does not delete a cardholder', { userId, holderId, end, attempts });
}

/** Stores the next state of the deletion and returns it. Changes nothing when `next` returns undefined. */
async function change(
  needs: Needs,
  userId: Id<'user'>,
  passAtMs: number,
  next: (holder: CardholderDeletion) => CardholderDeletion | undefined,
): Promise<CardholderDeletion | undefined> {
  const { store } = needs;
  return withRetries(needs, async () => {
    const closing: Closing | undefined = await store.get('closing', { userId });
    if (closing?.erasedAtMs === undefined || closing.holder === undefined) return undefined;
    const holder = next(closing.holder);
    if (holder === undefined) return undefined;
    const dueAtMs = erasureDueAfter({ ...closing, holder }, passAtMs);
    await store.commit([update('closing', closing, { holder, dueAtMs })]);
    return holder;
  });
}

/**
 * Has the issuer delete the records of earlier registrations, and then the cardholder that we know, or that it finds
 * under our id. Returns how the last call ended: the first that is not `gone` is the last.
 */
async function callIssuer(
  needs: Needs,
  userId: Id<'user'>,
): Promise<{ readonly end: End; readonly holderId?: string }> {
  const user = await needs.store.get('user', { userId });
  for (const holderId of user?.formerHolderIds ?? []) {
    const end = await deleteOne(needs, holderId);
    if (end !== 'gone') return { end, holderId };
  }
  let holderId = user?.holderId;
  if (holderId === undefined) {
    // The registration's outcome never came here, or came after the backup that was restored.
    const found = await needs.issuer.findCardholder(userId);
    if (found.outcome !== 'success') return { end: 'unknown' };
    if (found.value === undefined) return { end: 'gone' };
    holderId = found.value.holderId;
  }
  return { end: await deleteOne(needs, holderId), holderId };
}

async function deleteOne({ issuer, clock }: Needs, holderId: string): Promise<End> {
  const answer = await issuer.deleteCardholder(holderId, clock.now() + sendWithinMs);
  if (answer.outcome === 'success') return 'gone';
  if (answer.outcome !== 'declined' && answer.outcome !== 'fault') return 'unknown';
  // A refusal may mean that an earlier call, whose answer was lost, deleted it.
  const read = await issuer.readCardholder(holderId);
  return read.outcome === 'success' && read.value === undefined ? 'gone' : 'refused';
}
