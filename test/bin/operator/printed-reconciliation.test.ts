import { expect, it } from 'vitest';
import { isAmiss } from '#bin/operator/printed-reconciliation.ts';
import { samples } from '#test/support/sample-entities.ts';

const sound = { ...samples.reconciliation, classes: {}, endedAtMs: samples.reconciliation.startedAtMs + 1 };

it.each([
  ['a sound run', sound, false],
  ['a break', { ...sound, classes: { HASH: 1 } }, true],
  ['no run at all, because the books were never compared', undefined, true],
  ['a run by hand that is not at its end', { ...sound, endedAtMs: undefined }, true],
])('the reconciliation of the command line reports %s', (_, run, isWrong) => {
  expect(isAmiss(run, { mayBeUnderWay: false })).toBe(isWrong);
});

it('the reconciliation of the command line passes a job that is under way', () => {
  expect(isAmiss({ ...sound, endedAtMs: undefined }, { mayBeUnderWay: true })).toBe(false);
  expect(isAmiss(undefined, { mayBeUnderWay: true })).toBe(true);
});
