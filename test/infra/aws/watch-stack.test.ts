import { beforeAll, describe, expect, test } from 'vitest';

import { measures } from '#functions/ports/metrics.ts';
import { configs } from '#infra/aws/config.ts';
import { resourcesOf } from './template-resources.ts';
import { filledConfig, synthesize } from './synthesize.ts';
import type { Synthesis } from './synthesize.ts';

let prod: Synthesis;
let drawn: readonly (readonly unknown[])[];
beforeAll(async () => {
  prod = await synthesize('prod');
  drawn = metricsOn(prod);
});

type Widget = {
  readonly type: string;
  readonly properties: { readonly title: string; readonly metrics?: readonly (readonly unknown[])[] };
};

/** The metrics of the dashboard: namespace, name and dimensions of each. References become their text. */
function metricsOn(synthesis: Synthesis): readonly (readonly unknown[])[] {
  const { DashboardBody } = synthesis.single('watch', 'AWS::CloudWatch::Dashboard') as {
    DashboardBody: { 'Fn::Join': [string, unknown[]] };
  };
  const text = DashboardBody['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : 'reference')).join('');
  const { widgets } = JSON.parse(text) as { widgets: readonly Widget[] };
  expect(widgets.length).toBe(12);
  for (const { properties } of widgets) expect(properties.metrics?.length ?? 0, properties.title).toBeGreaterThan(0);
  return widgets.flatMap(({ properties }) => properties.metrics ?? []).filter(([first]) => typeof first === 'string');
}

describe('the dashboard of a stage', () => {
  test('draws every measure, with each value of its dimension', () => {
    const shown = drawn.map((metric) => metric.filter((part) => typeof part === 'string').join(' '));
    for (const [name, { dimension, values }] of Object.entries(measures))
      for (const value of values) expect(shown).toContain(`Satchel/prod ${name} ${dimension} ${value}`);
    expect(shown).toContain('Satchel/prod FloatRunwayDays');
  });

  test('draws only metrics that functions write, under their namespace', () => {
    const filtered = resourcesOf(prod)
      .filter(({ resource }) => resource.Type === 'AWS::Logs::MetricFilter')
      .flatMap(
        ({ resource }) => resource.Properties['MetricTransformations'] as readonly { readonly MetricName: string }[],
      )
      .map(({ MetricName }) => MetricName);
    const ours = drawn.filter(([namespace]) => !String(namespace).startsWith('AWS/'));
    for (const [, name] of ours) expect([...Object.keys(measures), ...filtered]).toContain(name);
    const namespaces = resourcesOf(prod)
      .filter(({ resource }) => resource.Type === 'AWS::Lambda::Function')
      .flatMap(({ resource }) => {
        const { Variables } = (resource.Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
        return Variables?.['METRICS_NAMESPACE'] ?? [];
      });
    expect(namespaces.length).toBeGreaterThan(10);
    expect(new Set([...namespaces, ...ours.map(([namespace]) => namespace)])).toEqual(new Set(['Satchel/prod']));
  });

  test('is one for each stage', async () => {
    const { DashboardName } = prod.single('watch', 'AWS::CloudWatch::Dashboard');
    expect(DashboardName).toBe('Satchel-prod');
    const dev = await synthesize('dev');
    expect(dev.single('watch', 'AWS::CloudWatch::Dashboard')['DashboardName']).toBe('Satchel-dev');
  });
});

describe('the budget', () => {
  test('mails at 80 and 100 percent, and when the month is forecast to end above it', () => {
    const { Budget, NotificationsWithSubscribers } = prod.single('watch', 'AWS::Budgets::Budget') as unknown as {
      Budget: unknown;
      NotificationsWithSubscribers: readonly {
        Notification: Record<string, unknown>;
        Subscribers: readonly unknown[];
      }[];
    };
    const { budget } = filledConfig('prod');
    expect(Budget).toEqual({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: budget?.monthlyUsd, Unit: 'USD' },
    });
    expect(
      NotificationsWithSubscribers.map(
        ({ Notification }) => `${String(Notification['NotificationType'])} ${String(Notification['Threshold'])}`,
      ),
    ).toEqual(['ACTUAL 80', 'ACTUAL 100', 'FORECASTED 100']);
    for (const { Notification } of NotificationsWithSubscribers)
      expect(Notification).toMatchObject({ ThresholdType: 'PERCENTAGE', ComparisonOperator: 'GREATER_THAN' });
    for (const { Subscribers } of NotificationsWithSubscribers)
      expect(Subscribers).toEqual([{ SubscriptionType: 'EMAIL', Address: budget?.email }]);
  });

  test('is needed in production, with an address of the operator', async () => {
    expect(configs.prod.budget).toBeDefined();
    await expect(
      synthesize('prod', { changes: { budget: { monthlyUsd: 200, email: 'a@satchel.example' } } }),
    ).rejects.toThrow('budget.email, which is still a@satchel.example');
  });
});
