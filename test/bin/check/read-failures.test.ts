import { expect, it } from 'vitest';
import { readFailures, readSecondTries } from '#bin/check/read-failures.ts';

const relativeTo = (file: string): string => file.replace('/root/', '');

it('names each failed test with the first line of its reason', () => {
  const assertionResults = [
    { fullName: 'books balance', status: 'failed', failureMessages: ['expected 1 to be 2\n    at …'] },
    { fullName: 'books exist', status: 'passed', failureMessages: [] },
  ];
  const testResults = [{ name: '/root/test/books.test.ts', message: '', status: 'failed', assertionResults }];
  expect(readFailures({ testResults }, relativeTo)).toEqual(['test/books.test.ts: books balance: expected 1 to be 2']);
});

it('names the awaited object and the line of a wait that timed out in a browser', () => {
  const message = [
    'locator.waitFor: Timeout 60000ms exceeded.',
    'Call log:',
    '\u001B[2m  - waiting for getByText(‘Card balance’) to be visible\u001B[22m',
    '',
    '    at /root/test/support/steps.ts:7:3',
    '    at /root/test/books.test.ts:135:21',
  ].join('\n');
  const assertionResults = [{ fullName: 'books open', status: 'failed', failureMessages: [message] }];
  const testResults = [{ name: '/root/test/books.test.ts', message: '', status: 'failed', assertionResults }];
  expect(readFailures({ testResults }, relativeTo)).toEqual([
    'test/books.test.ts: books open: locator.waitFor: Timeout 60000ms exceeded.; line 135; waiting for getByText(‘Card balance’) to be visible',
  ]);
});

it('adds the last line of a text that the first line announces', () => {
  const message =
    'Error: The stack did not become ready:\nstarting dynamodb\nPort 3000 is taken.\n\n    at /root/x.ts:1:2';
  const assertionResults = [{ fullName: 'books open', status: 'failed', failureMessages: [message] }];
  const testResults = [{ name: '/root/test/books.test.ts', message: '', status: 'failed', assertionResults }];
  expect(readFailures({ testResults }, relativeTo)).toEqual([
    'test/books.test.ts: books open: Error: The stack did not become ready: … Port 3000 is taken.',
  ]);
});

it('names a file that failed outside of its tests', () => {
  const testResults = [
    { name: '/root/test/a.test.ts', message: 'no such module\nmore', status: 'failed', assertionResults: [] },
    { name: '/root/test/b.test.ts', message: '', status: 'passed', assertionResults: [] },
  ];
  expect(readFailures({ testResults }, relativeTo)).toEqual(['test/a.test.ts: no such module']);
});

it('names the tests that passed at their second try only', () => {
  const assertionResults = [
    { fullName: 'books open', status: 'passed', failureMessages: ['Timeout 60000ms exceeded.\n    at …'] },
    { fullName: 'books close', status: 'passed', failureMessages: [] },
    { fullName: 'books balance', status: 'failed', failureMessages: ['expected 1 to be 2', 'expected 1 to be 2'] },
  ];
  const testResults = [{ name: '/root/test/books.test.ts', message: '', status: 'failed', assertionResults }];
  expect(readSecondTries({ testResults }, relativeTo)).toEqual([
    'needed a second try: test/books.test.ts: books open: Timeout 60000ms exceeded.',
  ]);
});
