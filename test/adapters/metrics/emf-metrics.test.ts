import { expect, it } from 'vitest';
import { createEmfMetrics } from '#functions/adapters/metrics/emf-metrics.ts';
import { measures, type MeasureName } from '#functions/ports/metrics.ts';

type Line = {
  readonly _aws: {
    readonly Timestamp: number;
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string; readonly Unit: string }[];
    }[];
  };
} & Readonly<Record<string, unknown>>;

const names = Object.keys(measures) as MeasureName[];

/** Units that CloudWatch knows: the ones that we use. */
const units = new Set(['Count', 'Seconds', 'Milliseconds', 'None']);

it.each(names)('writes %s as one line from which CloudWatch makes the metric', (name) => {
  for (const value of measures[name].values) {
    const lines: string[] = [];
    createEmfMetrics('Satchel/prod', { now: () => 1_764_000_000_000 }, (line) => lines.push(line)).put(
      name,
      value,
      1234,
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    const { _aws, ...fields } = JSON.parse(lines[0] ?? '') as Line;
    expect(_aws.Timestamp).toBe(1_764_000_000_000);
    const [directive, ...others] = _aws.CloudWatchMetrics;
    expect(others).toEqual([]);
    expect(directive?.Namespace).toBe('Satchel/prod');
    // Every name that the directive uses is a field of the line: CloudWatch drops the metric otherwise.
    for (const dimension of directive?.Dimensions.flat() ?? []) expect(fields[dimension]).toBe(value);
    for (const metric of directive?.Metrics ?? []) {
      expect(fields[metric.Name]).toBe(1234);
      expect(units).toContain(metric.Unit);
    }
    // The line has no other fields, above all none about a person.
    expect(Object.keys(fields).toSorted()).toEqual([measures[name].dimension, name, 'level', 'message'].toSorted());
  }
});

it('makes at most thirty metrics in a stage, because each one costs money', () => {
  expect(names.flatMap((name) => measures[name].values).length).toBeLessThanOrEqual(30);
  for (const name of names) for (const value of measures[name].values) expect(value).toMatch(/^[a-z_-]+$/);
});
