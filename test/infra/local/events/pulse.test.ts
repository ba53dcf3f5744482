import { it } from 'vitest';
import { createPulse } from '#infra/local/events/pulse.ts';

const longMs = 60_000;
const never = new AbortController().signal;

it('resolves with the next beat', async () => {
  const pulse = createPulse();
  const waits = [1, 2].map(() => pulse.wait(pulse.beats(), longMs, never));
  pulse.beat();
  await Promise.all(waits);
});

it('misses no beat between the count and the wait', async () => {
  const pulse = createPulse();
  const beats = pulse.beats();
  pulse.beat();
  await pulse.wait(beats, longMs, never);
});

it('resolves after the longest time, and when the signal is aborted before or meanwhile', async () => {
  const pulse = createPulse();
  await pulse.wait(0, 5, never);
  const stopping = new AbortController();
  const wait = pulse.wait(0, longMs, stopping.signal);
  stopping.abort();
  await wait;
  await pulse.wait(0, longMs, stopping.signal);
});
