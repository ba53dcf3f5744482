import { Duration } from 'aws-cdk-lib';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

import type { FunctionDefinition } from '../../definition/types.ts';
import type { Config, Stage } from '../config.ts';
import { allow } from '../grant-access.ts';
import { ProductFunction } from '../product-function.ts';
import { originHeader } from './authorize.ts';

/** The guard's function. It is no part of the product: locally there is no CloudFront that one could go round. */
export const originGuardDefinition: Pick<FunctionDefinition, 'id' | 'entry' | 'memoryMb' | 'timeoutSeconds'> = {
  id: 'edge.authorize',
  entry: 'infra/aws/edge/authorize.ts',
  memoryMb: 512,
  timeoutSeconds: 5,
};

/**
 * Refuses requests to the API's own address, which would bypass CloudFront's firewall. That address cannot be switched
 * off while it is CloudFront's origin, and a name of our own for it would be just as public.
 */
export class OriginGuard extends Construct {
  readonly authorizer: HttpLambdaAuthorizer;
  readonly lambda: IFunction;

  constructor(
    scope: Construct,
    id: string,
    props: {
      readonly stage: Stage;
      readonly config: Config;
      readonly originSecret: Secret;
      readonly folder: string;
    },
  ) {
    super(scope, id);
    const { stage, config, originSecret, folder } = props;
    const { lambda } = new ProductFunction(this, originGuardDefinition.id, {
      stage,
      config,
      folder,
      definition: originGuardDefinition,
      environment: { ORIGIN_SECRET_ID: originSecret.secretArn },
      statements: [allow(['secretsmanager:GetSecretValue'], [originSecret.secretArn])],
      ...(config.guardConcurrency !== undefined && {
        options: { reservedConcurrentExecutions: config.guardConcurrency },
      }),
    });
    this.lambda = lambda;
    this.authorizer = new HttpLambdaAuthorizer('OriginGuard', lambda, {
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      identitySource: [`$request.header.${originHeader}`],
      // Short, because refusals are cached for the same time, even of a word that becomes valid a moment later.
      resultsCacheTtl: Duration.minutes(5),
    });
  }
}
