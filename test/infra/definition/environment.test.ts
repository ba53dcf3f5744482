import { expect, test } from 'vitest';
import { definition } from '#infra/definition/index.ts';
import type { Resources } from '#infra/definition/types.ts';

/** Resources in which every address is the name of its field. */
const resources = new Proxy({} as Resources, {
  get: (_target, name) =>
    String(name).endsWith('s') && !String(name).endsWith('Cents')
      ? new Proxy({}, { get: (_, key) => String(key) })
      : name,
});

const measuring = definition.functions.filter((fn) => 'METRICS_NAMESPACE' in definition.environmentOf(fn, resources));

test('only a function without a caller, or one that calls a provider, can write measures', () => {
  const expected = definition.functions.filter(
    ({ trigger, grant }) =>
      trigger.kind !== 'http' ||
      grant.secrets?.includes('payments') === true ||
      grant.secrets?.includes('issuer') === true,
  );
  expect(measuring.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  expect(measuring.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['worker.aggregates', 'worker.issuer-events', 'job.read-float', 'cards.reveal']),
  );
  expect(measuring.map(({ id }) => id)).not.toContain('status.read');
});
