import { Duration, Stack } from 'aws-cdk-lib';
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
import type { CfnStage, IHttpApi, IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

import type { FunctionDefinition, Trigger } from '../definition/types.ts';
import { Alarms } from './alarms.ts';
import { functionProps } from './deployment.ts';
import type { Deployment, Foundations } from './deployment.ts';
import { OriginGuard, originGuardDefinition } from './edge/origin-guard.ts';
import { allow } from './grant-access.ts';
import { InvokeIntegration } from './invoke-integration.ts';
import { ProductFunction } from './product-function.ts';
import { removalOfNamed } from './removal.ts';
import { hashesPasswords, throttleOf } from './route-limits.ts';

type ApiStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly foundations: Foundations;
  readonly alarmTopic: ITopic;
  /** Holds the routes' log groups. */
  readonly logs: Stack;
};

type HttpFunction = FunctionDefinition & { readonly trigger: Extract<Trigger, { readonly kind: 'http' }> };

/**
 * A Lambda for every route of the definition. Each takes four of CloudFormation's five hundred resources here, and two
 * in the stack of the logs; when a test says that this one grows full, a second ApiStack takes some of the groups.
 */
export class ApiStack extends Stack {
  readonly #deployment: Deployment;
  readonly #foundations: Foundations;
  readonly #logs: Stack;

  constructor(scope: Construct, id: string, { deployment, foundations, alarmTopic, logs, ...props }: ApiStackProps) {
    super(scope, id, props);
    this.#deployment = deployment;
    this.#foundations = foundations;
    this.#logs = logs;
    const { httpApiId, apiEndpoint } = foundations.web.httpApi;
    // Taken by its id, so that routes and integrations belong to this stack and not to the one of the API's name.
    const api = HttpApi.fromHttpApiAttributes(this, 'Api', { httpApiId, apiEndpoint });
    const authorizer = this.createGuard();
    const functions = deployment.definition.functions.filter(isHttp);
    const endpoints = functions.map((fn) => ({ fn, lambda: this.addFunction(fn) }));
    const role = this.createInvoker(endpoints.map(({ lambda }) => lambda));
    const routes = endpoints.map(
      ({ fn, lambda }) =>
        new HttpRoute(this, `${fn.id} Route`, {
          httpApi: api,
          routeKey: HttpRouteKey.with(fn.trigger.path, HttpMethod[fn.trigger.method]),
          integration: new InvokeIntegration('Integration', lambda, role),
          authorizer,
        }),
    );
    const stage = this.createStage(api, functions);
    // A stage may only name routes that exist.
    stage.node.addDependency(...routes);
    this.raiseAlarms(stage, new Alarms(this, alarmTopic));
  }

  private createGuard(): IHttpRouteAuthorizer {
    const { stage, config, artifacts } = this.#deployment;
    return new OriginGuard(this, 'OriginGuard', {
      stage,
      config,
      originSecret: this.#foundations.data.secrets.origin,
      folder: artifacts.functionFolder(originGuardDefinition.id),
    }).authorizer;
  }

  private addFunction(fn: HttpFunction): IFunction {
    const { hashingConcurrency } = this.#deployment.config;
    return new ProductFunction(this, fn.id, {
      ...functionProps(fn, this.#deployment, this.#foundations),
      logStack: this.#logs,
      ...(hashesPasswords(fn) &&
        hashingConcurrency !== undefined && { options: { reservedConcurrentExecutions: hashingConcurrency } }),
    }).lambda;
  }

  /** The role with which the API invokes the functions of its routes, these and no others. */
  private createInvoker(lambdas: readonly IFunction[]): Role {
    const statements = [
      allow(
        ['lambda:InvokeFunction'],
        lambdas.map(({ functionArn }) => functionArn),
      ),
    ];
    return new Role(this, 'Invoker', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { Grant: new PolicyDocument({ statements }) },
    });
  }

  private createStage(httpApi: IHttpApi, functions: readonly HttpFunction[]): HttpStage {
    const { config } = this.#deployment;
    const stage = new HttpStage(this, 'Stage', {
      httpApi,
      autoDeploy: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLogs', { retention: config.logRetention, removalPolicy: removalOfNamed(config) }),
        ),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    (stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(
      functions.map((fn) => [`${fn.trigger.method} ${fn.trigger.path}`, throttleOf(fn)]),
    );
    return stage;
  }

  private raiseAlarms(stage: HttpStage, alarms: Alarms): void {
    alarms.raise({
      kind: 'api-errors',
      subject: 'api',
      metric: stage.metricServerError({ period: Duration.minutes(1) }),
      threshold: 5,
      evaluationPeriods: 2,
    });
    alarms.raise({
      kind: 'api-latency',
      subject: 'api',
      metric: stage.metricLatency({ statistic: 'p99', period: Duration.minutes(5) }),
      threshold: Duration.seconds(10).toMilliseconds(),
      evaluationPeriods: 2,
    });
    const { table } = this.#foundations.data;
    alarms.raise({
      kind: 'table-throttles',
      subject: 'table',
      metric: new MathExpression({
        expression: 'reads + writes',
        usingMetrics: {
          reads: table.metric('ReadThrottleEvents', { statistic: 'sum' }),
          writes: table.metric('WriteThrottleEvents', { statistic: 'sum' }),
        },
        period: Duration.minutes(5),
      }),
      threshold: 10,
    });
  }
}

function isHttp(fn: FunctionDefinition): fn is HttpFunction {
  return fn.trigger.kind === 'http';
}

/** The route and not the path: a webhook's path carries a token. No query, no cookies, no headers. */
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
