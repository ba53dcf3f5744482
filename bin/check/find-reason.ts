import { stripVTControlCharacters } from 'node:util';

/** Maximum number of lines that are repeated of one part. */
const linesMax = 12;

/** With these words vitest begins to report an error that belongs to no test; its JSON report does not hold them. */
const outsideOfTests = /error during close|Unhandled (Errors?|Rejection)|Startup Error|close timed out/;

/**
 * Returns the lines of a failed part's output that say why it failed, for the end of the run: the errors outside of any
 * test (a teardown, an unhandled rejection), or the last lines when no failed test explains the failure.
 */
export function findReason(output: readonly string[], hasFailedTests: boolean): readonly string[] {
  const lines = output.map((line) => stripVTControlCharacters(line).trimEnd()).filter((line) => line !== '');
  const outside = lines.findIndex((line) => outsideOfTests.test(line));
  if (outside !== -1) return lines.slice(outside, outside + linesMax);
  return hasFailedTests ? [] : lines.slice(-linesMax);
}
