import { ArnFormat, Stack } from 'aws-cdk-lib';

import type { Definition, FunctionDefinition, Resources } from '../definition/types.ts';
import type { Artifacts } from './build-artifacts.ts';
import type { Config, Stage } from './config.ts';
import { metricNamespaceOf } from './log-lines.ts';
import { checkedFloat } from './float-alarms.ts';
import type { DataStack } from './data-stack.ts';
import type { Reach } from './grant-access.ts';
import { statementsOf } from './grant-access.ts';
import type { ProductFunctionProps } from './product-function.ts';
import type { WebStack } from './web-stack.ts';
import type { ProductQueue } from './product-queue.ts';

/** The product and its deployment settings. */
export type Deployment = {
  readonly stage: Stage;
  readonly config: Config;
  readonly definition: Definition;
  readonly artifacts: Artifacts;
};

/** The resources that functions need, created before the first of them. */
export type Foundations = {
  readonly data: DataStack;
  readonly web: WebStack;
  readonly queues: Readonly<Record<string, ProductQueue>>;
};

/** A function's definition in AWS's terms: its environment and its rights come from the same grant. */
export function functionProps(
  fn: FunctionDefinition,
  { stage, config, definition, artifacts }: Deployment,
  foundations: Foundations,
): ProductFunctionProps {
  return {
    stage,
    config,
    definition: fn,
    folder: artifacts.functionFolder(fn.id),
    environment: definition.environmentOf(fn, resourcesOf(stage, config, foundations)),
    statements: statementsOf(fn.grant, reachOf(config, foundations)),
  };
}

function resourcesOf(stage: Stage, config: Config, { data, web, queues }: Foundations): Resources {
  return {
    tableName: data.table.tableName,
    erasuresTableName: data.erasures.tableName,
    queueUrls: mapValues(queues, ({ queue }) => queue.queueUrl),
    deadLetterUrls: mapValues(queues, ({ deadLetters }) => deadLetters.queueUrl),
    secretIds: mapValues(data.secrets, (secret) => secret.secretArn),
    siteUrl: web.siteUrl,
    mailFrom: `Satchel <${config.mail.address}>`,
    floatFloorCents: String(checkedFloat(config.float).floorCents),
    metricsNamespace: metricNamespaceOf(stage),
    ...config.providers,
  };
}

function reachOf(config: Config, { data, queues }: Foundations): Reach {
  const { tableArn } = data.table;
  return {
    tableArn,
    erasuresArn: data.erasures.tableArn,
    indexArns: data.indexNames.map((name) => `${tableArn}/index/${name}`),
    secretArns: mapValues(data.secrets, (secret) => secret.secretArn),
    queueArns: mapValues(queues, ({ queue }) => queue.queueArn),
    deadLetterArns: Object.values(queues).map(({ deadLetters }) => deadLetters.queueArn),
    mailIdentityArn: Stack.of(data).formatArn({
      service: 'ses',
      resource: 'identity',
      resourceName: config.mail.domain,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    }),
    mailAddress: config.mail.address,
  };
}

function mapValues<K extends string, V, W>(record: Readonly<Record<K, V>>, map: (value: V) => W): Record<K, W> {
  return Object.fromEntries(Object.entries<V>(record).map(([key, value]) => [key, map(value)])) as Record<K, W>;
}
