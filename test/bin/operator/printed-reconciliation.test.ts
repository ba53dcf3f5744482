import { expect, it } from 'vitest';
import { isAmiss, printed } from '#bin/operator/printed-reconciliation.ts';
import { samples } from '#test/support/sample-entities.ts';

const sound = { ...samples.reconciliation, classes: {}, endedAtMs: samples.reconciliation.startedAtMs + 1 };

it.each([
  ['a sound run', sound, false],
  ['a break', { ...sound, classes: { HASH: 1 } }, true],
  ['a provider that did not answer', { ...sound, unanswered: 1 }, true],
  ['no run at all, because the books were never compared', undefined, true],
  ['a run by hand that is not at its end', { ...sound, endedAtMs: undefined }, true],
])('the reconciliation of the command line reports %s', (_, run, isWrong) => {
  expect(isAmiss(run, { mayBeUnderWay: false })).toBe(isWrong);
});

it('the reconciliation of the command line passes a job that is under way', () => {
  expect(isAmiss({ ...sound, endedAtMs: undefined }, { mayBeUnderWay: true })).toBe(false);
  expect(isAmiss(undefined, { mayBeUnderWay: true })).toBe(true);
});

it('a break of the command line has the sign of its amount, its age and a way to mend it', () => {
  const run = {
    ...samples.reconciliation,
    breaks: samples.reconciliation.breaks.map((found) => ({ ...found, cents: -150 })),
  };
  const [found] = run.breaks;
  const lines = printed(run, (found?.atMs ?? 0) + 90 * 60_000).slice(-4);
  expect(lines).toEqual([
    '  1 breaks (0 mended): 1 HASH',
    `  internal HASH ${found?.subject} of ${found?.ownerId}: −$1.50, for 90 min`,
    '      because journalId journal-1',
    '      mend by a person: restore it',
  ]);
});

it('a run without a break does not say that all is well: a provider may not have answered', () => {
  const lines = printed({ ...sound, breaks: [], unanswered: 2 }, sound.startedAtMs);
  expect(lines.slice(-2)).toEqual(['  not compared: a provider did not answer 2 questions', '  no break']);
});
