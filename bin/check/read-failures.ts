/** Begins the line of a test that passed only at its second try. */
export const neededSecondTry = 'needed a second try';

/** The part of vitest's JSON report that is read here. */
export type TestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

/**
 * Returns each failed test of a report as one line: its file, its name, the first line of the reason, and for a browser's
 * wait the line of the test and the thing that it waited for.
 */
export function readFailures({ testResults }: TestReport, relativeTo: (file: string) => string): readonly string[] {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relativeTo(name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${reason(failureMessages[0], file)}`);
  });
}

/**
 * Returns each test that passed only at its second try as one line: its file, its name and the reason of the first
 * failure.
 */
export function readSecondTries({ testResults }: TestReport, relativeTo: (file: string) => string): readonly string[] {
  return testResults.flatMap(({ name, assertionResults }) => {
    const file = relativeTo(name);
    return assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(
        ({ fullName, failureMessages }) =>
          `${neededSecondTry}: ${file}: ${fullName}: ${reason(failureMessages[0], file)}`,
      );
  });
}

function reason(text = '', file = ''): string {
  const waitedFor = /^ *- (waiting for .*)$/m.exec(withoutColours(text))?.[1];
  const place = text.split(`/${file}:`)[1]?.match(/^\d+/)?.[0];
  return [firstLine(text) + announcedBy(text), place && `line ${place}`, waitedFor?.slice(0, 200)]
    .filter(Boolean)
    .join('; ');
}

/** Returns the last line that a first one like “The stack did not become ready:” announces. */
function announcedBy(text: string): string {
  const [first = '', ...others] = (text.split('\n    at ', 1)[0] ?? '').trimEnd().split('\n');
  return first.endsWith(':') ? ` … ${(others.at(-1) ?? '').slice(0, 300)}` : '';
}

/** Playwright writes its log dimmed. */
function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\u001B\[[\d;]*m/g, '');
}

const firstLine = (text = ''): string => text.split('\n', 1)[0]?.slice(0, 300) ?? '';
