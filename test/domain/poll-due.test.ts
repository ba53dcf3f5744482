import { describe, expect, it } from 'vitest';
import { pollDue, type Poller } from '#functions/domain/poll-due.ts';
import { manualClock } from '#test/support/manual-clock.ts';

const second = 1_000;

/** Returns a poller over these items, due in this order; each item is also its own time of change. */
function pollerOf(due: readonly number[], changes: Partial<Poller<number>> = {}): Poller<number> & { begun: number[] } {
  const begun: number[] = [];
  return {
    begun,
    list: async (limit, { isNewestFirst }) => {
      const left = due.filter((item) => !begun.includes(item));
      return (isNewestFirst ? left.toReversed() : left).slice(0, limit);
    },
    keyOf: String,
    changedAtMs: (item) => item,
    work: async (item) => {
      begun.push(item);
      return true;
    },
    onFailure: () => undefined,
    isSilence: () => true,
    limits: { atOnce: 1, beginsForMs: 30 * second, window: 100 },
    ...changes,
  };
}

describe('a poller', () => {
  it('begins with the item that changed last', async () => {
    const poller = pollerOf([3, 1, 2]);
    expect(await pollDue({ clock: manualClock() }, poller)).toEqual({ done: 3, failed: 0, left: 0 });
    expect(poller.begun).toEqual([3, 2, 1]);
  });

  it('reads again until nothing is due, each time at both ends', async () => {
    const poller = pollerOf([5, 4, 9, 1, 7, 8], { limits: { atOnce: 1, beginsForMs: second, window: 2 } });
    expect(await pollDue({ clock: manualClock() }, poller)).toEqual({ done: 6, failed: 0, left: 0 });
    expect(poller.begun).toEqual([8, 7, 5, 4, 9, 1]);
  });

  it('begins nothing more when its time is over, and counts the remaining items', async () => {
    const clock = manualClock();
    const poller = pollerOf([4, 3, 2, 1], {
      work: async () => {
        clock.advance(20 * second);
        return true;
      },
    });
    expect(await pollDue({ clock }, poller)).toEqual({ done: 2, failed: 0, left: 2 });
  });

  it.each(['answers that it heard nothing', 'throws'])('leaves the rest of a silent provider: it %s', async (how) => {
    const poller = pollerOf([6, 5, 4, 3, 2, 1], {
      work: async () => {
        if (how === 'throws') throw new Error('silent');
        return false;
      },
      limits: { atOnce: 3, beginsForMs: second, window: 100 },
    });
    expect((await pollDue({ clock: manualClock() }, poller)).left).toBe(3);
  });

  it('continues after a failure other than a silent provider, and tries each item once', async () => {
    const tried: number[] = [];
    const poller = pollerOf([3, 2, 1], {
      work: async (item) => {
        tried.push(item);
        throw new Error('a defect');
      },
      isSilence: () => false,
      limits: { atOnce: 1, beginsForMs: second, window: 2 },
    });
    expect(await pollDue({ clock: manualClock() }, poller)).toMatchObject({ done: 0, failed: 3 });
    expect(tried).toEqual([3, 2, 1]);
  });

  it('reads only the given shard', async () => {
    const shards: unknown[] = [];
    const poller = pollerOf([], {
      list: async (_limit, { shard }) => {
        shards.push(shard);
        return [];
      },
    });
    await pollDue({ clock: manualClock() }, poller, { shard: 2 });
    expect(shards).toEqual([2]);
  });
});
