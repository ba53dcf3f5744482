import cronParser from 'aws-cron-parser';

/** Returns the next time after a moment at which a schedule fires, both in milliseconds of the product's clock. */
export type Schedule = (afterMs: number) => number;

const unitMs: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Reads EventBridge Scheduler's `rate(5 minutes)` and `cron(0 3 * * ? *)`; anything else is a mistake in the definition. */
export function parseSchedule(expression: string): Schedule {
  const [, kind, argument = ''] = /^(rate|cron)\((.+)\)$/.exec(expression.trim()) ?? [];
  if (kind === 'rate') {
    const [, count, unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(argument) ?? [];
    const periodMs = Number(count) * (unitMs[unit] ?? Number.NaN);
    if (periodMs > 0) return (afterMs) => afterMs + periodMs;
  }
  if (kind === 'cron') {
    const cron = cronParser.parse(argument);
    return (afterMs) => cronParser.next(cron, new Date(afterMs))?.getTime() ?? Number.POSITIVE_INFINITY;
  }
  throw new Error(`${expression} is neither rate(…) nor cron(…).`);
}
