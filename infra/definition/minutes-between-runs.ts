const minutesOf = { minute: 1, hour: 60, day: 24 * 60 } as const;

/**
 * Returns the longest time between two runs of a schedule, in minutes. Throws Error for an expression of another form.
 */
export function minutesBetweenRuns(expression: string): number {
  const [, count = '', unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit !== undefined) return Number(count) * minutesOf[unit as keyof typeof minutesOf];
  // Every day at one time.
  if (/^cron\(\d+ \d+ \* \* \? \*\)$/.test(expression)) return minutesOf.day;
  throw new Error(`how often is ${expression}?`);
}
