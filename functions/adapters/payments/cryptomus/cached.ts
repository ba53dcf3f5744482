import type { Clock } from '#functions/ports/clock.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';

/** Keeps the last success of `ask` per key for this many milliseconds of the clock. Failures are never kept. */
export function cached<Key, T>(
  clock: Clock,
  keepMs: number,
  ask: (key: Key) => Promise<ProviderAnswer<T>>,
): (key: Key) => Promise<ProviderAnswer<T>> {
  const kept = new Map<Key, { readonly answer: ProviderAnswer<T>; readonly untilMs: number }>();
  return async (key) => {
    const known = kept.get(key);
    if (known && clock.now() < known.untilMs) return known.answer;
    const answer = await ask(key);
    if (answer.outcome === 'success') kept.set(key, { answer, untilMs: clock.now() + keepMs });
    return answer;
  };
}
