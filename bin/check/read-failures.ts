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

/** Returns each failed test of a report as one line: its file, its name, and the first line of the reason. */
export function readFailures({ testResults }: TestReport, relativeTo: (file: string) => string): readonly string[] {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relativeTo(name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`);
  });
}

const firstLine = (text = ''): string => text.split('\n', 1)[0]?.slice(0, 300) ?? '';
