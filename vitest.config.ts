import { defineConfig } from 'vitest/config';

/**
 * Tests that start stacks of their own, or need none: they kill parts, let hours pass or have a clean table, so they may run
 * beside those that share one.
 */
const ownStacks = [
  'test/stack/bad-input.test.ts',
  'test/stack/cards-in-full.test.ts',
  'test/stack/local-stack.test.ts',
  'test/stack/money-survives.test.ts',
  'test/stack/outside-issuer.test.ts',
  'test/stack/parts-die.test.ts',
  'test/stack/soak.test.ts',
  'test/stack/statistics.test.ts',
  'test/browser/gallery.test.ts',
];

/** What the site's client remembers of a session outlives a file of tests: each of these has its modules to itself. */
const clientState = 'test/web/lib/**/*.test.ts';

/** How long a test may take decides nothing: the machine may do ten other things. */
const inProcess = { environment: 'node', testTimeout: 180_000, hookTimeout: 180_000 } as const;

/** One file after another: each of them has a whole stack do what a second one would only be waiting for. */
const wholeStack = {
  environment: 'node',
  fileParallelism: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
} as const;

/** Two projects have a stack each that all of their files share: what is called over HTTP, and what is seen in a browser. */
const sharedStack = (name: string, folder: string) => ({
  test: {
    ...wholeStack,
    name,
    include: [`${folder}/**/*.test.ts`],
    exclude: ownStacks,
    globalSetup: ['test/support/shared-stack.ts'],
    maxConcurrency: 2,
  },
});

/** What `npm test` runs at once (bin/check.ts): in process and on real engines, on stacks that are shared, on stacks of their own. */
export default defineConfig({
  test: {
    // One core less than there are is the default: of two that leaves one idle.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...inProcess,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/stack/**', 'test/browser/**', clientState],
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
