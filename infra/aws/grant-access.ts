import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';

import type { Grant, SecretName } from '../definition/types.ts';

/** The ARNs that a grant's words stand for. */
export type Reach = {
  readonly tableArn: string;
  readonly erasuresArn: string;
  readonly indexArns: readonly string[];
  readonly secretArns: Readonly<Record<SecretName, string>>;
  readonly queueArns: Readonly<Record<string, string>>;
  readonly deadLetterArns: readonly string[];
  readonly mailIdentityArn: string;
  readonly mailAddress: string;
};

const readActions = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const writeActions = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];

const lookActions = ['sqs:ReceiveMessage', 'sqs:GetQueueAttributes'];
const deadLetterActions = { read: lookActions, move: [...lookActions, 'sqs:DeleteMessage'] } as const;

/** Turns a grant into IAM's terms: exact actions on exact resources. A grant without a table gives no access to it. */
export function statementsOf(grant: Grant, reach: Reach): PolicyStatement[] {
  return [
    ...(grant.table ? tableStatements(grant.table, reach) : []),
    // Erasures are never changed or removed.
    ...(grant.erasures ? [allow(['dynamodb:GetItem', 'dynamodb:PutItem'], [reach.erasuresArn])] : []),
    ...(grant.secrets ?? []).map((secret) =>
      allow(['secretsmanager:GetSecretValue'], [arnOf(reach.secretArns, secret)]),
    ),
    ...(grant.send ?? []).map((queue) => allow(['sqs:SendMessage'], [arnOf(reach.queueArns, queue)])),
    ...(grant.deadLetters ? [allow(deadLetterActions[grant.deadLetters], reach.deadLetterArns)] : []),
    ...(grant.mail ? [mailStatement(reach)] : []),
    // The list of addresses belongs to the account: this action takes no resource.
    ...(grant.returnedMails ? [allow(['ses:ListSuppressedDestinations'], ['*'])] : []),
  ];
}

/** `Allow` of some actions on some resources. */
export function allow(actions: readonly string[], resources: readonly string[]): PolicyStatement {
  return new PolicyStatement({ actions: [...actions], resources: [...resources] });
}

function tableStatements(access: 'read' | 'write', { tableArn, indexArns }: Reach): PolicyStatement[] {
  return [
    allow(access === 'read' ? readActions : [...readActions, ...writeActions], [tableArn]),
    allow(['dynamodb:Query'], indexArns),
    ...(access === 'write' ? [keepAudit(tableArn)] : []),
    // No grant allows these actions; the explicit denial keeps later grants from adding them. PartiQL would bypass the
    // limits on the table's keys.
    new PolicyStatement({
      effect: Effect.DENY,
      actions: ['dynamodb:Scan', 'dynamodb:PartiQLSelect', 'dynamodb:PartiQLUpdate', 'dynamodb:PartiQLDelete'],
      resources: [tableArn, ...indexArns],
    }),
  ];
}

/** Audit records are only ever put: no function removes one or changes a field of one, whatever its code says. */
function keepAudit(tableArn: string): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.DENY,
    actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    resources: [tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['AUDIT#*'] } },
  });
}

function mailStatement({ mailIdentityArn, mailAddress }: Reach): PolicyStatement {
  return new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources: [mailIdentityArn],
    conditions: { StringEquals: { 'ses:FromAddress': mailAddress } },
  });
}

function arnOf(arns: Readonly<Record<string, string>>, name: string): string {
  const arn = arns[name];
  if (arn === undefined) throw new Error(`A grant names ${name}, which is not defined.`);
  return arn;
}
