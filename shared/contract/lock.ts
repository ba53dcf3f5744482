import { defineRoutes } from './route.ts';
import { User } from './user.ts';

/** A person's own lock: stops all that takes money out of the account, while the person can still sign in. */
export const lockRoutes = defineRoutes({
  'user.lock': {
    method: 'POST',
    path: '/user/lock',
    access: 'user',
    summary:
      'Lock everything at once: all cards are frozen; loads, new cards, payouts and reveals answer AccountLocked until it is unlocked.',
    reply: User,
    status: 200,
    errors: [],
  },
  'user.unlock': {
    method: 'POST',
    path: '/user/unlock',
    access: 'user',
    summary: 'End the lock. Cards become what they were: whatever else freezes one still does.',
    fresh: true,
    reply: User,
    status: 200,
    errors: [],
  },
});
