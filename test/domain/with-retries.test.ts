import { describe, expect, it } from 'vitest';
import { WriteConflict, type Conflict } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { authWorld } from '#test/support/auth-world.ts';

const { services } = authWorld();

/** Returns the number of tries of a step that meets these conflicts always, or only the first time. */
async function triesAt(conflicts: readonly Conflict[], isAlways = true): Promise<number> {
  let tries = 0;
  const work = async (): Promise<void> => {
    tries += 1;
    if (isAlways || tries === 1) throw new WriteConflict(conflicts);
  };
  const asked = withRetries(services, work);
  if (isAlways) await expect(asked).rejects.toThrow(WriteConflict);
  else await asked;
  return tries;
}

it('reports a key as taken only for the kind whose insert met it', () => {
  const conflict = new WriteConflict([
    { kind: 'event', reason: 'stale' },
    { kind: 'claim', reason: 'contended' },
    { kind: 'marker', reason: 'exists' },
  ]);
  expect((['event', 'claim', 'marker', 'wallet'] as const).filter((kind) => conflict.exists(kind))).toEqual(['marker']);
});

describe('a decision', () => {
  it.each([
    ['stale', [{ kind: 'wallet', reason: 'stale' }]],
    ['contended', [{ kind: 'wallet', reason: 'contended' }]],
    // Not a duplicate request: the claim is our own, and another request changed it just then.
    ['a claim that changed', [{ kind: 'claim', reason: 'stale' }]],
    ['a claim that is contended', [{ kind: 'claim', reason: 'contended' }]],
    // The taken key may be the effect of the request that changed the wallet: only a new read shows it.
    [
      'stale, and a key is taken',
      [
        { kind: 'journal', reason: 'exists' },
        { kind: 'wallet', reason: 'stale' },
      ],
    ],
  ] as const)('is tried again when what it is based on is %s, with twelve tries at most', async (_what, conflicts) => {
    expect(await triesAt(conflicts, false)).toBe(2);
    expect(await triesAt(conflicts)).toBe(12);
  });

  it.each([
    ['a key is taken', [{ kind: 'journal', reason: 'exists' }]],
    [
      'another request has claimed its key, whatever else changed',
      [
        { kind: 'claim', reason: 'exists' },
        { kind: 'wallet', reason: 'stale' },
      ],
    ],
  ] as const)('stands when %s', async (_what, conflicts) => {
    expect(await triesAt(conflicts)).toBe(1);
  });

  it('is not retried for any other failure', async () => {
    let tries = 0;
    const asked = withRetries(services, async () => {
      tries += 1;
      throw new RangeError('scripted');
    });
    await expect(asked).rejects.toThrow(RangeError);
    expect(tries).toBe(1);
  });
});
