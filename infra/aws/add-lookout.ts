import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

import type { FunctionDefinition } from '../definition/types.ts';
import type { Config, Stage } from './config.ts';
import type { JobSchedules } from './job-schedules.ts';
import { metricNamespaceOf } from './log-lines.ts';
import { ProductFunction } from './product-function.ts';
import type { ProductFunctionProps } from './product-function.ts';

/** A function that looks whether something is well. It is no part of the product: a local stack has none. */
export type LookoutDefinition = Pick<FunctionDefinition, 'id' | 'entry' | 'memoryMb' | 'timeoutSeconds'>;

/** The stack's part in a lookout; `folder` is that of its built function. */
export type LookoutPlace = {
  readonly stage: Stage;
  readonly config: Config;
  readonly folder: string;
  readonly schedules: JobSchedules;
};

type LookoutWork = Pick<ProductFunctionProps, 'environment' | 'statements' | 'options'> & {
  readonly definition: LookoutDefinition;
  readonly schedule: string;
  /** The line that it logs when all is well, and the metric that counts this line. */
  readonly line: string;
  readonly metricName: string;
};

/** Adds a function that looks whenever its schedule says. Returns the count of the looks by which all was well. */
export function addLookout(
  scope: Construct,
  { schedules, ...place }: LookoutPlace,
  { definition, schedule, line, metricName, ...work }: LookoutWork,
): MetricFilter {
  const { lambda, logGroup } = new ProductFunction(scope, definition.id, { ...place, ...work, definition });
  schedules.start(definition.id, schedule, lambda);
  return logGroup.addMetricFilter(metricName, {
    metricNamespace: metricNamespaceOf(place.stage),
    metricName,
    filterPattern: FilterPattern.stringValue('$.message', '=', line),
  });
}
