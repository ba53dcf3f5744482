/**
 * Proves that neither order, repetition, loss nor forgery of the payment provider's webhooks changes a person's credit.
 * Tries every kind of payment: webhooks are shuffled and sent up to five times, one in five is lost, and one in twenty
 * more is forged. The provider sometimes gives no answer or an outdated one; messages come twice or are set aside. Uses
 * the real receiver, worker, poller and signature check, in memory, so that it takes seconds.
 *
 *     node bin/prove-webhooks.ts [payments, 2000] [seed]
 *
 * Prints what happened, and ends with 1 when a single cent is wrong. The same seed does the same again.
 */
import { proveWebhooks } from '#test/proofs/webhooks/prove-webhooks.ts';
import { withDefault } from './command-line/arguments.ts';
import { recordFigure, recordOption } from './command-line/figures.ts';
import { wholeNumber } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';

await runCommand(
  import.meta,
  {
    summary: "Proves that nothing about the payment provider's webhooks changes what anybody is credited.",
    positionals: {
      payments: withDefault(wholeNumber({ min: 1 }), 2000, 'how many'),
      seed: withDefault(wholeNumber(), Date.now() % 1_000_000, 'the same seed does the same again'),
    },
    options: { record: recordOption },
  },
  async ({ payments, seed, record }) => {
    const startedAtMs = performance.now();
    const { figures, violations } = await proveWebhooks({ payments, seed });
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
    const report = [
      `seed ${seed}, ${seconds} s`,
      ...Object.entries(figures).map(([name, figure]) => `  ${String(figure).padStart(10)}  ${name}`),
      ...violations.slice(0, 50).map((violation) => `  WRONG ${violation}`),
      violations.length === 0
        ? 'Every payment was credited what it is worth.'
        : `${violations.length} rules were broken.`,
    ];
    process.stdout.write(`${report.join('\n')}\n`);
    if (record)
      recordFigure('Webhooks in any order', `${payments} payments in ${seconds} s: ${violations.length} rules broken`);
    process.exitCode = violations.length === 0 ? 0 : 1;
  },
);
