/**
 * Tests that start a stack of their own, because they kill parts, let hours pass or need a clean table; and tests that
 * need no stack. They may run beside the tests that share a stack, two at once. The longest come first.
 */
export const ownStacks = [
  'test/stack/outside-issuer.test.ts',
  'test/stack/parts-die.test.ts',
  'test/stack/soak.test.ts',
  'test/stack/bad-input.test.ts',
  'test/stack/local-stack.test.ts',
  'test/stack/rehearse-restore.test.ts',
  'test/stack/cards-in-full.test.ts',
  'test/browser/gallery.test.ts',
  'test/stack/statistics.test.ts',
];

/** Files that take more than two seconds, the longest first, so that the last to begin is short. */
export const slowFirst = [
  ...ownStacks,
  // The next two share a stack and reconcile most often; each reconciliation costs more with every person in the stack.
  'test/stack/races.test.ts',
  'test/stack/replays-and-forgeries.test.ts',
  'test/adapters/payments/cryptomus/contract.test.ts',
  'test/adapters/dynamo/store.test.ts',
  'test/simulation/enumerate-faults.test.ts',
  'test/infra/local/events/queue-source.test.ts',
  'test/infra/local/lambda/function-pool.test.ts',
  'test/adapters/issuer/bridgecard/contract.test.ts',
  'test/infra/aws/stacks.test.ts',
  'test/infra/local/events/stream-source.test.ts',
  'test/runtime/authorisation.test.ts',
  'test/domain/reconciliation/every-seeded-discrepancy.test.ts',
  'test/property/ledger-model.test.ts',
  'test/domain/reconciliation/checkpoints.test.ts',
  'test/adapters/queue/sqs-dead-letters.test.ts',
  'test/adapters/aws/call-limits.test.ts',
  'test/bin/redrive.test.ts',
  'test/adapters/issuer/bridgecard/create-bridgecard-issuer.test.ts',
  'test/bin/replay-erasures.test.ts',
  'test/simulation/prove-seeds.test.ts',
  'test/infra/local/gateway/http-server.test.ts',
  'test/domain/reconciliation/by-hand.test.ts',
  'test/simulation/engine/table-differential.test.ts',
  'test/property/parallel-money.test.ts',
  'test/cost/measure-cost.test.ts',
  'test/infra/build/build-functions.test.ts',
  'test/domain/reconciliation/sixty-discrepancies.test.ts',
  'test/domain/reconciliation/integrity/broken-items.test.ts',
];

/** The files of the browser's part, the longest first: its shares run side by side (see shareOf). */
export const slowBrowsers = [
  'test/browser/first-flow.test.ts',
  'test/browser/deposits.test.ts',
  'test/browser/security.test.ts',
  'test/browser/settings.test.ts',
  'test/browser/unknown-outcome.test.ts',
  'test/browser/offline.test.ts',
  'test/browser/budgets.test.ts',
  'test/browser/session-ends.test.ts',
  'test/browser/account.test.ts',
  'test/browser/admin.test.ts',
  'test/browser/referral.test.ts',
  'test/browser/card.test.ts',
  'test/browser/auto-load.test.ts',
  'test/browser/desk.test.ts',
  'test/browser/steadiness.test.ts',
  'test/browser/pages.test.ts',
  'test/browser/lossy-network.test.ts',
  'test/browser/ways.test.ts',
  'test/browser/closing.test.ts',
  'test/browser/notifications.test.ts',
  'test/browser/failures.test.ts',
  'test/browser/search-reach.test.ts',
  'test/browser/keyboard.test.ts',
  'test/browser/referral-outcome.test.ts',
  'test/browser/layers.test.ts',
  'test/browser/outlines.test.ts',
  'test/browser/activity.test.ts',
  'test/browser/cases.test.ts',
  'test/browser/guests.test.ts',
  'test/browser/books.test.ts',
  'test/browser/data-export.test.ts',
  'test/browser/held-referrals.test.ts',
];

/** Returns the files of one of `count` shares that take about the same time; `index` begins at 1. */
export function shareOf(files: readonly string[], index: number, count: number): readonly string[] {
  const rank = (file: string): number => {
    const at = slowBrowsers.findIndex((slow) => file.endsWith(slow));
    return at === -1 ? slowBrowsers.length : at;
  };
  const inOrder = files.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  // Dealt out there and back: with two shares 1 2 2 1 1 2 2 1.
  return inOrder.filter((_, at) => {
    const place = at % (2 * count);
    return Math.min(place, 2 * count - 1 - place) === index - 1;
  });
}
