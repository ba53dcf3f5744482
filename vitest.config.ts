import { defineConfig } from 'vitest/config';

/** Minutes of the whole machine: a check of its own, so that the others are known in time. */
const longRuns = [
  'test/stack/soak.test.ts',
  'test/stack/bad-input.test.ts',
  'test/browser/gallery.test.ts',
  'test/browser/steadiness.test.ts',
];

/** Three projects: pure and in-process tests with real engines, tests against the whole running stack, and those that take long. */
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
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'stack',
          environment: 'node',
          include: ['test/stack/**/*.test.ts', 'test/browser/**/*.test.ts'],
          exclude: longRuns,
          globalSetup: ['test/support/shared-stack.ts'],
          fileParallelism: false,
          maxConcurrency: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'long',
          environment: 'node',
          include: longRuns,
          globalSetup: ['test/support/shared-stack.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
