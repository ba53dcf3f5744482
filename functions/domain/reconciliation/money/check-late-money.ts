import { zero } from '#shared/money.ts';
import type { Services } from '#functions/ports/services.ts';
import { lateMoney } from '#functions/domain/closing/late-money.ts';
import { person, type Break } from '#functions/domain/reconciliation/break.ts';
import type { Books } from '#functions/domain/reconciliation/books/read-books.ts';
import { dayMs } from '#functions/domain/durations.ts';

/** Time for which late money is reported, in milliseconds. */
const reportedForMs = 7 * dayMs;

/** Reports money that came to a closed account, beyond the waived amount, so that a person knows of it. */
export async function checkLateMoney(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { wallet }: Pick<Books, 'wallet'>,
): Promise<readonly Break[]> {
  if (wallet?.closedAtMs === undefined || wallet.updatedAtMs < clock.now() - reportedForMs) return [];
  const { userId, unclaimedCents = zero, updatedAtMs: atMs } = wallet;
  const lateCents = await lateMoney(store, wallet);
  if (lateCents <= 0) return [];
  const proposal = person('it returns with its owner; after the erasure, send it back where it came from (runbook)');
  const facts = { part: 'liveness', class: 'UNCLAIMED', subject: userId, ownerId: userId } as const;
  return [{ ...facts, cents: lateCents, atMs, evidence: { lateCents, unclaimedCents }, proposal }];
}
