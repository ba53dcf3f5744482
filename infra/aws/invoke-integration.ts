import type { HttpRouteIntegrationConfig } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  HttpIntegrationType,
  HttpRouteIntegration,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { IRole } from 'aws-cdk-lib/aws-iam';

/**
 * A route's Lambda, invoked with a role that all routes of the API share. The library's own integration gives each
 * function a permission of its own instead, which is one resource more for every route.
 */
export class InvokeIntegration extends HttpRouteIntegration {
  readonly #functionArn: string;
  readonly #role: IRole;

  constructor(id: string, functionArn: string, role: IRole) {
    super(id);
    this.#functionArn = functionArn;
    this.#role = role;
  }

  override bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.#functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.#role),
    };
  }
}
