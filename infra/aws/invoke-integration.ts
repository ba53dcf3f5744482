import type { HttpRouteIntegrationConfig } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  HttpIntegrationType,
  HttpRouteIntegration,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';

/**
 * A route's Lambda, invoked with a role that all routes of the API share. The library's own integration gives each
 * function a permission of its own instead, which is one resource more for every route.
 */
export class InvokeIntegration extends HttpRouteIntegration {
  readonly #lambda: IFunction;
  readonly #role: IRole;

  constructor(id: string, lambda: IFunction, role: IRole) {
    super(id);
    this.#lambda = lambda;
    this.#role = role;
  }

  override bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.#lambda.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.#role),
    };
  }
}
