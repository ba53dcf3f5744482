import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { beginIntent, openIntent } from '#web/lib/intents.ts';
import { keepFor } from '#web/lib/kept-in-tab.ts';
import { learnOutcome, sendUntilKnown } from '#web/lib/learn-outcome.ts';

const scope = 'cards.load crd_1';
const lost = new ApiError({});
const always = () => true;
const fetched = vi.fn<(address: string) => Promise<Response>>();
const outcome = (outcomeOf: 'none' | 'taken' | 'refused', message: string | null = null) =>
  Response.json({ outcome: outcomeOf, operation: null, message });

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', fetched);
  keepFor('usr_1');
  beginIntent(scope, { body: { amount: 500 } });
});
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Waits until a task ends, however often it pauses. */
async function ended<T>(task: Promise<T>): Promise<T> {
  task.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  return task;
}

describe('a request without an answer', () => {
  it('is asked about under its key, and repeated only once it is known to have arrived', async () => {
    const send = vi.fn(async () => 'the first answer');
    fetched.mockRejectedValueOnce(new TypeError('offline'));
    fetched.mockImplementation(async () => outcome('taken'));
    expect(await ended(sendUntilKnown('cards.load', scope, send, lost, always))).toBe('the first answer');
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(
      Array.from({ length: 2 }, () => `/api/operations?call=cards.load&key=${openIntent(scope)?.key}`),
    );
    expect(send).toHaveBeenCalledOnce();
  });

  it('counts as never sent when the API does not know it for a while, and is not repeated', async () => {
    const send = vi.fn(async () => 'never');
    fetched.mockImplementation(async () => outcome('none'));
    await expect(ended(sendUntilKnown('cards.load', scope, send, lost, always))).rejects.toMatchObject({
      notSent: true,
      outcomeUnknown: false,
    });
    expect(fetched).toHaveBeenCalledTimes(20);
    expect(send).not.toHaveBeenCalled();
  });

  it.each(['Internal', 'Busy'])('counts as never done after three questions when the API answered %s', async (code) => {
    const send = vi.fn(async () => 'never');
    fetched.mockImplementation(async () => outcome('none'));
    const failure = new ApiError({ status: 500, code });
    await expect(ended(sendUntilKnown('cards.load', scope, send, failure, always))).rejects.toMatchObject({
      notSent: true,
    });
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it('counts as never sent only when the API does not know it several times in a row: a failure says nothing', async () => {
    vi.setSystemTime(Date.now() + 31_000);
    const passing = new Response(JSON.stringify({ code: 'TooManyRequests', message: 'Wait.' }), { status: 429 });
    for (const answer of [outcome('none'), outcome('none'), passing, outcome('none'), outcome('none')])
      fetched.mockImplementationOnce(async () => answer);
    fetched.mockImplementation(async () => outcome('taken'));
    const send = vi.fn(async () => 'late');
    expect(await ended(sendUntilKnown('cards.load', scope, send, lost, always))).toBe('late');
    expect(send).toHaveBeenCalledOnce();
  });

  it('does not count as never sent while it may still arrive', async () => {
    const sentAtMs = Date.now();
    const send = vi.fn(async () => 'late');
    fetched.mockImplementation(async () => outcome(Date.now() - sentAtMs < 15_000 ? 'none' : 'taken'));
    expect(await ended(sendUntilKnown('cards.load', scope, send, lost, always))).toBe('late');
  });

  it('ends in the refusal that it was answered with', async () => {
    const refusal = new ApiError({ status: 422, code: 'InsufficientFunds', message: 'Not enough.' });
    fetched.mockImplementation(async () => outcome('refused', 'Not enough.'));
    const send = () => Promise.reject(refusal);
    await expect(ended(sendUntilKnown('cards.load', scope, send, lost, always))).rejects.toBe(refusal);
  });

  it('stays unknown when the session ends meanwhile, or the caller no longer wants to know', async () => {
    fetched.mockImplementation(async () => outcome('taken'));
    const send = () => Promise.reject(new ApiError({ status: 401, code: 'InvalidRefreshToken' }));
    await expect(ended(sendUntilKnown('cards.load', scope, send, lost, always))).rejects.toBe(lost);
    await expect(ended(sendUntilKnown('cards.load', scope, send, lost, () => false))).rejects.toBe(lost);
  });

  it('is not repeated when its owner leaves before it is known to have arrived', async () => {
    const send = vi.fn(async () => 'sent after all');
    let isWanted = true;
    fetched.mockImplementation(async () => {
      isWanted = false;
      return outcome('none');
    });
    await expect(ended(sendUntilKnown('cards.load', scope, send, lost, () => isWanted))).rejects.toBe(lost);
    expect(send).not.toHaveBeenCalled();
  });

  it('is repeated until an answer comes when a repeat does no harm', async () => {
    const send = vi.fn<() => Promise<string>>();
    send
      .mockRejectedValueOnce(lost)
      .mockRejectedValueOnce(new ApiError({ status: 503 }))
      .mockResolvedValue('done');
    expect(await ended(sendUntilKnown('cards.pin', undefined, send, lost, always))).toBe('done');
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('an earlier request', () => {
  it('is reported with its input, and its key is given up', async () => {
    fetched.mockImplementation(async () => outcome('taken'));
    expect(await ended(learnOutcome('cards.load', scope, always))).toMatchObject({
      outcome: 'taken',
      input: '{"body":{"amount":500}}',
    });
    expect(openIntent(scope)).toBeUndefined();
  });

  it('does not count as never sent while the API may still be working on it', async () => {
    fetched.mockImplementation(async () => outcome(Date.now() - sentAtMs < 15_000 ? 'none' : 'taken'));
    const sentAtMs = Date.now();
    expect(await ended(learnOutcome('cards.load', scope, always))).toMatchObject({ outcome: 'taken' });
  });

  it('counts as never sent after three questions when it was sent long ago', async () => {
    fetched.mockImplementation(async () => outcome('none'));
    vi.setSystemTime(Date.now() + 31_000);
    expect(await ended(learnOutcome('cards.load', scope, always))).toMatchObject({ outcome: 'none' });
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it('counts as never sent also on a device whose clock was set back meanwhile', async () => {
    fetched.mockImplementation(async () => outcome('none'));
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await ended(learnOutcome('cards.load', scope, always))).toMatchObject({ outcome: 'none' });
  });

  it('keeps its key when it never arrived', async () => {
    const key = openIntent(scope)?.key;
    fetched.mockImplementation(async () => outcome('none'));
    expect(await ended(learnOutcome('cards.load', scope, always))).toMatchObject({ outcome: 'none' });
    expect(openIntent(scope)).toMatchObject({ key, isLost: true });
  });

  it('stays as it is when the question is refused', async () => {
    fetched.mockImplementation(async () => Response.json({ code: 'Forbidden', message: 'No.' }, { status: 403 }));
    expect(await ended(learnOutcome('cards.load', scope, always))).toBeUndefined();
    expect(openIntent(scope)).toBeDefined();
  });
});
