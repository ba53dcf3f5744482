import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { CfnStage, IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { raiseApiAlarms, raiseGuardAlarms, raiseTableAlarms } from './api-alarms.ts';
import type { Deployment, Foundations } from './deployment.ts';
import { OriginGuard, originGuardDefinition } from './edge/origin-guard.ts';
import { isHttp, type HttpFunction } from './http-function.ts';
import { allow } from './grant-access.ts';
import { InvokeIntegration } from './invoke-integration.ts';
import { functionNameOf } from './product-function.ts';
import { removalOfNamed } from './removal.ts';
import { throttleOf } from './route-throttles.ts';

type ApiStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly foundations: Foundations;
  readonly alarmTopic: ITopic;
};

/** Maximum number of functions that one role invokes: inline policies have at most 10,240 characters, an ARN up to 100. */
const invokedPerRole = 80;

/**
 * The routes of the definition and their integrations. Their functions are in the FunctionsStack and are named here,
 * not imported: each route takes two of CloudFormation's five hundred resources in each of the two stacks, and two in
 * the stack of the logs.
 */
export class ApiStack extends Stack {
  readonly #deployment: Deployment;
  readonly #foundations: Foundations;

  constructor(scope: Construct, id: string, { deployment, foundations, alarmTopic, ...props }: ApiStackProps) {
    super(scope, id, props);
    this.#deployment = deployment;
    this.#foundations = foundations;
    const { httpApiId, apiEndpoint } = foundations.web.httpApi;
    // The API is imported by its id, so that routes and integrations belong to this stack and not to the API's own
    // stack.
    const api = HttpApi.fromHttpApiAttributes(this, 'Api', { httpApiId, apiEndpoint });
    const guard = this.createGuard();
    const functions = deployment.definition.functions.filter(isHttp);
    const endpoints = functions.map((fn) => ({ fn, functionArn: this.functionArnOf(fn) }));
    const roles = this.createInvokers(endpoints.map(({ functionArn }) => functionArn));
    const routes = endpoints.map(
      ({ fn, functionArn }) =>
        new HttpRoute(this, `${fn.id} Route`, {
          httpApi: api,
          routeKey: HttpRouteKey.with(fn.trigger.path, HttpMethod[fn.trigger.method]),
          integration: new InvokeIntegration('Integration', functionArn, roles.get(functionArn) as Role),
          authorizer: guard.authorizer,
        }),
    );
    const accessLog = this.createAccessLog();
    const stage = this.createStage(api, functions, accessLog);
    // A stage may only name routes that exist.
    stage.node.addDependency(...routes);
    const alarms = new Alarms(this, alarmTopic);
    raiseApiAlarms(alarms, stage, deployment.stage);
    raiseGuardAlarms(alarms, { ...originGuardDefinition, lambda: guard.lambda, accessLog, stage: deployment.stage });
    raiseTableAlarms(alarms, foundations.data.table, foundations.data.indexNames);
  }

  private createGuard(): OriginGuard {
    const { stage, config, artifacts } = this.#deployment;
    return new OriginGuard(this, 'OriginGuard', {
      stage,
      config,
      originSecret: this.#foundations.data.secrets.origin,
      folder: artifacts.functionFolder(originGuardDefinition.id),
    });
  }

  private functionArnOf({ id }: HttpFunction): string {
    return this.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: functionNameOf(this.#deployment.stage, id),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  /** The roles with which the API invokes the functions of its routes, these and no others; one for each function. */
  private createInvokers(functionArns: readonly string[]): ReadonlyMap<string, Role> {
    const roleOf = new Map<string, Role>();
    for (let from = 0; from < functionArns.length; from += invokedPerRole) {
      const share = functionArns.slice(from, from + invokedPerRole);
      const statements = [allow(['lambda:InvokeFunction'], share)];
      const role = new Role(this, from === 0 ? 'Invoker' : `Invoker${from / invokedPerRole + 1}`, {
        assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
        inlinePolicies: { Grant: new PolicyDocument({ statements }) },
      });
      for (const functionArn of share) roleOf.set(functionArn, role);
    }
    return roleOf;
  }

  private createAccessLog(): LogGroup {
    const { config } = this.#deployment;
    return new LogGroup(this, 'AccessLogs', { retention: config.logRetention, removalPolicy: removalOfNamed(config) });
  }

  private createStage(httpApi: IHttpApi, functions: readonly HttpFunction[], accessLog: LogGroup): HttpStage {
    const stage = new HttpStage(this, 'Stage', {
      httpApi,
      autoDeploy: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    (stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(
      functions.map((fn) => [`${fn.trigger.method} ${fn.trigger.path}`, throttleOf(fn, this.#deployment.config)]),
    );
    return stage;
  }
}

/**
 * Logged fields of a call: the route instead of the path, because a webhook's path carries a token. No query, cookies
 * or headers.
 */
const accessLogFields = {
  requestId: AccessLogField.contextRequestId(),
  time: AccessLogField.contextRequestTimeEpoch(),
  route: '$context.routeKey',
  status: AccessLogField.contextStatus(),
  latencyMs: AccessLogField.contextResponseLatency(),
  functionMs: AccessLogField.contextIntegrationLatency(),
  responseBytes: AccessLogField.contextResponseLength(),
  error: AccessLogField.contextErrorMessage(),
  functionError: '$context.integrationErrorMessage',
};
