import { sampleUser } from '#web/gallery/samples.ts';
import type { Replies } from '#test/support/screen.ts';

/** The prices of version 7: a card for $20, a load for 3% + $1. */
export const prices = {
  present: {
    version: 7,
    from: '2026-01-01T00:00:00.000Z',
    cardFeeCents: 1500,
    firstLoadCents: 500,
    loadPercent: 3,
    loadFixedCents: 100,
  },
  next: null,
  limits: {
    present: { version: 1, from: '2026-01-01T00:00:00.000Z', balanceCents: 500_000, monthlySpendCents: 1_000_000 },
    next: null,
  },
};

/** The replies to the screens of cards of a person with $200. */
export const replies: Replies = {
  'GET /user': { ...sampleUser, balance: 20_000, held: 0 },
  'GET /notifications/unread': { unread: 0 },
  'GET /status': { parts: [] },
  'GET /prices': prices,
  'GET /subscriptions': [],
};
