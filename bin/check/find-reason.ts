import { stripVTControlCharacters } from 'node:util';

/** Maximum number of lines that are repeated of one part. */
const linesMax = 12;

/** Maximum number of lines that are repeated of its failed comparisons, and of characters of each. */
const comparedMax = { lines: 40, characters: 300 };

/** With these words vitest begins to report an error that belongs to no test; its JSON report does not hold them. */
const outsideOfTests = /error during close|Unhandled (Errors?|Rejection)|Startup Error|close timed out/;

/**
 * Returns the lines of a failed part's output that say why it failed, for the end of the run: what failed comparisons
 * expected and received, which vitest's JSON report does not hold, and the errors outside of any test (a teardown, an
 * unhandled rejection); or the last lines when no failed test explains the failure.
 */
export function findReason(output: readonly string[], hasFailedTests: boolean): readonly string[] {
  const lines = output.map((line) => stripVTControlCharacters(line).trimEnd()).filter((line) => line !== '');
  const outside = lines.findIndex((line) => outsideOfTests.test(line));
  const compared = hasFailedTests ? comparisonsIn(lines) : [];
  if (outside !== -1) return [...compared, ...lines.slice(outside, outside + linesMax)];
  return hasFailedTests ? compared : lines.slice(-linesMax);
}

/** Returns the lines in which expected and received values differ, after the name of their test. */
function comparisonsIn(lines: readonly string[]): readonly string[] {
  const isTest = (line: string): boolean => line.startsWith(' FAIL ');
  const isDifference = (line: string): boolean => /^[-+] /.test(line) && !/^(- Expected|\+ Received)/.test(line);
  const begin = lines.findIndex((line) => /Failed (Tests|Suites) \d/.test(line));
  const found = (begin === -1 ? [] : lines.slice(begin)).filter((line) => isTest(line) || isDifference(line));
  return found
    .filter((line, at) => isDifference(line) || isDifference(found[at + 1] ?? ''))
    .slice(0, comparedMax.lines)
    .map((line) => line.slice(0, comparedMax.characters));
}
