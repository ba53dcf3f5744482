/**
 * Tests that start stacks of their own, or need none: they kill parts, let hours pass or have a clean table, so they may run
 * beside those that share one, and two of them at once. The longest ones begin.
 */
export const ownStacks = [
  'test/stack/outside-issuer.test.ts',
  'test/stack/soak.test.ts',
  'test/stack/local-stack.test.ts',
  'test/stack/money-survives.test.ts',
  'test/stack/bad-input.test.ts',
  'test/stack/parts-die.test.ts',
  'test/stack/cards-in-full.test.ts',
  'test/browser/gallery.test.ts',
  'test/stack/statistics.test.ts',
];

/** Files that take more than two seconds, the longest first: what begins last should not be what the others wait for. */
export const slowFirst = [
  ...ownStacks,
  'test/infra/local/events/queue-source.test.ts',
  'test/adapters/payments/cryptomus/contract.test.ts',
  'test/infra/aws/stacks.test.ts',
  'test/adapters/dynamo/store.test.ts',
  'test/simulation/enumerate-faults.test.ts',
  'test/domain/reconciliation/every-seeded-discrepancy.test.ts',
  'test/simulation/prove-seeds.test.ts',
  'test/adapters/issuer/bridgecard/contract.test.ts',
  'test/property/ledger-model.test.ts',
  'test/domain/reconciliation/integrity/broken-items.test.ts',
  'test/property/parallel-money.test.ts',
  'test/domain/reconciliation/sixty-discrepancies.test.ts',
  'test/infra/local/events/stream-source.test.ts',
  'test/domain/reconciliation/by-hand.test.ts',
  'test/infra/local/lambda/function-pool.test.ts',
];
