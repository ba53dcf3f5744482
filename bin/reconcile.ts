/**
 * Runs a reconciliation of a local stack and prints what it found, or prints what the last ones on AWS have found:
 *
 *     node bin/reconcile.ts .local/services.json
 *     node bin/reconcile.ts .local/services.json --full
 *     node bin/reconcile.ts .local/services.json --apply CARD_BALANCE,STUCK
 *     node bin/reconcile.ts --aws
 *
 * `--apply` makes the calls that are proposed for these classes, each of which anybody may make at any time; nothing is
 * ever edited. On AWS set TABLE_NAME and SESSION_SECRET_ID and have the operator's credentials in the environment; a run
 * is started there with `aws lambda invoke --payload '{"aheadMs":1,"apply":["CARD_BALANCE"]}'` of the job's function.
 * Ends with 1 when anything is wrong.
 */
import { readFileSync } from 'node:fs';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Proposal } from '#functions/domain/reconciliation/break.ts';
import { restOf } from '#functions/domain/reconciliation/integrity/ties.ts';
import type { KeptBreak, Reconciliation } from '#functions/ports/entities/reconciliation.ts';
import { queues } from '#infra/definition/index.ts';
import { formatCents } from '#shared/money.ts';
import { flag, optional } from './command-line/arguments.ts';
import { text } from './command-line/kinds.ts';
import { CommandFailure, runCommand, WrongCall } from './command-line/run-command.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';

type LocalServices = { readonly control: string; readonly sqs: string };

const minuteMs = 60_000;

/** A run as lines for a person. */
export function printed(run: Reconciliation, nowMs: number): readonly string[] {
  const { mode, startedAtMs, endedAtMs, people, records, ties, classes, breaks, mended } = run;
  const count = Object.values(classes).reduce((total, each) => total + each, 0);
  const until = endedAtMs === undefined ? 'still under way' : `took ${Math.round((endedAtMs - startedAtMs) / 1_000)} s`;
  const sides = {
    internal: ['debits', 'credits'],
    provider: ['booked', 'at the payment provider'],
    issuer: ['booked', 'at the issuer'],
  };
  return [
    `${mode} reconciliation of ${new Date(startedAtMs).toISOString()}, ${until}: ${people} people, ${records} records`,
    ...Object.entries(sides).map(([part, [ours, theirs]]) => {
      const tie = ties[part as keyof typeof ties];
      const explained = `explained ${money(tie.explainedCents)}, rest ${money(restOf(tie))}`;
      return `  ${part}: ${tie.count} compared, ${ours} ${money(tie.oursCents)}, ${theirs} ${money(tie.theirsCents)}, ${explained}`;
    }),
    count === 0
      ? '  nothing is wrong'
      : `  ${count} breaks (${mended} mended): ${Object.entries(classes)
          .map(([kind, each]) => `${each} ${kind}`)
          .join(', ')}`,
    ...breaks.flatMap((found) => breakLines(found, nowMs)),
    ...(count > breaks.length ? [`  … and ${count - breaks.length} more, in the log`] : []),
  ];
}

function breakLines(
  { part, class: kind, subject, ownerId, cents, atMs, evidence, proposal }: KeptBreak,
  nowMs: number,
): readonly string[] {
  const age = Math.max(0, Math.round((nowMs - atMs) / minuteMs));
  const facts = Object.entries(evidence).filter(([, value]) => value !== undefined);
  return [
    `  ${part} ${kind} ${subject}${ownerId === undefined ? '' : ` of ${ownerId}`}: ${money(cents)}, for ${age} min`,
    `      because ${facts.map(([name, value]) => `${name} ${String(value)}`).join(', ')}`,
    `      mend by ${wordsOf(proposal as Proposal)}`,
  ];
}

function wordsOf(proposal: Proposal): string {
  switch (proposal.by) {
    case 'call':
      return `${proposal.call}(${proposal.subject})`;
    case 'posting':
      return `posting ${proposal.legs.map(({ account, amountCents }) => `${account} ${money(amountCents)}`).join(', ')}`;
    case 'person':
      return `a person: ${proposal.words}`;
  }
}

function money(cents: number): string {
  return cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents);
}

/** Messages that were set aside: nothing but a person moves them (`bin/redrive.ts`). On AWS an alarm reports them. */
async function setAside(sqs: string): Promise<readonly string[]> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SQSClient({ endpoint: sqs, region: 'us-east-1', credentials });
  const lines = await Promise.all(
    Object.keys(queues).map(async (name) => {
      const QueueUrl = `${sqs}/000000000000/${name}-dlq`;
      const AttributeNames = ['ApproximateNumberOfMessages' as const];
      const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
      const waiting = Number(Attributes?.['ApproximateNumberOfMessages'] ?? 0);
      return waiting === 0 ? [] : [`  liveness DLQ ${name}-dlq: ${waiting} messages were set aside`];
    }),
  );
  return lines.flat();
}

await runCommand(
  import.meta,
  {
    summary:
      'Runs a reconciliation of a local stack and prints its breaks, or prints the last ones of a deployment. Ends with 1 when anything is wrong.',
    positionals: { services: servicesFile },
    options: {
      aws: flag('prints the last reconciliations of the deployment'),
      full: flag('reconciles everything, not only what changed'),
      apply: optional(text, 'classes of breaks whose proposed calls are made: CARD_BALANCE,STUCK'),
    },
  },
  async ({ services, aws, full: isFull, apply }) => {
    if (aws === (services !== undefined)) throw new WrongCall('Name a services.json or --aws.');
    if (aws && (isFull || apply !== undefined)) throw new WrongCall('--full and --apply are for a local stack.');
    const lines: string[] = [];
    if (services !== undefined) {
      const { control, sqs } = JSON.parse(readFileSync(services, 'utf8')) as LocalServices;
      const job = isFull ? 'reconcile-fully' : 'reconcile';
      const body = JSON.stringify({ apply: apply?.split(',') ?? [] });
      const answer = await fetch(`${control}/jobs/${job}`, { method: 'POST', body });
      if (!answer.ok) throw new CommandFailure(`The run failed: ${await answer.text()}`);
      lines.push(...(await setAside(sqs)));
    }
    const { store } = operatorAccess(services);
    const modes: readonly Reconciliation['mode'][] = aws ? ['light', 'full'] : [isFull ? 'full' : 'light'];
    let isWrong = lines.length > 0;
    for (const mode of modes) {
      const run = await store.get('reconciliation', { mode });
      if (run) lines.push(...printed(run, Date.now()));
      isWrong ||= run === undefined || Object.keys(run.classes).length > 0;
    }
    console.log(lines.join('\n'));
    process.exitCode = isWrong ? 1 : 0;
  },
);
