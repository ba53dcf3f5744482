import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

import type { FunctionError } from './invocation.ts';

/** One log file per function is kept below this size, and one older one beside it. */
const logLimitBytes = 5 * 1024 * 1024;

/** Where the functions' output goes: CloudWatch's stand-in. */
export type FunctionLogs = {
  readonly write: (functionId: string, line: string) => void;
  readonly writeFailure: (functionId: string, requestId: string, error: FunctionError) => void;
};

/** Appends every line to `<directory>/<function id>.log` and reports errors to `onError`, one line each. */
export function openFunctionLogs(directory: string, onError: (line: string) => void): FunctionLogs {
  mkdirSync(directory, { recursive: true });
  const sizes = new Map<string, number>();

  const append = (functionId: string, line: string): void => {
    const file = path.join(directory, `${functionId}.log`);
    const size = sizes.get(file) ?? statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    try {
      if (size > logLimitBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, `${line}\n`);
      sizes.set(file, (size > logLimitBytes ? 0 : size) + Buffer.byteLength(line) + 1);
    } catch (error) {
      // A full or vanished disk must not take the gateway down with it.
      onError(`${functionId}: the log cannot be written (${String(error)})`);
    }
  };

  return {
    write(functionId, line) {
      append(functionId, line);
      const summary = errorSummaryOf(line);
      if (summary) onError(`${functionId}: ${summary}`);
    },
    writeFailure(functionId, requestId, error) {
      append(functionId, JSON.stringify({ level: 'ERROR', requestId, ...error }));
      onError(`${functionId}: ${error.errorType}: ${error.errorMessage.split('\n')[0] ?? ''} (${requestId})`);
    },
  };
}

/**
 * Returns the one line that a person should see of an error; undefined for any other log line. Handlers log JSON with a
 * level.
 */
function errorSummaryOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    if (!/^(error|fatal)$/i.test(String(entry['level']))) return undefined;
    return [entry['message'] ?? entry['msg'], entry['requestId'] ?? '', errorTextOf(entry['error'])]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(' · ');
  } catch {
    return undefined;
  }
}

function errorTextOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown };
  return [name, message].filter((part) => typeof part === 'string').join(': ');
}
