import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';

import { coinSprite } from './web/build/coin-sprite.ts';
import { ownStacks, shareOf, slowFirst } from './bin/check/slow-files.ts';

class LongestFirst extends BaseSequencer {
  override shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config;
    const { index, count } = shard ?? { index: 1, count: 1 };
    const share = new Set(
      shareOf(
        files.map(({ moduleId }) => moduleId),
        index,
        count,
      ),
    );
    return Promise.resolve(files.filter(({ moduleId }) => share.has(moduleId)));
  }

  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = slowFirst.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at === -1 ? slowFirst.length : at;
    };
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId)));
  }
}

/** State of the site's client outlives a file of tests: each of these has its modules to itself. */
const clientState = 'test/web/lib/**/*.test.ts';

/** Screens are drawn in a document without a browser: their states, words, sums and requests. */
const screens = 'test/web/screens/**/*.test.ts';

/** Timeouts decide nothing about a test: the machine may do ten other things. So hardly any test has one of its own. */
const timeouts = { testTimeout: 600_000, hookTimeout: 600_000 } as const;
const inProcess = { environment: 'node', ...timeouts } as const;

/** One process for all files: each would load the browser's driver and the SDKs again. */
const wholeStack = {
  environment: 'node',
  isolate: false,
  ...timeouts,
  // A busy machine is slow: only what never comes fails.
  expect: { poll: { timeout: 60_000 } },
} as const;

/** Two projects have a stack each that all of their files share: what is called over HTTP, and what is seen in a browser. */
const sharedStack = (name: string, folder: string) => ({
  test: {
    ...wholeStack,
    name,
    include: [`${folder}/**/*.test.ts`],
    exclude: ownStacks,
    globalSetup: ['test/support/shared-stack.ts'],
    // A browser on a busy machine loses a connection now and then. What needs the second try is named at the end of the run.
    ...(name === 'site' && { retry: 1 }),
    // One file after another: each of them has a whole stack do what a second one would only be waiting for.
    fileParallelism: false,
    maxConcurrency: 2,
  },
});

/** The projects of `npm test` (bin/check.ts): in process and on real engines, on shared stacks, on stacks of their own. */
export default defineConfig({
  test: {
    // One core less than there are is the default: of two that leaves one idle.
    maxWorkers: 2,
    // A failure in a run that nobody can repeat has to be readable in its report.
    chaiConfig: { truncateThreshold: 2_000 },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...inProcess,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/stack/**', 'test/browser/**', clientState, screens],
          setupFiles: ['test/support/property-seed.ts'],
          // A process that has loaded the AWS clients once does two hundred files in a third of the time.
          isolate: false,
        },
      },
      { test: { ...inProcess, name: 'unit-client', include: [clientState] } },
      {
        plugins: [coinSprite()],
        test: {
          ...inProcess,
          name: 'unit-screens',
          include: [screens],
          environment: 'happy-dom',
          // `hide` forgets a screen, so its modules can stay.
          isolate: false,
          // A download is no visit.
          environmentOptions: {
            happyDOM: {
              settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
            },
          },
        },
      },
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
