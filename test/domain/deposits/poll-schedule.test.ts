import { describe, expect, it } from 'vitest';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import { isUnfinished, nextPollAtMs } from '#functions/domain/deposits/poll-schedule.ts';
import { meanings } from '#functions/domain/deposits/transitions.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const states = Object.keys(meanings) as PaymentState[];

/** Lists the poll times, in milliseconds, of a deposit that entered this state at 0 and never changes. */
function reads(state: PaymentState, invoiceExpiresAtMs?: number): number[] {
  const times: number[] = [];
  let at: number | undefined = 0;
  while ((at = nextPollAtMs({ state, updatedAtMs: 0, invoiceExpiresAtMs }, at)) !== undefined) times.push(at);
  return times;
}

describe('the poller asks', () => {
  it.each(states.filter((state) => state !== 'refunded'))('about %s for 14 days, seldom enough', (state) => {
    const times = reads(state);
    expect(times.at(-1)).toBe(14 * day);
    expect(times.length).toBeLessThan(260);
    expect(times.every((time, index) => time - (times[index - 1] ?? 0) >= minute)).toBe(true);
    // The older the news, the longer the wait: it never becomes busier again.
    const gaps = times.map((time, index) => time - (times[index - 1] ?? 0)).slice(0, -1);
    if (isUnfinished(state)) expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  });

  it.each(['locked', 'refunding'] as const)(
    'about a %s one each time its age has doubled, but at least hourly',
    (state) => {
      expect(isUnfinished(state)).toBe(true);
      expect(reads(state).slice(0, 6)).toEqual([5, 10, 20, 40, 80, 140].map((minutes) => minutes * minute));
    },
  );

  it('about a waiting one less often the longer it waits: webhooks come first', () => {
    const times = reads('waiting').map((time) => time / minute);
    expect(times.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32]);
    expect(times.filter((time) => time < 24 * 60)).toHaveLength(11);
  });

  it('about a confirming one at least every 15 minutes for a day', () => {
    expect(reads('confirming').slice(0, 6)).toEqual([1, 2, 4, 8, 16, 31].map((minutes) => minutes * minute));
  });

  it('about a refunded one never again', () => {
    expect(reads('refunded')).toEqual([]);
  });

  it('about an ended one after 10 minutes, 1 and 6 hours, 1, 3, 7 and 14 days', () => {
    expect(reads('expired').map((time) => time / minute)).toEqual([10, 60, 360, 1_440, 4_320, 10_080, 20_160]);
  });

  it('at the same moments however often it was read in between', () => {
    const deposit = { state: 'paid', updatedAtMs: 0, invoiceExpiresAtMs: undefined } as const;
    for (const at of [1, 2, 3, 5 * minute, 10 * minute - 1]) expect(nextPollAtMs(deposit, at)).toBe(10 * minute);
  });

  it.each(['waiting', 'partly_paid'] as const)('about a %s one two minutes after its invoice ended', (state) => {
    expect(reads(state, 61 * minute)).toContain(63 * minute);
    expect(reads(state, 60 * minute + 30_000)).toContain(62 * minute + 30_000);
  });
});
