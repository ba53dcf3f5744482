import { errorTexts } from '#functions/ports/error-texts.ts';
import type { Log, LogFields } from '#functions/ports/log.ts';

/**
 * One JSON line per call on standard output, where Lambda's logs come from. Fields are an allow-list by type: flat, no
 * bodies. An error names its `concern`: the alarms count lines by it.
 */
export function createLog(functionId: string): Log {
  const line =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      process.stdout.write(
        `${JSON.stringify({ level, time: new Date().toISOString(), function: functionId, message, ...fields })}\n`,
      );
    };
  const error = line('error');
  return {
    info: line('info'),
    warn: line('warn'),
    error: (message, fields) => error(message, { ...fields, concern: errorTexts[message] }),
  };
}
