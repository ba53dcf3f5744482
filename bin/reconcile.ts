/**
 * Compares the books with themselves and with both providers, and prints what is wrong. On a local stack its job runs:
 *
 *     node bin/reconcile.ts .local/services.json
 *     node bin/reconcile.ts .local/services.json --full
 *     node bin/reconcile.ts .local/services.json --apply CARD_BALANCE,STUCK
 *
 * On AWS the same without the path, with the variables that `--help` names and the operator's credentials in the
 * environment. The run is then in this process, on the table and the providers of the deployment. `--aws` runs nothing: it
 * prints what the jobs on AWS found last, which needs only TABLE_NAME and SESSION_SECRET_ID.
 *
 * `--apply` makes the calls that are proposed for these classes, each of which anybody may make at any time; nothing is
 * ever edited. Ends with 1 when anything is wrong, or when a full run did not come to its end.
 */
import { readFileSync } from 'node:fs';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Reconciliation } from '#functions/ports/entities/reconciliation.ts';
import { queues } from '#infra/definition/index.ts';
import { breakClasses } from '#shared/contract/breaks.ts';
import { flag, optional } from './command-line/arguments.ts';
import { listOf } from './command-line/kinds.ts';
import { CommandFailure, runCommand, WrongCall } from './command-line/run-command.ts';
import {
  describeVariables,
  issuerVariables,
  paymentsVariables,
  tableVariables,
} from './operator/deployment-variables.ts';
import { operatorIssuer } from './operator/operator-issuer.ts';
import { paymentsOf } from './operator/payments-of.ts';
import { isAmiss, printed } from './operator/printed-reconciliation.ts';
import { reconcileByHand, type RunByHand } from './operator/reconcile-by-hand.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';

type LocalServices = { readonly control: string; readonly sqs: string };

/** Starts the job of a local stack and waits for it. Returns a line for each queue with messages that were set aside. */
async function reconcileLocally(services: string, { isFull, apply }: RunByHand): Promise<readonly string[]> {
  const { control, sqs } = JSON.parse(readFileSync(services, 'utf8')) as LocalServices;
  const job = isFull ? 'reconcile-fully' : 'reconcile';
  const answer = await fetch(`${control}/jobs/${job}`, { method: 'POST', body: JSON.stringify({ apply }) });
  if (!answer.ok) throw new CommandFailure(`The run failed: ${await answer.text()}`);
  return setAside(sqs);
}

/** Messages that were set aside: nothing but a person moves them (`bin/redrive.ts`). On AWS an alarm reports them. */
export async function setAside(sqs: string): Promise<readonly string[]> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SQSClient({ endpoint: sqs, region: 'us-east-1', credentials });
  const lines = await Promise.all(
    Object.keys(queues).map(async (name) => {
      const QueueUrl = `${sqs}/000000000000/${name}-dlq`;
      // Those that `bin/redrive.ts` has just listed are not visible.
      const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
      );
      const waiting = AttributeNames.reduce((total, name) => total + Number(Attributes[name] ?? 0), 0);
      return waiting === 0 ? [] : [`  liveness DLQ ${name}-dlq: ${waiting} messages were set aside`];
    }),
  );
  return lines.flat();
}

await runCommand(
  import.meta,
  {
    summary:
      'Compares the books with themselves and with both providers, and prints every break. Ends with 1 when anything is wrong.',
    positionals: { services: servicesFile },
    options: {
      aws: flag('runs nothing: prints what the jobs of the deployment found last'),
      full: flag('compares everything, not only what changed'),
      apply: optional(
        listOf('classes of breaks', breakClasses),
        'makes the calls proposed for these: CARD_BALANCE,STUCK',
      ),
    },
    variables: describeVariables(...tableVariables, ...paymentsVariables, ...issuerVariables),
  },
  async ({ services, aws, full: isFull, apply = [] }) => {
    if (aws && services !== undefined) throw new WrongCall('--aws is for a deployment: leave the file out.');
    if (aws && (isFull || apply.length > 0))
      throw new WrongCall('--aws only prints the last runs: leave it out to run one with --full or --apply.');
    const access = operatorAccess(services);
    const lines: string[] = [];
    if (services !== undefined) lines.push(...(await reconcileLocally(services, { isFull, apply })));
    else if (!aws) {
      const payments = await paymentsOf(services, access.clock);
      const issuer = await operatorIssuer(services, access.clock);
      await reconcileByHand({ ...access, payments, issuer }, { isFull, apply });
    }
    const modes: readonly Reconciliation['mode'][] = aws ? ['light', 'full'] : [isFull ? 'full' : 'light'];
    let isWrong = lines.length > 0;
    for (const mode of modes) {
      const run = await access.store.get('reconciliation', { mode });
      if (run) lines.push(...printed(run, access.clock.now()));
      isWrong ||= isAmiss(run, { mayBeUnderWay: aws });
      if (aws || run?.endedAtMs !== undefined) continue;
      lines.push('  not at its end yet: run it again, and it goes on there');
    }
    console.log(lines.join('\n'));
    process.exitCode = isWrong ? 1 : 0;
  },
);
