import { notificationKinds } from '#shared/contract/notifications.ts';
import { cents } from '#shared/money.ts';
import { sampleUser } from '#web/gallery/samples.ts';
import type { Replies } from '#test/support/screen.ts';

/** A person with $15. */
export const user = { ...sampleUser, balance: cents(1_500), held: cents(0) };

/** Every kind of notification is mailed. */
export const preferences = Object.fromEntries(notificationKinds.map((kind) => [kind, { mail: true }]));

/** The replies to the screens of an account, its settings and its security. */
export const replies: Replies = {
  'GET /user': user,
  'GET /cards': [],
  'GET /status': { parts: [] },
  'GET /user/notifications': { ...preferences, purchaseMinCents: 0 },
  'GET /user/sessions': [],
  'GET /user/security/log': [],
};
