/** The functions that the demo's first start needs, in the order of their first events. */
export const seedFunctions: readonly string[] = [
  'auth.login',
  'auth.register',
  'auth.verify-email',
  'worker.aggregates',
  'user.read',
  'transactions.create',
  'webhooks.issuer',
  'worker.issuer-events',
  'webhooks.payments',
  'worker.payment-events',
  'transactions.read',
  'cards.create',
  'cards.load',
];
