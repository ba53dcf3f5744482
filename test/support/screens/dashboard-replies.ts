import { sampleUser } from '#web/gallery/samples.ts';
import type { Replies } from '#test/support/screen.ts';

/** A person with $200. */
export const user = { ...sampleUser, balance: 20_000, held: 0 };

/** The earnings of this person with referrals. */
export const stats = {
  totalEarnings: 3_100,
  totalWithdrawn: 600,
  withdrawableAmount: 2_500,
  remainingToNextPayout: 1_000,
  pendingRequest: null,
};

/** The replies to the dashboard and the pages beside it. */
export const replies: Replies = {
  'GET /user': user,
  'GET /notifications/unread': { unread: 0 },
  'GET /status': { parts: [] },
  'GET /subscriptions': [],
  'GET /cards': [],
  'GET /transactions': [],
  'GET /referrals/stats': stats,
  'GET /referrals': { firstCardCreationReward: { earned: false, amount: 0 }, referrals: [] },
};

/** Returns the moment in some minutes, as the API writes it. */
export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
