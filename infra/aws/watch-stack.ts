import { Duration, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Dashboard, GraphWidget, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

import { measures } from '#functions/ports/metrics.ts';
import type { MeasureName } from '#functions/ports/metrics.ts';
import type { Config, Stage } from './config.ts';
import type { Foundations } from './deployment.ts';
import { linesOf, metricNamespaceOf } from './log-lines.ts';

type WatchStackProps = StackProps & {
  readonly stage: Stage;
  readonly config: Config;
  readonly foundations: Foundations;
};

const minutes = Duration.minutes(5);
const hour = Duration.hours(1);

/** One page that shows how a stage does, and the mail that says when it costs too much. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, { stage, config, foundations, ...props }: WatchStackProps) {
    super(scope, id, props);
    const dashboard = new Dashboard(this, 'Dashboard', {
      dashboardName: `Satchel-${stage}`,
      defaultInterval: Duration.days(1),
    });
    dashboard.addWidgets(...requests(foundations));
    dashboard.addWidgets(...money(stage));
    dashboard.addWidgets(...providers(stage));
    dashboard.addWidgets(...machinery(stage, foundations));
    if (config.budget) this.addBudget(config.budget);
  }

  /**
   * Adds the budget of the whole account, which holds one stage. AWS itself needs a day to know what something cost.
   */
  private addBudget({ monthlyUsd, email }: NonNullable<Config['budget']>): void {
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    });
    new CfnBudget(this, 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: monthlyUsd, unit: 'USD' } },
      notificationsWithSubscribers: [notify('ACTUAL', 80), notify('ACTUAL', 100), notify('FORECASTED', 100)],
    });
  }
}

function requests({ web }: Foundations): readonly IWidget[] {
  const api = (metricName: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      statistic,
      period: minutes,
      dimensionsMap: { ApiId: web.httpApi.apiId, Stage: '$default' },
      label: `${metricName} ${statistic}`,
    });
  const edge = (metricName: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/CloudFront',
      metricName,
      statistic,
      period: minutes,
      dimensionsMap: { DistributionId: web.distribution.distributionId, Region: 'Global' },
      label: metricName,
    });
  return [
    graph('Site, requests', [edge('Requests', 'sum')], [edge('5xxErrorRate', 'avg')]),
    graph('API, calls', [api('Count', 'sum')], [api('4xx', 'sum'), api('5xx', 'sum')]),
    graph('API, milliseconds', [api('Latency', 'p50'), api('Latency', 'p99')]),
  ];
}

function money(stage: Stage): readonly IWidget[] {
  return [
    graph('Money moved, dollars an hour', inDollars(stage, 'MoneyCents', 'sum', hour)),
    graph('Float at the card issuer, dollars', inDollars(stage, 'FloatCents', 'avg', minutes)),
    graph('Float, days that it lasts', [
      new Metric({
        namespace: metricNamespaceOf(stage),
        metricName: 'FloatRunwayDays',
        statistic: 'min',
        period: minutes,
      }),
    ]),
  ];
}

function providers(stage: Stage): readonly IWidget[] {
  return [
    graph(
      'Orders to the issuer: under way, and age of the oldest in seconds',
      measured(stage, 'OpenOperations', 'max', minutes),
      measured(stage, 'OldestOperationSeconds', 'max', minutes),
    ),
    graph('Webhooks, milliseconds to the end of the work', [
      ...measured(stage, 'EventDelay', 'p50', minutes),
      ...measured(stage, 'EventDelay', 'p99', minutes),
    ]),
    graph('Answers without an outcome', measured(stage, 'ProviderTrouble', 'sum', minutes)),
  ];
}

function machinery(stage: Stage, { data, queues }: Foundations): readonly IWidget[] {
  const lambda = (metricName: string, statistic: string) =>
    new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: minutes });
  const table = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      statistic: 'sum',
      period: minutes,
      dimensionsMap: { TableName: data.table.tableName },
    });
  return [
    graph(
      'Functions: at once, and what failed',
      [lambda('ConcurrentExecutions', 'max')],
      [lambda('Errors', 'sum'), lambda('Throttles', 'sum')],
    ),
    graph(
      'Queues, seconds of the oldest message; lines of the log that need a look',
      Object.entries(queues).map(([name, { queue }]) =>
        queue.metricApproximateAgeOfOldestMessage({ statistic: 'max', period: minutes, label: name }),
      ),
      (['money', 'defect'] as const).map((concern) => linesOf(stage, concern, minutes)),
    ),
    graph('Table, consumed units', [table('ConsumedReadCapacityUnits'), table('ConsumedWriteCapacityUnits')]),
  ];
}

function graph(title: string, left: readonly IMetric[], right: readonly IMetric[] = []): IWidget {
  return new GraphWidget({ title, left: [...left], right: [...right], width: 8, height: 6 });
}

/** A measure of ours, one line for each value of its dimension. */
function measured(stage: Stage, name: MeasureName, statistic: string, period: Duration): readonly Metric[] {
  const { dimension, values } = measures[name];
  return values.map(
    (value) =>
      new Metric({
        namespace: metricNamespaceOf(stage),
        metricName: name,
        dimensionsMap: { [dimension]: value },
        statistic,
        period,
        label: statistic.startsWith('p') ? `${value} ${statistic}` : value,
      }),
  );
}

function inDollars(stage: Stage, name: 'MoneyCents' | 'FloatCents', statistic: string, period: Duration): IMetric[] {
  return measured(stage, name, statistic, period).map(
    (metric, index) =>
      new MathExpression({
        expression: `${name.toLowerCase()}${index} / 100`,
        usingMetrics: { [`${name.toLowerCase()}${index}`]: metric },
        label: measures[name].values[index] ?? '',
        period,
      }),
  );
}
