import type { ReplyOf } from '#shared/contract/index.ts';

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const list = new Intl.ListFormat('en-US');

/** `As of Nov 23, 2026, 10:31 AM`: when balances were read. */
export function asOf(readAtMs: number): string {
  return `As of ${moment.format(readAtMs)}`;
}

/** Words of the bar without a connection; `readAtMs` is when the balances that are shown were read. */
export function offlineWords(readAtMs: number | undefined): string {
  return readAtMs === undefined ? 'You’re offline.' : `You’re offline. Balances are as of ${moment.format(readAtMs)}.`;
}

type PartName = ReplyOf<'status.read'>['parts'][number]['name'];

const pausedParts: Readonly<Record<PartName, string>> = {
  signUp: 'sign-ups',
  deposits: 'new deposits',
  cardCreation: 'new cards',
  load: 'loading cards',
  withdrawal: 'withdrawing from cards',
  referrals: 'withdrawing referral earnings',
};

/** Words of the banner: the announcement, or the parts that are paused. Undefined when there is nothing to say. */
export function statusWords({ parts, announcement }: ReplyOf<'status.read'>): string | undefined {
  if (announcement) return announcement.text;
  const paused = parts.filter(({ state }) => state === 'paused').map(({ name }) => pausedParts[name]);
  if (paused.length === 0) return undefined;
  return `Paused for now: ${list.format(paused)}. Payments under way continue.`;
}
