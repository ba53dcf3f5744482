import { useNow } from './use-now.ts';

const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const dateOnly = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const withZone = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Words a past moment: relative under 24 hours, then the date. A moment ahead of a slow clock is just now. */
export function momentText(iso: string, now: number): string {
  const ago = Math.min(0, Date.parse(iso) - now);
  const distance = -ago;
  if (distance < minute) return 'just now';
  if (distance < hour) return relative.format(Math.trunc(ago / minute), 'minute');
  if (distance < day) return relative.format(Math.trunc(ago / hour), 'hour');
  return dateOnly.format(Date.parse(iso));
}

/** A moment as `<time>`; the exact one with its zone is in the tooltip. */
export function Time({ iso, as = 'moment' }: { iso: string; as?: 'moment' | 'date' | 'date-time' }) {
  const at = Date.parse(iso);
  const now = useNow();
  const text = as === 'moment' ? momentText(iso, now) : as === 'date' ? dateOnly.format(at) : dateTime.format(at);
  return (
    <time dateTime={iso} title={withZone.format(at)}>
      {text}
    </time>
  );
}
