import type * as z from 'zod/mini';
import type { HeldReferral } from '#shared/contract/held-referrals.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { Store } from '#functions/ports/store.ts';
import { addressesOf } from '#functions/domain/admin/addresses-of.ts';

/** Describes held referrals for staff, with the present addresses of the referred people. */
export async function describeHeld(
  store: Pick<Store, 'getMany'>,
  held: readonly Reward[],
): Promise<z.input<typeof HeldReferral>[]> {
  const addresses = await addressesOf(
    store,
    held.map(({ refereeId }) => refereeId),
  );
  return held.flatMap(({ refereeId, referrerId, stage, review, createdAtMs }) =>
    review === undefined
      ? []
      : [
          {
            referee: refereeId,
            email: addresses.get(refereeId) ?? null,
            referrer: referrerId,
            state: review.state,
            signals: [...review.signals],
            signupReward: stage,
            since: new Date(review.sinceMs).toISOString(),
            signedUpAt: new Date(createdAtMs).toISOString(),
          },
        ],
  );
}
