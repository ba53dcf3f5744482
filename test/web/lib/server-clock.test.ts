import { afterEach, expect, it, vi } from 'vitest';

import { noteServerDate, onServerClock, serverNow } from '#web/lib/server-clock.ts';

const start = Date.parse('2026-11-22T10:00:00.000Z');

function atServer(ms: number): string {
  return new Date(start + ms).toUTCString();
}

afterEach(() => {
  vi.useRealTimers();
});

it('follows the server’s clock, not the one of a device that is hours wrong', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start + 7_200_000 });
  const corrected = vi.fn<() => void>();
  const stop = onServerClock(corrected);
  noteServerDate(atServer(0));
  expect(serverNow()).toBe(start);
  expect(corrected).toHaveBeenCalledTimes(1);

  // Slow answers and whole seconds move nothing back.
  vi.advanceTimersByTime(1900);
  noteServerDate(atServer(0));
  expect(serverNow()).toBe(start + 1900);
  expect(corrected).toHaveBeenCalledTimes(1);

  // A person set the device's clock right in between.
  vi.setSystemTime(start + 10_000);
  noteServerDate(atServer(10_000));
  expect(serverNow()).toBe(start + 10_000);
  expect(corrected).toHaveBeenCalledTimes(2);

  noteServerDate(null);
  noteServerDate('no date');
  expect(serverNow()).toBe(start + 10_000);
  stop();
  noteServerDate(atServer(9_000_000));
  expect(corrected).toHaveBeenCalledTimes(2);
  expect(serverNow()).toBe(start + 9_000_000);
});
