/**
 * Uses the whole local stack over HTTP as people do, while both providers misbehave and its processes are killed −9.
 * Then compares ledger, issuer and payment provider with one another, to the cent.
 *
 *     npm run soak -- --minutes 30
 *
 * `--seed N` draws the same again as far as time lets it; `--kills-every-seconds`, `--people` and `--lanes` make it harder;
 * `--services FILE` uses a running stack, on which nobody else may move money meanwhile. Ends with 1 if anything is wrong.
 */
import path from 'node:path';

import type { Services } from '#infra/local/supervisor/services.ts';
import { describeSoak, soakInOneLine } from '#test/proofs/soak/describe-soak.ts';
import { runSoak } from '#test/proofs/soak/run-soak.ts';
import { startLocalStack, type LocalStack } from '#test/support/local-stack.ts';
import { optional, withDefault } from './command-line/arguments.ts';
import { recordFigure, recordOption } from './command-line/figures.ts';
import { file, positiveNumber, wholeNumber } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';
import { readServices } from './operator/read-services.ts';

await runCommand(
  import.meta,
  {
    summary:
      'Uses the whole local stack over HTTP while providers misbehave and its processes are killed, then checks every cent.',
    options: {
      minutes: withDefault(positiveNumber, 1, 'how long'),
      seed: withDefault(wholeNumber(), Date.now() % 1_000_000, 'draws the same again as far as time lets it'),
      'kills-every-seconds': withDefault(positiveNumber, 3.2, 'how often a process is killed'),
      people: withDefault(wholeNumber({ min: 1 }), 30, 'accounts'),
      lanes: withDefault(wholeNumber({ min: 1 }), 16, 'requests at the same time'),
      'settle-seconds': withDefault(positiveNumber, 60, 'time to come to rest before the check'),
      services: optional(file, 'services.json of a running stack, on which nobody else may move money'),
      record: recordOption,
    },
  },
  async (values) => {
    const own: LocalStack | undefined = values.services === undefined ? await startLocalStack() : undefined;
    /** npm and the terminal each pass the same Ctrl-C on: only one after this time is a second one. */
    const sameSignalMs = 700;
    const stopping = new AbortController();
    let stoppingSince: number | undefined;
    let isLeaving = false;
    function stop(): void {
      if (stoppingSince === undefined) {
        stoppingSince = performance.now();
        stopping.abort();
        process.stderr.write('The traffic ends, and then everything is checked. Ctrl-C once more leaves at once.\n');
      } else if (performance.now() - stoppingSince > sameSignalMs) {
        isLeaving = true;
        // The stack is in a process group of its own, which Ctrl-C does not reach.
        void Promise.resolve(own?.[Symbol.asyncDispose]()).finally(() => process.exit(130));
      }
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
    try {
      const report = await runSoak({
        stack: own ?? runningStack(values.services ?? ''),
        seed: values.seed,
        ms: values.minutes * 60_000,
        leastOperations: 0,
        leastKills: 0,
        killEveryMs: values['kills-every-seconds'] * 1_000,
        people: values.people,
        lanes: values.lanes,
        settleWithinMs: values['settle-seconds'] * 1_000,
        onProgress: (line) => process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`),
        signal: stopping.signal,
      });
      process.stdout.write(`seed ${values.seed}\n${describeSoak(report)}\n`);
      if (values.record) recordFigure('Soak with kills', soakInOneLine(report));
      process.exitCode = report.violations.length === 0 ? 0 : 1;
    } catch (thrown) {
      // After a second Ctrl-C, failures of open requests do not matter.
      if (!isLeaving) throw thrown;
    } finally {
      await own?.[Symbol.asyncDispose]();
    }
  },
);

function runningStack(file: string): { readonly services: Services; readonly dataDir: string } {
  return { services: readServices<Services>(file), dataDir: path.dirname(path.resolve(file)) };
}
