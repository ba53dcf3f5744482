import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import type { Coin } from '#shared/catalogue.ts';
import { formatDecimal, parseDecimal } from '#shared/decimal.ts';
import type { TreasuryMove } from '#functions/ports/entities/treasury.ts';
import type { Services } from '#functions/ports/services.ts';
import { absent, insert, remove, WriteConflict, type Store, type Write } from '#functions/ports/store.ts';
import { auditWrites, type AuditNeeds } from '../admin/audit-write.ts';
import { decidingAdmin } from '../admin/deciding-admin.ts';
import { claimWrites, type NewClaim } from '../idempotency/claim.ts';
import { withRetries } from '../with-retries.ts';

type Needs = AuditNeeds & Pick<Services, 'store'>;

/** A movement of our own money as one of the staff enters it. */
export type EnteredMove = Pick<
  TreasuryMove,
  'kind' | 'direction' | 'amountCents' | 'feeCents' | 'reference' | 'reason'
> & {
  readonly coin: Coin | undefined;
  readonly coinAmount: string | undefined;
  readonly actorId: Id<'user'>;
  readonly claim: NewClaim | undefined;
};

/**
 * Stores a movement of our own money with its audit record. Nothing is posted before another member of staff approves
 * it.
 * Throws AppError Forbidden, Conflict (its reference was entered already), ValidationFailed (a payout without its coin,
 * a top-up with one).
 */
export async function proposeMove(needs: Needs, entered: EnteredMove): Promise<TreasuryMove> {
  const { store, clock, random } = needs;
  const { actorId, claim, coin, coinAmount, ...rest } = entered;
  const coins = coinsOf(rest.kind, coin, coinAmount);
  await decidingAdmin(store, { actorId, ownerId: undefined });
  const nowMs = clock.now();
  const move: TreasuryMove = {
    ...rest,
    coins,
    moveId: random.id('treasury', nowMs),
    state: 'waiting',
    proposedBy: actorId,
    createdAtMs: nowMs,
    version: 1,
  };
  const earlier = earlierMarker(move);
  return withRetries(needs, async () => {
    try {
      await store.commit([
        insert('treasuryMove', move),
        insert('marker', { markerId: referenceMarker(move), atMs: nowMs }),
        ...(earlier === undefined ? [] : [absent('marker', { markerId: earlier })]),
        ...treasuryAudit(needs, 'propose-treasury', move, { actorId, reason: rest.reason }),
        ...claimWrites(claim, move.moveId, nowMs),
      ]);
    } catch (thrown) {
      if (!(thrown instanceof WriteConflict) || thrown.exists('claim') || !thrown.exists('marker')) throw thrown;
      throw new AppError('Conflict', 'This reference was entered already.');
    }
    return move;
  });
}

/**
 * Returns the id of the marker of a movement's reference, by which each paper of the bank is entered only once, however
 * its letters and spaces are written. A rejection frees it.
 */
function referenceMarker({ kind, direction, reference }: TreasuryMove): string {
  return `treasury:${kind}:${direction}:${reference.toUpperCase().replaceAll(/[\s\p{Cf}]/gu, '')}`;
}

/** Returns the marker of an entry of before, which had its reference as it was written; undefined for the same one. */
function earlierMarker(move: TreasuryMove): string | undefined {
  const markerId = `treasury:${move.kind}:${move.direction}:${move.reference}`;
  return markerId === referenceMarker(move) ? undefined : markerId;
}

/** Returns the write that lets the reference of a rejected movement be entered again. */
export async function freeReference(store: Pick<Store, 'get'>, move: TreasuryMove): Promise<Write> {
  const markerId = earlierMarker(move);
  const earlier = markerId === undefined ? undefined : await store.get('marker', { markerId });
  return remove('marker', { markerId: earlier?.markerId ?? referenceMarker(move) });
}

function coinsOf(
  kind: EnteredMove['kind'],
  coin: EnteredMove['coin'],
  coinAmount: EnteredMove['coinAmount'],
): TreasuryMove['coins'] {
  const invalid = (field: 'coin' | 'coinAmount', why: string): AppError =>
    new AppError('ValidationFailed', `${field} ${why}.`, { fields: { [field]: why } });
  if (kind === 'top_up') {
    if (coin !== undefined) throw invalid('coin', 'is for payouts only');
    if (coinAmount !== undefined) throw invalid('coinAmount', 'is for payouts only');
    return undefined;
  }
  if (coin === undefined) throw invalid('coin', 'must be the coin that was paid out');
  const amount = parseDecimal(coinAmount);
  if (amount === undefined || amount === 0n) throw invalid('coinAmount', 'must be the amount that was paid out');
  return { coin, amount: formatDecimal(amount) };
}

/** The states of a movement before and after a step. */
const statesOf = {
  'propose-treasury': ['none', 'waiting'],
  'approve-treasury': ['waiting', 'approved'],
  'reject-treasury': ['waiting', 'rejected'],
} as const;

/** Returns the audit record of a step of a movement. */
export function treasuryAudit(
  needs: AuditNeeds,
  action: 'propose-treasury' | 'approve-treasury' | 'reject-treasury',
  { moveId, kind, direction, amountCents, feeCents, coins, reference }: TreasuryMove,
  { actorId, reason }: { readonly actorId: Id<'user'>; readonly reason: string },
): readonly Write[] {
  const [before, state] = statesOf[action];
  return auditWrites(needs, {
    action,
    actorId,
    subjectId: 'platform',
    about: moveId,
    before: { state: before },
    after: {
      state,
      kind,
      direction,
      amountCents,
      feeCents,
      reference,
      ...(coins === undefined ? {} : { coin: coins.coin, coinAmount: coins.amount }),
    },
    reason,
  });
}
