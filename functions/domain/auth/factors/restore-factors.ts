import type { User } from '#functions/ports/entities/accounts.ts';
import type { Factor, Factors } from '#functions/ports/entities/factors.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Write } from '#functions/ports/store.ts';
import { undoMs } from '#functions/domain/auth/email-changes.ts';
import { factorsOf, methodsOf } from './factors-of.ts';

/** The account's new list of proof methods, and the writes of the factors, for one transaction. */
export type FactorsOutcome = { readonly changes: Pick<User, 'factors'>; readonly writes: readonly Write[] };

/**
 * Restores a person's factors to a moment. Factors added since are taken off. Factors taken off since, or up to a week
 * before as a thief would do, are on again. Of two apps or two sets of recovery codes the older one counts: a thief
 * puts an own one in its place. Returns the changes of the account and the writes that go with them.
 */
export async function restoreFactors(
  needs: Pick<Services, 'store' | 'clock'>,
  user: User,
  atMs: number,
): Promise<FactorsOutcome> {
  const factors = await factorsOf(needs, user.userId);
  const nowMs = needs.clock.now();
  const wasOn = ({ addedAtMs, removedAtMs = Infinity }: Factor): boolean =>
    addedAtMs <= atMs && removedAtMs > atMs - undoMs;
  const isReplaced = (factor: Factor, index: number): boolean =>
    factor.kind !== 'passkey' &&
    factors.all.slice(0, index).some((earlier) => earlier.kind === factor.kind && wasOn(earlier));
  const all = factors.all.map((factor, index) =>
    wasOn(factor) && !isReplaced(factor, index)
      ? { ...factor, removedAtMs: undefined }
      : { ...factor, removedAtMs: factor.removedAtMs ?? nowMs },
  );
  return outcomeOf(factors, all);
}

/**
 * Takes all of a person's factors off, for an owner who lost them. Returns the changes of the account, for its own
 * update, and the writes that go with it.
 */
export async function removeAllFactors(needs: Pick<Services, 'store' | 'clock'>, user: User): Promise<FactorsOutcome> {
  const factors = await factorsOf(needs, user.userId);
  const nowMs = needs.clock.now();
  const all = factors.all.map((factor) => ({ ...factor, removedAtMs: factor.removedAtMs ?? nowMs }));
  return outcomeOf(factors, all);
}

function outcomeOf(factors: Factors, all: readonly Factor[]): FactorsOutcome {
  const writes = factors.version === 0 ? [] : [update('factors', factors, { all, pendingTotp: undefined })];
  return { changes: { factors: methodsOf(all) }, writes };
}
