import { tableDefinition } from '#infra/definition/table.ts';
import type { FunctionDefinition } from '#infra/definition/types.ts';
import type { Resource, Synthesis } from './synthesize.ts';

/** One action on one resource, as a role has it: `Allow dynamodb:Query Table/index/gsi1`. */
export type Right = `${'Allow' | 'Deny'} ${string} ${string}`;

type Statement = {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
};

/** The function of an id and the rights of its role, from a template. */
export function findFunction(
  synthesis: Synthesis,
  stack: 'functions' | 'workers',
  stage: string,
  functionId: string,
): { readonly properties: Record<string, unknown>; readonly logicalId: string; readonly rights: readonly Right[] } {
  const name = `satchel-${stage}-${functionId.replaceAll('.', '-')}`;
  const found = Object.entries(synthesis.resources(stack, 'AWS::Lambda::Function')).find(
    ([, { Properties }]) => Properties['FunctionName'] === name,
  );
  if (!found) throw new Error(`There is no function for ${functionId}.`);
  const [logicalId, { Properties: properties }] = found;
  const roleId = (properties['Role'] as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0];
  const role = synthesis.resources(stack, 'AWS::IAM::Role')[roleId];
  if (!role) throw new Error(`The role of ${functionId} is not in its stack.`);
  return { properties, logicalId, rights: rightsOf(role) };
}

/** Every right of a role, one action and one resource each, sorted. */
export function rightsOf(role: Resource): Right[] {
  const policies = (role.Properties['Policies'] ?? []) as {
    PolicyDocument: { Statement: readonly Statement[] };
  }[];
  return policies
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Effect, Action, Resource, Condition }) =>
      listOf(Action).flatMap((action) =>
        listOf(Resource).map((resource): Right => `${Effect} ${action} ${nameOf(resource)}${keysIn(Condition)}`),
      ),
    )
    .toSorted();
}

/** The leading keys that a statement is limited to, in words: ` of AUDIT#*`. */
function keysIn(condition: Statement['Condition']): string {
  const keys = condition?.['ForAnyValue:StringLike']?.['dynamodb:LeadingKeys'];
  return keys === undefined ? '' : ` of ${listOf(keys).join(' ')}`;
}

/** A resource in words: the ids and texts that its ARN is made of, without the CDK's hashes. `Table/index/gsi1`. */
export function nameOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const [[intrinsic, argument]] = Object.entries(resource as Record<string, unknown>) as [[string, unknown]];
  if (intrinsic === 'Fn::Join') return (argument as [string, unknown[]])[1].map(nameOf).join('');
  if (intrinsic === 'Fn::GetAtt') return withoutHashes((argument as [string, string])[0]);
  if (intrinsic === 'Fn::ImportValue') {
    return withoutHashes(String(argument).replace(/^.*:ExportsOutput(Ref|FnGetAtt)/, ''));
  }
  return intrinsic === 'Ref' ? withoutHashes(String(argument)) : JSON.stringify(resource);
}

/** `TableCD117FA1ArnE2C8C204` is `Table`, `TableCD117FA1StreamArnE2C8C204` is `Table/stream`. */
function withoutHashes(logicalId: string): string {
  return logicalId
    .replace(/[0-9A-F]{8}StreamArn([0-9A-F]{8})?$/, '/stream')
    .replace(/[0-9A-F]{8}(Arn)?([0-9A-F]{8})?$/, '');
}

function listOf<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

/** The meaning of a function's grant, stated once more and independently of infra/aws/grant-access.ts. */
export function expectedRights({ id, grant, trigger }: FunctionDefinition): Right[] {
  const { table, secrets = [], send = [], mail } = grant;
  const indexes = tableDefinition.indexes.map(({ name }) => `Table/index/${name}`);
  const on = (resource: string, ...actions: string[]) => actions.map((action): Right => `Allow ${action} ${resource}`);
  return [
    ...(table ? on('Table', 'dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query') : []),
    ...(table === 'write'
      ? [
          ...on(
            'Table',
            'dynamodb:PutItem',
            'dynamodb:UpdateItem',
            'dynamodb:DeleteItem',
            'dynamodb:ConditionCheckItem',
          ),
          // Audit records are only ever put.
          'Deny dynamodb:UpdateItem Table of AUDIT#*' as const,
          'Deny dynamodb:DeleteItem Table of AUDIT#*' as const,
        ]
      : []),
    ...(table ? indexes.flatMap((index) => on(index, 'dynamodb:Query')) : []),
    ...(table
      ? ['Table', ...indexes].flatMap((resource) => forbidden.map((action): Right => `Deny ${action} ${resource}`))
      : []),
    ...(grant.erasures ? on('Erasures', 'dynamodb:GetItem', 'dynamodb:PutItem') : []),
    ...secrets.flatMap((secret) => on(`Secret${secret}`, 'secretsmanager:GetSecretValue')),
    ...send.flatMap((queue) => on(queue.replaceAll('-', ''), 'sqs:SendMessage')),
    ...(grant.deadLetters
      ? ['payment-events', 'issuer-events'].flatMap((queue) =>
          on(
            `${queue.replaceAll('-', '')}dlq`,
            'sqs:ReceiveMessage',
            'sqs:GetQueueAttributes',
            ...(grant.deadLetters === 'move' ? ['sqs:DeleteMessage'] : []),
          ),
        )
      : []),
    ...(mail ? on('arn:aws:ses:us-east-1:AWS::AccountId:identity/dev.satchel.example', 'ses:SendEmail') : []),
    ...(grant.returnedMails ? on('*', 'ses:ListSuppressedDestinations') : []),
    ...(trigger.kind === 'queue' ? on(trigger.queue.replaceAll('-', ''), ...consume) : []),
    ...(trigger.kind === 'stream'
      ? [...on('Table/stream', ...follow), ...on(`${id.replaceAll(/[.-]/g, '')}failures`, 'sqs:SendMessage')]
      : []),
    ...on(
      trigger.kind === 'http'
        ? logGroupOf(`satchel-dev-${id.replaceAll('.', '-')}`)
        : `${id.replaceAll(/[.-]/g, '')}Logs`,
      'logs:CreateLogStream',
      'logs:PutLogEvents',
    ),
  ].toSorted();
}

/** The streams of a function's log group, which is in another stack and is named. */
const logGroupOf = (functionName: string) =>
  `arn:aws:logs:us-east-1:AWS::AccountId:log-group:/aws/lambda/${functionName}:*`;

const forbidden = ['dynamodb:Scan', 'dynamodb:PartiQLSelect', 'dynamodb:PartiQLUpdate', 'dynamodb:PartiQLDelete'];
const consume = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'];
const follow = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'];
