import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { handler } from '#functions/jobs/reconcile-fully.ts';
import { definition } from '#infra/definition/index.ts';
import { cleanHistory } from '#test/support/clean-history.ts';

const runbook = readFileSync(path.resolve(import.meta.dirname, '../../infra/RUNBOOK.md'), 'utf8');

/** The time for which the AWS CLI waits for an answer unless it is asked for more, in seconds. Then it calls again. */
const cliWaitsSeconds = 60;

it('runs a job by hand with a call that waits as long as the job may take', () => {
  const calls = [...runbook.matchAll(/`aws lambda invoke ([^`]+)`/g)].map(([, call = '']) =>
    call.replaceAll(/\s+/g, ' '),
  );
  expect(calls).toHaveLength(4);
  const jobs = definition.functions.filter(({ trigger }) => trigger.kind === 'schedule');
  for (const call of calls) {
    const name = /--function-name satchel-<stage>-job-(\S+)/.exec(call)?.[1];
    // `<name>` stands for any of them.
    const longest = Math.max(
      ...jobs.filter(({ id }) => name === '<name>' || id === `job.${name}`).map(({ timeoutSeconds }) => timeoutSeconds),
    );
    expect(Number(/--cli-read-timeout (\d+)/.exec(call)?.[1] ?? cliWaitsSeconds), call).toBeGreaterThanOrEqual(longest);
  }
});

it('compares everybody after a restore, although the restored table says that the night has done so', async () => {
  const [, payload = '{}'] = /-job-reconcile-fully(?: --payload '([^']+)')?/.exec(runbook) ?? [];
  const { services } = await cleanHistory({ people: 3, operations: 10 });
  const compare = handler.using(services);
  expect(await compare({ aheadMs: 1 })).toMatchObject({ holders: 3, isComplete: 1 });
  expect(await compare(JSON.parse(payload))).toMatchObject({ holders: 3, isComplete: 1 });
});

it('says how the call that a break proposes is made, because the desk only names it', () => {
  const [article = ''] = /- `reconciliation break`:[^]*?\n- `/.exec(runbook) ?? [];
  expect(article).toContain('`node bin/reconcile.ts --apply <class>`');
});
