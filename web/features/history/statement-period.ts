const two = (number: number): string => String(number).padStart(2, '0');

/** The month of the person's calendar that a moment is in: `2026-11`. */
export function thisMonth(now: Date): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}`;
}

/** The last day of a month: `2026-11-30`. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month}-${two(new Date(year, number, 0).getDate())}`;
}

/** Returns the first moment of a day of the person's calendar, or of the day `daysLater` after it. */
export function startOfDay(day: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater);
}
