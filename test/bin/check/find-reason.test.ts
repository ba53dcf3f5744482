import { expect, it } from 'vitest';
import { findReason } from '#bin/check/find-reason.ts';

const passed = ['\u001b[32m✓\u001b[39m all fine', '', ' Tests  12 passed (12)', ''];

it('returns the error of a teardown, which belongs to no test', () => {
  const output = [
    ...passed,
    'error during close Error: a code was found in a log',
    '    at teardown (shared-stack.ts:51)',
  ];
  expect(findReason(output, false)).toEqual([
    'error during close Error: a code was found in a log',
    '    at teardown (shared-stack.ts:51)',
  ]);
});

it('returns an error outside of any test beside failed tests too', () => {
  expect(findReason(['FAIL one', '⎯⎯ Unhandled Errors ⎯⎯', 'Error: late'], true)).toEqual([
    '⎯⎯ Unhandled Errors ⎯⎯',
    'Error: late',
  ]);
});

it('repeats the last lines of a part whose tests do not explain its failure, without colors and empty lines', () => {
  const many = Array.from({ length: 40 }, (_, at) => `line ${at}`);
  expect(findReason([...many, '', '\u001b[31merror TS2322\u001b[39m'], false)).toEqual([
    ...many.slice(-11),
    'error TS2322',
  ]);
});

it('adds nothing where failed tests explain the failure', () => {
  expect(findReason(passed, true)).toEqual([]);
});
