import { Duration } from 'aws-cdk-lib';
import { Effect, PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { FunctionOptions } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

import type { FunctionDefinition } from '../definition/types.ts';
import { acknowledge } from './acknowledge.ts';
import { allow } from './grant-access.ts';
import type { Config, Stage } from './config.ts';
import { countLines } from './log-lines.ts';
import { removalOfNamed } from './removal.ts';

/** The parts of a function beside its definition. */
export type ProductFunctionProps = {
  readonly stage: Stage;
  readonly config: Pick<Config, 'logRetention' | 'isDisposable'>;
  readonly definition: Pick<FunctionDefinition, 'id' | 'memoryMb' | 'timeoutSeconds'>;
  /** The folder with `index.mjs`. */
  readonly folder: string;
  readonly environment: Record<string, string>;
  readonly statements: readonly PolicyStatement[];
  /** The stack of its log group, if that is another one. */
  readonly logStack?: Construct;
  readonly options?: Pick<
    FunctionOptions,
    'reservedConcurrentExecutions' | 'retryAttempts' | 'maxEventAge' | 'onFailure'
  >;
};

/** Actions that IAM allows on every resource or on none. */
const withoutResource: ReadonlySet<string> = new Set(['ses:ListSuppressedDestinations', 'dynamodb:ListExports']);

/** The name of a function of the definition on AWS: `satchel-prod-cards-load`. */
export function functionNameOf(stage: Stage, functionId: string): string {
  return `satchel-${stage}-${functionId.replaceAll('.', '-')}`;
}

/**
 * One Lambda with a role and a log group of its own. The role holds exactly the statements given here and the right to
 * write to that log group: constructs that would add to it later are not heard.
 *
 * Tracing is off: a trace would carry the provider calls that card numbers travel on, and every log line already names
 * the route, the request and the operation.
 */
export class ProductFunction extends Construct {
  readonly lambda: Function;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: ProductFunctionProps) {
    super(scope, id);
    const { stage, config, definition, folder, environment, statements, logStack, options } = props;
    const functionName = functionNameOf(stage, definition.id);
    const logGroupName = `/aws/lambda/${functionName}`;
    const logGroup = new LogGroup(logStack === undefined ? this : new Construct(logStack, id), 'Logs', {
      logGroupName,
      retention: config.logRetention,
      removalPolicy: removalOfNamed(config),
    });
    countLines(logGroup, stage);
    this.logGroup = logGroup;
    // A log group in another stack is referred to by name: an exported value could not go in one deployment with its
    // route.
    const written = logStack === undefined ? logGroup : LogGroup.fromLogGroupName(this, 'WrittenLogs', logGroupName);
    this.lambda = new Function(this, 'Function', {
      functionName,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(folder),
      memorySize: definition.memoryMb,
      timeout: Duration.seconds(definition.timeoutSeconds),
      environment,
      role: this.roleWith([...statements, allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [written.logGroupArn])]),
      logGroup: written,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.DISABLED,
      ...options,
    });
  }

  private roleWith(statements: PolicyStatement[]): IRole {
    const onAll = statements.filter(({ effect, resources }) => effect === Effect.ALLOW && resources.includes('*'));
    const needsAll = onAll.flatMap(({ actions }) => actions);
    if (!needsAll.every((action) => withoutResource.has(action))) {
      throw new Error(`${this.node.path} asks for every resource: name the ones that it needs.`);
    }
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Grant: new PolicyDocument({ statements }) },
    });
    if (needsAll.length > 0) {
      acknowledge(
        role,
        'AwsSolutions-IAM5[Resource::*]',
        `${needsAll.join()} knows no resource: it reads a list of the account.`,
      );
    }
    return role.withoutPolicyUpdates();
  }
}
