import { defineConfig } from 'vitest/config';

/** Three projects: pure and in-process tests, tests against real local engines, and tests against the whole running stack. */
export default defineConfig({
  test: {
    // One core less than there are is the default: of two that leaves one idle.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/stack/**', 'test/browser/**'],
          testTimeout: 30_000,
          // Some of them wait for real engines and queues: the third works meanwhile.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'stack',
          environment: 'node',
          include: ['test/stack/**/*.test.ts', 'test/browser/**/*.test.ts'],
          // Kills processes for more than a minute: a check of its own, so that everything else is known in twelve.
          exclude: ['test/stack/soak.test.ts'],
          globalSetup: ['test/support/shared-stack.ts'],
          fileParallelism: false,
          maxConcurrency: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'soak',
          environment: 'node',
          include: ['test/stack/soak.test.ts'],
          testTimeout: 600_000,
        },
      },
    ],
  },
});
