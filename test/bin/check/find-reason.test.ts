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

it('repeats what failed comparisons expected and received, which the reasons of the tests leave out', () => {
  const output = [
    '- a line of the product',
    '⎯⎯⎯⎯⎯⎯⎯\u001b[1m\u001b[41m Failed Tests 2 \u001b[49m\u001b[22m⎯⎯⎯⎯⎯⎯⎯',
    '\u001b[41m\u001b[1m FAIL \u001b[22m\u001b[49m  stack  test/stack/bad-input.test.ts > wrong requests',
    'AssertionError: expected [ Array(1) ] to deeply equal []',
    '',
    '- Expected',
    '+ Received',
    '',
    '- []',
    '+ [',
    `+   "the requests from 0 on changed ${'x'.repeat(1_000)}",`,
    '+ ]',
    '\u001b[36m \u001b[2m❯\u001b[22m test/stack/bad-input.test.ts:17:25',
    ' FAIL   stack  test/stack/other.test.ts > ends',
    'Error: the credit did not happen within 90000 ms',
  ];
  const found = findReason(output, true);
  expect(found.map((line) => line.slice(0, 40))).toEqual([
    ' FAIL   stack  test/stack/bad-input.test',
    '- []',
    '+ [',
    '+   "the requests from 0 on changed xxxx',
    '+ ]',
  ]);
  expect(Math.max(...found.map((line) => line.length))).toBe(300);
  expect(findReason([...output, 'Unhandled Errors', 'Error: late'], true)).toEqual([
    ...found,
    'Unhandled Errors',
    'Error: late',
  ]);
});
