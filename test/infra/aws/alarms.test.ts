import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import { retryDelaySeconds } from '#functions/runtime/retry-delay.ts';
import { errorTexts } from '#functions/ports/error-texts.ts';
import { alarmTable, periodOf, readDescription } from '#infra/aws/alarm-table.ts';
import type { TemplateAlarm } from '#infra/aws/alarm-table.ts';
import type { AlarmKind } from '#infra/aws/alarms.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { definition } from '#infra/definition/index.ts';
import { minutesBetweenRuns } from '#infra/definition/minutes-between-runs.ts';
import { tableDefinition } from '#infra/definition/table.ts';
import { alarmsOf } from './alarms-of.ts';
import { resourcesOf } from './template-resources.ts';
import { synthesize } from './synthesize.ts';
import type { Synthesis } from './synthesize.ts';

let prod: Synthesis;
let alarms: readonly TemplateAlarm[];
beforeAll(async () => {
  prod = await synthesize('prod');
  alarms = alarmsOf(prod);
});

const readText = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');

/** The one alarm of a kind that watches something. */
function alarmOf(kind: AlarmKind, subject: string): TemplateAlarm {
  const found = alarms.filter((alarm) => {
    const read = readDescription(alarm);
    return read.kind === kind && read.subject === subject;
  });
  expect(found, `${kind} of ${subject}`).toHaveLength(1);
  return found[0] as TemplateAlarm;
}

/** Minutes that an alarm looks at before it rings. */
const minutesOf = (alarm: TemplateAlarm) => (periodOf(alarm) / 60) * alarm.EvaluationPeriods;

test('the table of all alarms is written as the stacks would write it now (else: node bin/write-alarms.ts)', () => {
  expect(readText('infra/ALARMS.md')).toBe(alarmTable(alarms));
});

const jobs = definition.functions.flatMap(({ id, trigger, timeoutSeconds }) =>
  trigger.kind === 'schedule' ? [{ id, everyMinutes: minutesBetweenRuns(trigger.expression), timeoutSeconds }] : [],
);

describe.each(jobs)('$id', ({ id, everyMinutes, timeoutSeconds }) => {
  test('rings when its runs fail: it runs often enough to reach the threshold', () => {
    const alarm = alarmOf('job-errors', id);
    expect(alarm).toMatchObject({ MetricName: 'Errors', Statistic: 'Sum', EvaluationPeriods: 1 });
    // A time-out counts as an error of Lambda too.
    expect(alarm.Threshold).toBeLessThanOrEqual(periodOf(alarm) / 60 / everyMinutes);
    if (everyMinutes > 5) expect(alarm.Threshold).toBe(1);
  });

  test('rings when no run ends, or none ever began, and not while a run is only slow', () => {
    const alarm = alarmOf('job-silent', id);
    expect(alarm).toMatchObject({
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      TreatMissingData: 'breaching',
    });
    expect(minutesOf(alarm)).toBeGreaterThanOrEqual(everyMinutes + Math.max(2, timeoutSeconds / 60));
    expect(minutesOf(alarm)).toBeLessThanOrEqual(Math.max(10, 3 * everyMinutes));
    const filters = resourcesOf(prod).filter(({ resource }) => resource.Type === 'AWS::Logs::MetricFilter');
    const [filter] = filters.filter(
      ({ logicalId, resource }) =>
        logicalId.startsWith(id.replaceAll(/[.-]/g, '') + 'Logs') &&
        JSON.stringify(resource.Properties['MetricTransformations']).includes(`"${alarm.MetricName}"`),
    );
    expect(filter?.resource.Properties).toMatchObject({
      FilterPattern: '{ $.message = "job done" }',
      MetricTransformations: [{ Dimensions: [{ Key: 'job', Value: '$.job' }], MetricValue: '1' }],
    });
    expect(alarm).toMatchObject({ Dimensions: [{ Name: 'job', Value: id.replace('job.', '') }] });
  });
});

test.each([
  ['job.reconcile', 'light', 60],
  ['job.reconcile-fully', 'full', 24 * 60],
])('a reconciliation by %s that never comes to its end rings within some hours', (id, mode, everyMinutes) => {
  const alarm = alarmOf('reconciliation-late', id);
  expect(alarm).toMatchObject({
    MetricName: 'ReconciliationEnded',
    Dimensions: [{ Name: 'mode', Value: mode }],
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  });
  expect(minutesOf(alarm)).toBeGreaterThan(everyMinutes + 60);
  expect(minutesOf(alarm)).toBeLessThanOrEqual(everyMinutes + 6 * 60);
});

describe.each(Object.entries(definition.queues))('the queue %s', (name, queue) => {
  test('rings when its worker dies on one batch, which comes back often enough for the threshold', () => {
    const worker = definition.functions.find(({ trigger }) => trigger.kind === 'queue' && trigger.queue === name);
    const alarm = alarmOf('worker-errors', worker?.id ?? '');
    expect(alarm.Threshold).toBeLessThanOrEqual(Math.floor(periodOf(alarm) / queue.visibilityTimeoutSeconds));
  });

  test('rings for an outage long before a message is given up, and while the message still waits', () => {
    const fifthTrySeconds = [1, 2, 3, 4].reduce((total, receives) => total + retryDelaySeconds(receives), 0);
    expect(fifthTrySeconds).toBeLessThan(10 * 60);
    expect(queue.maxReceiveCount).toBeGreaterThan(5);
    expect(alarmOf('provider-outage', name)).toMatchObject({ Threshold: 1 });
    expect(alarmOf('queue-delay', name).Threshold).toBeLessThan(queue.retentionDays * 86_400);
  });
});

test('work that is retried every minute reaches the threshold of its lines, and a single failure does not', () => {
  const alarm = alarmOf('retry-lines', 'all-functions');
  const perMinute = jobs.filter(({ everyMinutes }) => everyMinutes === 1);
  expect(perMinute.length).toBeGreaterThan(0);
  expect(alarm.Threshold).toBeLessThanOrEqual(periodOf(alarm) / 60);
  // A failed message comes back after 30 seconds, then after twice as long each time.
  let [seconds, tries] = [0, 1];
  while ((seconds += retryDelaySeconds(tries)) < periodOf(alarm)) tries += 1;
  expect(alarm.Threshold).toBeGreaterThan(tries);
});

test.each([
  ['BounceRate', 0.05, 0.1],
  ['ComplaintRate', 0.001, 0.005],
])('the share of mails that SES calls %s rings well before AWS stops the account', (rate, Threshold, stopsAt) => {
  expect(alarmOf('mail-reputation', rate)).toMatchObject({
    Namespace: 'AWS/SES',
    MetricName: `Reputation.${rate}`,
    Threshold,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  });
  expect(Threshold).toBeLessThanOrEqual(stopsAt / 2);
});

describe('lines of errors', () => {
  // A function whose time or memory is up leaves no line of a level, but a report with its end.
  const crashPattern =
    '{ ($.level = "ERROR") || ($.record.status = "timeout") || ($.record.status = "failure") || ($.record.status = "error") }';
  const filters = () =>
    resourcesOf(prod)
      .filter(({ resource }) => resource.Type === 'AWS::Logs::MetricFilter')
      .map(({ resource }) => resource.Properties);

  test('are counted by their concern for every function, and so are crashes', () => {
    const functions = resourcesOf(prod).filter(
      ({ resource: { Type, Properties } }) =>
        Type === 'AWS::Lambda::Function' && String(Properties['FunctionName']).startsWith('satchel-prod-'),
    );
    const byConcern = filters().filter((each) => each['FilterPattern'] === '{ $.concern = "*" }');
    const crashes = filters().filter((each) => each['FilterPattern'] === crashPattern);
    expect(byConcern).toHaveLength(functions.length);
    expect(crashes).toHaveLength(functions.length);
    for (const { MetricTransformations } of byConcern) {
      expect(MetricTransformations).toMatchObject([
        { MetricName: 'Lines', MetricNamespace: 'Satchel/prod', Dimensions: [{ Key: 'concern', Value: '$.concern' }] },
      ]);
    }
  });

  test('ring apart: money at once, defects and crashes at once, retries when they last', () => {
    const ofConcern = (Value: string) => ({
      Namespace: 'Satchel/prod',
      MetricName: 'Lines',
      Dimensions: [{ Name: 'concern', Value }],
    });
    expect(alarmOf('money-lines', 'all-functions')).toMatchObject({ ...ofConcern('money'), Threshold: 1 });
    expect(alarmOf('retry-lines', 'all-functions')).toMatchObject(ofConcern('retry'));
    const { Metrics = [], Threshold } = alarmOf('error-lines', 'all-functions');
    expect(Threshold).toBe(1);
    expect(Metrics).toMatchObject([
      { Expression: 'SUM([FILL(defects, 0), FILL(crashes, 0)])' },
      { Id: 'defects', MetricStat: { Metric: ofConcern('defect') } },
      { Id: 'crashes', MetricStat: { Metric: { Namespace: 'Satchel/prod', MetricName: 'Crashes' } } },
    ]);
  });

  const articleOf = { money: 'money-lines', defect: 'error-lines', retry: 'retry-lines' } as const;
  const article = (kind: string) => readText('infra/RUNBOOK.md').split(`## ${kind}\n`)[1]?.split('\n## ')[0] ?? '';

  test.each(Object.entries(errorTexts))('%s has its paragraph in the runbook, under %s lines', (text, concern) => {
    const headOf = (bullet: string) => bullet.split(':')[0] ?? '';
    const bullets = article(articleOf[concern]).split('\n- ').slice(1);
    expect(bullets.filter((bullet) => headOf(bullet).includes(`\`${text}\``))).toHaveLength(1);
  });

  test('have no paragraph in the runbook that no function logs', () => {
    const texts = Object.values(articleOf).flatMap((kind) =>
      article(kind)
        .split('\n- ')
        .slice(1)
        .flatMap((bullet) => [...(bullet.split(':')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, text]) => String(text))),
    );
    expect(texts.filter((text) => !text.startsWith('a decision on ')).toSorted()).toEqual(
      Object.keys(errorTexts).toSorted(),
    );
  });

  test('are all logged somewhere in the code', () => {
    const sources = globSync('functions/**/*.ts', { cwd: repositoryRoot })
      .filter((file) => !file.endsWith('ports/error-texts.ts'))
      .map((file) => readText(file))
      .join('\n');
    expect(Object.keys(errorTexts).filter((text) => !sources.includes(`'${text}'`))).toEqual([]);
  });
});

test('the table rings for throttled reads and writes of itself and of every index, one alone included', () => {
  const { Metrics = [] } = alarmOf('table-throttles', 'table');
  const [sum, ...parts] = Metrics as unknown as readonly {
    readonly Id: string;
    readonly Expression?: string;
    readonly MetricStat?: {
      readonly Metric: {
        readonly MetricName: string;
        readonly Dimensions: readonly { Name: string; Value: string | object }[];
      };
    };
  }[];
  const watched = parts.map(({ MetricStat }) => {
    const index = MetricStat?.Metric.Dimensions.find(({ Name }) => Name === 'GlobalSecondaryIndexName');
    expect(MetricStat?.Metric.Dimensions.map(({ Name }) => Name)).toContain('TableName');
    return `${JSON.stringify(index?.Value ?? 'table')} ${MetricStat?.Metric.MetricName}`;
  });
  const places = ['table', ...tableDefinition.indexes.map(({ name }) => name)];
  expect(watched.toSorted()).toEqual(
    places.flatMap((place) => [`"${place}" ReadThrottleEvents`, `"${place}" WriteThrottleEvents`]).toSorted(),
  );
  // Each is silent while nothing is throttled: without FILL the others would count as nothing too.
  for (const { Id } of parts) expect(sum?.Expression).toContain(`FILL(${Id}, 0)`);
});

test('the canary visits through CloudFront every five minutes, and rings when it is not served or does not come', () => {
  const [canary, ...more] = Object.entries(prod.resources('workers', 'AWS::Lambda::Function')).filter(
    ([, { Properties }]) => Properties['FunctionName'] === 'satchel-prod-edge-canary',
  );
  expect(more).toEqual([]);
  const domain = (prod.single('web', 'AWS::CloudFront::Distribution')['DistributionConfig'] as { Aliases: string[] })
    .Aliases[0];
  expect(canary?.[1].Properties['Environment']).toEqual({ Variables: { SITE_URL: `https://${domain}` } });
  const schedules = Object.values(prod.resources('workers', 'AWS::Scheduler::Schedule')).filter(({ Properties }) =>
    JSON.stringify(Properties['Target']).includes(`"${canary?.[0]}"`),
  );
  expect(schedules.map(({ Properties }) => Properties['ScheduleExpression'])).toEqual(['rate(5 minutes)']);
  const alarm = alarmOf('site-silent', 'edge.canary');
  expect(alarm).toMatchObject({
    Namespace: 'Satchel/prod',
    MetricName: 'SiteAnswers',
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  });
  expect(minutesOf(alarm)).toBeGreaterThanOrEqual(10);
  const filters = Object.values(prod.resources('workers', 'AWS::Logs::MetricFilter')).map(
    ({ Properties }) => Properties,
  );
  expect(filters.filter((each) => JSON.stringify(each).includes('"SiteAnswers"'))).toMatchObject([
    { FilterPattern: '{ $.message = "site answers" }' },
  ]);
});

test('every line that a metric is made of is logged in the same words', () => {
  const patterns = resourcesOf(prod).flatMap(({ resource }) =>
    resource.Type === 'AWS::Logs::MetricFilter' ? String(resource.Properties['FilterPattern']) : [],
  );
  const lines = new Set(
    patterns.flatMap((pattern) => [...pattern.matchAll(/\$\.message = "([^"]+)"/g)].map(([, line = '']) => line)),
  );
  const code = ['functions/**/*.ts', 'infra/aws/{edge,exports}/*.ts']
    .flatMap((pattern) => globSync(pattern, { cwd: repositoryRoot }))
    .map(readText)
    .join('\n');
  expect(lines.size).toBeGreaterThanOrEqual(5);
  const isLogged = (line: string): boolean => new RegExp(`\\blog\\b[\\w.[\\]?': ]*\\('${line}'`).test(code);
  expect([...lines].filter((line) => !isLogged(line))).toEqual([]);
});

describe('the door of the API', () => {
  const filterOf = (metricName: string) =>
    resourcesOf(prod)
      .filter(({ resource }) => resource.Type === 'AWS::Logs::MetricFilter')
      .map(({ resource }) => resource.Properties)
      .find((each) => JSON.stringify(each['MetricTransformations']).includes(`"${metricName}"`));

  test('rings when it refuses every call, and not when it refuses some', () => {
    const { Metrics = [] } = alarmOf('origin-refused', 'api');
    expect(Metrics.map(({ Expression }) => Expression)[0]).toBe('IF(refused > 0 AND answered == 0, 1, 0)');
    expect(filterOf('CallsRefused')).toMatchObject({
      FilterPattern: '{ ($.functionMs = "-") && (($.status = "401") || ($.status = "403")) }',
      MetricTransformations: [{ DefaultValue: 0 }],
    });
    expect(filterOf('CallsAnswered')).toMatchObject({
      FilterPattern: '{ $.functionMs != "-" }',
      MetricTransformations: [{ DefaultValue: 0 }],
    });
    const { Format } = prod.single('api', 'AWS::ApiGatewayV2::Stage')['AccessLogSettings'] as { Format: string };
    expect(JSON.parse(Format)).toMatchObject({ status: '$context.status', functionMs: '$context.integrationLatency' });
  });

  test('rings when the guard fails, and when it is refused its concurrency', () => {
    expect(alarmOf('guard-errors', 'edge.authorize')).toMatchObject({ MetricName: 'Errors' });
    expect(alarmOf('throttles', 'edge.authorize')).toMatchObject({ MetricName: 'Throttles', Threshold: 1 });
  });

  test('does not alarm for intended refusals, such as a feature that staff switched off', () => {
    const { Metrics = [] } = alarmOf('api-errors', 'api');
    expect(Metrics).toMatchObject([
      { Expression: 'SUM([errors, FILL(paused, 0) * -1])' },
      { Id: 'errors', MetricStat: { Metric: { Namespace: 'AWS/ApiGateway', MetricName: '5xx' } } },
      {
        Id: 'paused',
        MetricStat: { Metric: { MetricName: 'Lines', Dimensions: [{ Name: 'concern', Value: 'paused' }] } },
      },
    ]);
  });
});
