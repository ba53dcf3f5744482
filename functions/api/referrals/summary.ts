import { referralRoutes } from '#shared/contract/referrals.ts';
import { bonusFor, firstCardMarker } from '#functions/domain/cards/first-card-bonus.ts';
import { describeReward } from '#functions/domain/referrals/reward.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Returns the caller's own first-card bonus, and the rewards for people they referred, newest first. */
export const handler = endpoint(referralRoutes, 'referrals.summary', async ({ caller, query }, services) => {
  const { user } = caller;
  const list = `referrals.summary:${user.userId}`;
  const pageQuery = await openPage(services, list, query);
  const [marker, page] = await Promise.all([
    services.store.get('marker', { markerId: firstCardMarker(user.userId) }),
    services.store.listRewards(user.userId, pageQuery),
  ]);
  const { reply, headers } = await pageAnswer(services, list, {
    path: '/api/referrals',
    limit: query.limit,
    page,
    describe: describeReward,
  });
  // The bonus of a first card, even when that card exists already.
  const amount = bonusFor(user, undefined);
  return answer({ firstCardCreationReward: { earned: marker !== undefined, amount }, referrals: reply }, { headers });
});
