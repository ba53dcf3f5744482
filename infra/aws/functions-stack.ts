import { Stack, Token } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import { acknowledge } from './acknowledge.ts';
import { functionProps } from './deployment.ts';
import type { Deployment, Foundations } from './deployment.ts';
import { hashesPasswords, isHttp } from './http-function.ts';
import { functionNameOf, ProductFunction } from './product-function.ts';

type FunctionsStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly foundations: Foundations;
  /** Holds the functions' log groups. */
  readonly logs: Stack;
};

/** A Lambda and a role for every route. It exports nothing, so that one deployment can take a route away. */
export class FunctionsStack extends Stack {
  constructor(scope: Construct, id: string, { deployment, foundations, logs, ...props }: FunctionsStackProps) {
    super(scope, id, props);
    this.addStackDependency(logs);
    const { hashingConcurrency } = deployment.config;
    // The account, spelled as in cdk-nag's findings.
    const account = Token.isUnresolved(this.account) ? '<AWS::AccountId>' : this.account;
    for (const fn of deployment.definition.functions.filter(isHttp)) {
      const created = new ProductFunction(this, fn.id, {
        ...functionProps(fn, deployment, foundations),
        logStack: logs,
        ...(hashesPasswords(fn) &&
          hashingConcurrency !== undefined && { options: { reservedConcurrentExecutions: hashingConcurrency } }),
      });
      const streams = `log-group:/aws/lambda/${functionNameOf(deployment.stage, fn.id)}:*`;
      acknowledge(
        created,
        `AwsSolutions-IAM5[Resource::arn:aws:logs:${this.region}:${account}:${streams}]`,
        'The streams of its own log group have no other name.',
      );
    }
  }
}
