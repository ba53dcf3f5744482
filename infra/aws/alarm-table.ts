import { alarmKinds } from './alarms.ts';
import type { AlarmKind } from './alarms.ts';

/** The part of an alarm in a template that decides when it rings. */
export type TemplateAlarm = {
  readonly AlarmDescription: string;
  readonly MetricName?: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  readonly Metrics?: readonly {
    readonly Label?: string;
    readonly Expression?: string;
    readonly MetricStat?: { readonly Period: number };
  }[];
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly Period?: number;
  readonly Threshold: number;
  readonly EvaluationPeriods: number;
  readonly ComparisonOperator: string;
  readonly TreatMissingData: string;
};

/** The kind of an alarm and what it watches, from its description. */
export function readDescription({ AlarmDescription }: Pick<TemplateAlarm, 'AlarmDescription'>): {
  readonly kind: AlarmKind;
  readonly subject: string;
} {
  const [, subject = '', kind = ''] = /^([\w.-]+): .*#([\w-]+)$/.exec(AlarmDescription) ?? [];
  if (!(kind in alarmKinds)) throw new Error(`no alarm of ours describes itself so: ${AlarmDescription}`);
  return { kind: kind as AlarmKind, subject };
}

/** Seconds over which an alarm counts at once. */
export function periodOf({ Period, Metrics = [] }: TemplateAlarm): number {
  return Period ?? Math.max(...Metrics.map(({ MetricStat }) => MetricStat?.Period ?? 0));
}

/** Writes infra/ALARMS.md from the alarms of a stage. */
export function alarmTable(alarms: readonly TemplateAlarm[]): string {
  const rows = Object.entries(alarmKinds).flatMap(([kind, sentence]) => {
    const ofKind = alarms.filter((alarm) => readDescription(alarm).kind === kind);
    const bySubject = Map.groupBy(ofKind, ringsAt);
    return [...bySubject].map(([rings, some]) => {
      const subjects = some.map((alarm) => readDescription(alarm).subject).toSorted();
      return `| ${sentence} | [${kind}](RUNBOOK.md#${kind}) | ${subjects.join(', ')} | ${rings} |`;
    });
  });
  return `${[...head, ...rows].join('\n')}\n`;
}

const head = [
  '# What breaks, and which alarm rings',
  '',
  'Written by `node bin/write-alarms.ts` from the stacks of `prod`; do not edit. Every alarm also says when it is over.',
  '',
  '| what breaks | alarm and its article | watches | rings at |',
  '|---|---|---|---|',
];

function ringsAt(alarm: TemplateAlarm): string {
  const { Threshold, EvaluationPeriods, ComparisonOperator, TreatMissingData } = alarm;
  const sign = ComparisonOperator.startsWith('LessThan') ? '<' : '≥';
  const times = EvaluationPeriods === 1 ? '' : `, ${EvaluationPeriods} times in a row`;
  const silence = TreatMissingData === 'breaching' ? ', or nothing at all' : '';
  return `${nameOf(alarm)} ${sign} ${Threshold}, ${statisticOf(alarm)}${wordsOf(periodOf(alarm))}${times}${silence}`;
}

function nameOf({ MetricName, Dimensions = [], Metrics = [] }: TemplateAlarm): string {
  const concern = Dimensions.find(({ Name }) => Name === 'concern');
  if (concern) return `${MetricName} of ${String(concern.Value)}`;
  return MetricName ?? Metrics.find(({ Expression }) => Expression !== undefined)?.Label ?? '';
}

function statisticOf({ Statistic, ExtendedStatistic }: TemplateAlarm): string {
  const statistic = Statistic ?? ExtendedStatistic ?? 'Sum';
  return statistic === 'Sum' ? 'in ' : `${statistic.toLowerCase()} of `;
}

function wordsOf(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;
}
