import { describe, expect, it } from 'vitest';
import { AppError, errorStatus, type ErrorCode } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { claimWrites, type NewClaim } from '#functions/domain/idempotency/claim.ts';
import { insert, StoreUnavailable, WriteConflict } from '#functions/ports/store.ts';
import { answer, Answer } from '#functions/runtime/answer.ts';
import { IdempotencyKey, runOnce, type MoneySteps } from '#functions/runtime/run-once.ts';
import { authWorld, refusalOf } from '#test/support/auth-world.ts';

const userId = 'usr_00000000000000000000000001' as Id<'user'>;
const keyOf = (body: unknown, key = 'k', routeId = 'cards.create', params: unknown = {}) =>
  IdempotencyKey.read(routeId, userId, { headers: { 'idempotency-key': key }, params, body });

type Reply = { readonly subject: string };

/** The steps of a route that makes the marker `prize`, which can exist only once. */
function markerSteps(changes: Partial<MoneySteps<string, Reply>> = {}): MoneySteps<string, Reply> {
  return {
    start: async (markerId, { store, clock }, claim) => {
      if (await store.get('marker', { markerId })) throw new AppError('InsufficientFunds', 'It is spent.');
      await store.commit([insert('marker', { markerId, atMs: 0 }), ...claimWrites(claim, markerId, clock.now())]);
      return markerId;
    },
    answer: async (subject) => ({ subject }),
    ...changes,
  };
}

const headersOf = (outcome: Reply | Answer<Reply>): unknown => (outcome instanceof Answer ? outcome.headers : {});
const replyOf = (outcome: Reply | Answer<Reply>): Reply => (outcome instanceof Answer ? outcome.reply : outcome);

describe('the fingerprint of a request', () => {
  const hashOf = (...given: Parameters<typeof keyOf>): string | undefined => keyOf(...given)?.claim.requestHash;

  it('depends on route, parameters and body, but not on the order of fields', () => {
    const hash = hashOf({ name: 'A', pin: '0007' });
    expect(hashOf({ pin: '0007', name: 'A' })).toBe(hash);
    expect(hashOf({ name: 'A', pin: '0008' })).not.toBe(hash);
    expect(hashOf({ name: 'A', pin: '0007' }, 'k', 'cards.load')).not.toBe(hash);
    expect(hashOf({ name: 'A', pin: '0007' }, 'k', 'cards.create', { id: '1' })).not.toBe(hash);
  });

  it('does not reveal a 3DS code to a reader of the table: the key is part of the hash and is not stored', () => {
    const one = keyOf({ name: 'A', pin: '0007' }, 'key-1')?.claim;
    const two = keyOf({ name: 'A', pin: '0007' }, 'key-2')?.claim;
    expect(one?.requestHash).not.toBe(two?.requestHash);
    expect(JSON.stringify(one)).not.toContain('key-1');
  });

  it('has a key hash that is case-sensitive', () => {
    expect(keyOf({}, 'key-A')?.claim.keyHash).not.toBe(keyOf({}, 'key-a')?.claim.keyHash);
  });

  it('has a key hash that covers all 255 characters of a key', () => {
    const [one, other] = ['a', 'b'].map((last) => keyOf({}, `${'k'.repeat(254)}${last}`)?.claim.keyHash);
    expect(one).not.toBe(other);
  });

  it.each([
    ['empty', ''],
    ['256 characters long', 'k'.repeat(256)],
    ['with a blank', 'a b'],
    ['with a letter outside ASCII', 'é'],
    ['with a line break', 'a\n'],
  ])('is not computed with a key that is %s: the refusal names the header', (_what, key) => {
    expect(() => keyOf({}, key)).toThrow(
      expect.objectContaining({ code: 'ValidationFailed', fields: { 'Idempotency-Key': expect.any(String) } }),
    );
  });

  it('is not computed without a key', () => {
    expect(IdempotencyKey.read('cards.load', userId, { headers: {}, params: {}, body: {} })).toBeUndefined();
  });
});

describe('a request with a key', () => {
  it('gets the answer of the first request with its key, although a rule would refuse it now', async () => {
    const { services } = authWorld();
    const steps = markerSteps();
    const first = await runOnce(keyOf({}), steps, 'prize', services);
    expect(headersOf(first)).toEqual({});
    // The marker exists, so the rule itself refuses, before the claim conflicts.
    const outcome = await runOnce(keyOf({}), steps, 'prize', services);
    expect(replyOf(outcome)).toEqual({ subject: 'prize' });
    expect(headersOf(outcome)).toEqual({ 'idempotency-replayed': 'true' });
  });

  it('gets the answer of a later request with its key that took over and answered first', async () => {
    const { services } = authWorld();
    let isFirst = true;
    const steps = markerSteps({
      answer: async (subject) => {
        if (!isFirst) return { subject: `${subject} of the twin` };
        isFirst = false;
        // The twin waits until its timeout is over, and then does the work itself.
        await runOnce(keyOf({}), steps, 'prize', services);
        return { subject };
      },
    });
    const outcome = await runOnce(keyOf({}), steps, 'prize', services);
    expect(replyOf(outcome)).toEqual({ subject: 'prize of the twin' });
    expect(headersOf(outcome)).toEqual({ 'idempotency-replayed': 'true' });
  });

  it('waits nine seconds for the first request with its key, and less when that one must have died', async () => {
    const { services, clock } = authWorld();
    const dying = markerSteps({ answer: () => Promise.reject(new Error('killed')) });
    const waitOf = async (ageMs: number): Promise<number> => {
      const key = keyOf({}, `k-${ageMs}`);
      await expect(runOnce(key, dying, `prize-${ageMs}`, services)).rejects.toThrow('killed');
      clock.advance(ageMs);
      const beganMs = clock.now();
      await runOnce(key, markerSteps(), `prize-${ageMs}`, services);
      return clock.now() - beganMs;
    };
    const full = await waitOf(0);
    expect(full).toBeGreaterThanOrEqual(9_000);
    expect(full).toBeLessThan(9_500);
    const late = await waitOf(27_000);
    expect(late).toBeGreaterThanOrEqual(3_000);
    expect(late).toBeLessThan(3_500);
    expect(await waitOf(30_000)).toBe(0);
  });

  it('is marked as replayed when it takes over from a request that died before its answer', async () => {
    const { services } = authWorld();
    const dying = markerSteps({ answer: () => Promise.reject(new Error('killed')) });
    await expect(runOnce(keyOf({}), dying, 'prize', services)).rejects.toThrow('killed');
    const taken = await runOnce(keyOf({}), markerSteps(), 'prize', services);
    expect(replyOf(taken)).toEqual({ subject: 'prize' });
    expect(headersOf(taken)).toEqual({ 'idempotency-replayed': 'true' });
  });

  it('gets a provider’s refusal again: the outcome of the first request does not change', async () => {
    const { services } = authWorld();
    const failing = markerSteps({ answer: () => Promise.reject(new AppError('ProviderRefused', 'It was declined.')) });
    expect(await refusalOf(runOnce(keyOf({}), failing, 'prize', services))).toBe('ProviderRefused');
    expect(await refusalOf(runOnce(keyOf({}), markerSteps(), 'prize', services))).toBe('ProviderRefused');
  });

  it('gets the stored reply, also when another transaction contended for the claim', async () => {
    const { services, store } = authWorld();
    const contentions = [1, 2];
    store.beforeCommit = (writes) => {
      if (writes.some(({ write, kind }) => write === 'update' && kind === 'claim') && contentions.pop())
        throw new WriteConflict([{ kind: 'claim', reason: 'contended' }]);
    };
    const steps = markerSteps();
    await runOnce(keyOf({}), steps, 'prize', services);
    const later = markerSteps({ answer: async () => ({ subject: 'as it stands by then' }) });
    expect(replyOf(await runOnce(keyOf({}), later, 'prize', services))).toEqual({ subject: 'prize' });
  });

  it('that a rule refused is refused again, even when the reason is gone', async () => {
    const { services, store } = authWorld();
    await store.commit([insert('marker', { markerId: 'prize', atMs: 0 })]);
    expect(await refusalOf(runOnce(keyOf({}), markerSteps(), 'prize', services))).toBe('InsufficientFunds');
    expect(store.all('claim')).toMatchObject([{ subjectId: undefined, response: { status: -1 } }]);
    const again = runOnce(keyOf({}), markerSteps(), 'another', services);
    await expect(again).rejects.toMatchObject({
      code: 'InsufficientFunds',
      message: 'It is spent.',
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(store.all('marker')).toHaveLength(1);
    // With another key it is another request.
    expect(replyOf(await runOnce(keyOf({}, 'k2'), markerSteps(), 'another', services))).toEqual({ subject: 'another' });
  });

  it('that a rule refused cannot have its key used for another request', async () => {
    const { services, store } = authWorld();
    await store.commit([insert('marker', { markerId: 'prize', atMs: 0 })]);
    expect(await refusalOf(runOnce(keyOf({ a: 1 }), markerSteps(), 'prize', services))).toBe('InsufficientFunds');
    expect(await refusalOf(runOnce(keyOf({ a: 2 }), markerSteps(), 'other', services))).toBe('IdempotencyKeyReused');
  });

  it('that a rule refuses while another request with its key succeeds gets that answer', async () => {
    const { services } = authWorld();
    const steps = markerSteps({
      start: async (request, given, claim) => {
        // The twin succeeds between this request's read and its refusal.
        if (claim) await markerSteps().start(request, given, claim);
        throw new AppError('InsufficientFunds', 'It is spent.');
      },
    });
    const outcome = await runOnce(keyOf({}), steps, 'prize', services);
    expect(replyOf(outcome)).toEqual({ subject: 'prize' });
    expect(headersOf(outcome)).toEqual({ 'idempotency-replayed': 'true' });
  });

  it('that would succeed while another request with its key is refused gets that refusal, and changes nothing', async () => {
    const { services, store } = authWorld();
    const refusing = markerSteps({ start: () => Promise.reject(new AppError('CardMinimum', 'A dollar stays.')) });
    const steps = markerSteps({
      start: async (request, given, claim) => {
        expect(await refusalOf(runOnce(keyOf({}), refusing, request, given))).toBe('CardMinimum');
        return markerSteps().start(request, given, claim);
      },
    });
    await expect(runOnce(keyOf({}), steps, 'prize', services)).rejects.toMatchObject({
      code: 'CardMinimum',
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(store.all('marker')).toEqual([]);
  });

  it('does not get a refusal that could not be stored', async () => {
    const { services, store } = authWorld();
    store.beforeCommit = () => {
      throw new StoreUnavailable('timeout');
    };
    const refusing = markerSteps({ start: () => Promise.reject(new AppError('CardMinimum', 'A dollar stays.')) });
    await expect(runOnce(keyOf({}), refusing, 'prize', services)).rejects.toThrow(StoreUnavailable);
  });

  it('gets a repeated refusal with the rest of its waiting time', async () => {
    const { services, clock } = authWorld();
    const cooling = markerSteps({
      start: () => Promise.reject(new AppError('CooldownActive', 'Wait.', { retryAfterSeconds: 300 })),
    });
    const refusal = () => expect(runOnce(keyOf({}), cooling, 'prize', services)).rejects;
    await refusal().toMatchObject({ retryAfterSeconds: 300 });
    clock.advance(100_500);
    await refusal().toMatchObject({ retryAfterSeconds: 200 });
    clock.advance(600_000);
    await refusal().toMatchObject({ retryAfterSeconds: 1 });
  });

  it('with a known claim skips start and all its gates', async () => {
    const { services, store } = authWorld();
    await runOnce(keyOf({}), markerSteps(), 'prize', services);
    let starts = 0;
    const closed = markerSteps({
      start: () => {
        starts += 1;
        return Promise.reject(new Error('a gate was asked'));
      },
    });
    const [known] = store.all('claim');
    const outcome = await runOnce(keyOf({}), closed, 'prize', services, known);
    expect(replyOf(outcome)).toEqual({ subject: 'prize' });
    expect(await refusalOf(runOnce(keyOf({ other: 1 }), closed, 'prize', services, known))).toBe(
      'IdempotencyKeyReused',
    );
    // Only this count shows it: the conflict of the claim would give the same reply after running the gates again.
    expect(starts).toBe(0);
  });

  it('gets a final refusal again with its message and fields', async () => {
    const { services } = authWorld();
    const steps = markerSteps({
      answer: async () => {
        throw new AppError('AmountTooSmall', 'It is too small.', { fields: { amount: 'is too small' } });
      },
    });
    const refused = async (): Promise<AppError> => {
      try {
        await runOnce(keyOf({}), steps, 'prize', services);
      } catch (thrown) {
        if (thrown instanceof AppError) return thrown;
      }
      throw new Error('it was not refused');
    };
    const [first, second] = [await refused(), await refused()];
    expect(second).toMatchObject({ code: first.code, message: first.message, fields: first.fields });
    expect([first.headers, second.headers]).toEqual([{}, { 'idempotency-replayed': 'true' }]);
  });

  const undecided = Object.entries(errorStatus).filter(
    ([code, status]) => status !== 422 || code === 'IdempotencyKeyReused',
  );

  it.each(undecided)('may be sent again with its key after %s (%i), which decides nothing', async (code) => {
    const { services, store } = authWorld();
    const refusing = markerSteps({ start: () => Promise.reject(new AppError(code as ErrorCode, 'Not now.')) });
    expect(await refusalOf(runOnce(keyOf({}), refusing, 'prize', services))).toBe(code);
    expect(store.all('claim')).toEqual([]);
    expect(replyOf(await runOnce(keyOf({}), markerSteps(), 'prize', services))).toEqual({ subject: 'prize' });
  });

  it.each(['ProviderUnavailable', 'Internal', 'Busy', 'Conflict', 'TooManyRequests', 'RequestInProgress'] as const)(
    'may be tried again with its key when the answer fails with %s',
    async (code) => {
      const { services, store } = authWorld();
      let isDown = true;
      const steps = markerSteps({
        answer: async (subject) => {
          if (isDown) throw new AppError(code, 'Later.');
          return { subject };
        },
      });
      expect(await refusalOf(runOnce(keyOf({}), steps, 'prize', services))).toBe(code);
      expect(store.all('claim')).toMatchObject([{ response: undefined }]);
      isDown = false;
      expect(replyOf(await runOnce(keyOf({}), steps, 'prize', services))).toEqual({ subject: 'prize' });
    },
  );

  it('gets the stored answer with its status', async () => {
    const { services } = authWorld();
    const steps = markerSteps({ answer: async (subject) => answer({ subject }, { status: 202 }) });
    await runOnce(keyOf({}), steps, 'prize', services);
    const again = await runOnce(keyOf({}), steps, 'prize', services);
    expect(again).toMatchObject({ status: 202, reply: { subject: 'prize' } });
  });

  it('may use its key for a new request after a week', async () => {
    const { services, clock } = authWorld();
    await runOnce(keyOf({}), markerSteps(), 'one', services);
    clock.advance(7 * 24 * 60 * 60_000 - 1_000);
    expect(replyOf(await runOnce(keyOf({}), markerSteps(), 'two', services))).toEqual({ subject: 'one' });
    clock.advance(1_000);
    expect(replyOf(await runOnce(keyOf({}), markerSteps(), 'two', services))).toEqual({ subject: 'two' });
  });

  it('fails with the error of its start when no claim has its key', async () => {
    const { services } = authWorld();
    const steps = markerSteps({
      start: (_request, _services, _claim: NewClaim | undefined) => Promise.reject(new Error('broken')),
    });
    await expect(runOnce(keyOf({}), steps, 'prize', services)).rejects.toThrow('broken');
  });
});
