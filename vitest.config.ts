import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';

/**
 * Tests that start stacks of their own, or need none: they kill parts, let hours pass or have a clean table, so they may run
 * beside those that share one, and two of them at once. The longest ones begin.
 */
const ownStacks = [
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
const slowFirst = [
  ...ownStacks,
  'test/infra/local/events/queue-source.test.ts',
  'test/adapters/payments/cryptomus/contract.test.ts',
  'test/infra/aws/stacks.test.ts',
  'test/adapters/dynamo/store.test.ts',
  'test/simulation/enumerate-faults.test.ts',
  'test/domain/reconciliation/every-plant.test.ts',
  'test/simulation/prove-seeds.test.ts',
  'test/adapters/issuer/bridgecard/contract.test.ts',
  'test/property/ledger-model.test.ts',
  'test/infra/local/events/stream-source.test.ts',
  'test/domain/reconciliation/by-hand.test.ts',
  'test/infra/local/lambda/function-pool.test.ts',
];

class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = slowFirst.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at === -1 ? slowFirst.length : at;
    };
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId)));
  }
}

/** What the site's client remembers of a session outlives a file of tests: each of these has its modules to itself. */
const clientState = 'test/web/lib/**/*.test.ts';

/** How long a test may take decides nothing: the machine may do ten other things. */
const inProcess = { environment: 'node', testTimeout: 180_000, hookTimeout: 180_000 } as const;

const wholeStack = { environment: 'node', testTimeout: 300_000, hookTimeout: 300_000 } as const;

/** Two projects have a stack each that all of their files share: what is called over HTTP, and what is seen in a browser. */
const sharedStack = (name: string, folder: string) => ({
  test: {
    ...wholeStack,
    name,
    include: [`${folder}/**/*.test.ts`],
    exclude: ownStacks,
    globalSetup: ['test/support/shared-stack.ts'],
    // One file after another: each of them has a whole stack do what a second one would only be waiting for.
    fileParallelism: false,
    maxConcurrency: 2,
  },
});

/** What `npm test` runs at once (bin/check.ts): in process and on real engines, on stacks that are shared, on stacks of their own. */
export default defineConfig({
  test: {
    // One core less than there are is the default: of two that leaves one idle.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...inProcess,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/stack/**', 'test/browser/**', clientState],
          setupFiles: ['test/support/property-seed.ts'],
          // A process that has loaded the AWS clients once does two hundred files in a third of the time.
          isolate: false,
        },
      },
      { test: { ...inProcess, name: 'unit-client', include: [clientState] } },
      sharedStack('stack', 'test/stack'),
      sharedStack('site', 'test/browser'),
      {
        test: {
          ...wholeStack,
          name: 'own-stacks',
          include: ownStacks,
          globalSetup: ['test/support/own-stacks.ts'],
        },
      },
    ],
  },
});
