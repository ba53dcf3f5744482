import { beforeEach, describe, expect, it } from 'vitest';
import type { ErrorCode } from '#shared/errors.ts';
import { routes, type RouteId } from '#shared/contract/index.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { StoreUnavailable, update } from '#functions/ports/store.ts';
import type { Services } from '#functions/ports/services.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import { callEndpoint } from './call-endpoint.ts';
import { callRoute, type RouteAnswer, type RouteRequest } from './call-route.ts';
import type { Arrange, Stage } from './endpoint-stage.ts';
import { expectSoundBooks } from './ledger-invariants.ts';
import { moneyWorld } from './money-world.ts';
import { runningClock } from './running-clock.ts';
import { cookiesOf } from './signed-in.ts';
import { effectsOf, snapshotOf } from './world-snapshot.ts';

const replayed = { 'idempotency-replayed': 'true' };

/** Returns the caller of a money route: the stage's person, or on admin routes a new admin. */
async function callerOf(id: RouteId, { world, user }: Stage): Promise<User> {
  return routes[id].access === 'admin' ? world.cardholder(0, { role: 'admin' }) : user;
}

/**
 * Checks every money mutation with an `Idempotency-Key`: one effect and one answer, even when other things happen in
 * between.
 */
export function moneySuite<R extends RouteId>(
  id: R,
  given: {
    readonly handler: EndpointHandler;
    readonly good: Arrange;
    readonly otherBody: object;
    readonly otherRequest?: Arrange | undefined;
    readonly again?: ErrorCode | undefined;
    /** True when an equal request returns what the first one made: only a different request makes something new. */
    readonly isFoundAgain?: boolean | undefined;
  },
): void {
  describe(`${id} with an Idempotency-Key`, () => {
    let stage: Stage;
    let request: RouteRequest;
    let before: Readonly<Record<string, number>>;
    let answerOfOne: RouteAnswer<R>;
    /** The effect of one request, in a world of its own. */
    let oneEffect: Readonly<Record<string, number>>;

    const open = async (): Promise<void> => {
      const world = moneyWorld();
      stage = { world, user: await world.cardholder(100_000) };
      request = {
        as: await callerOf(id, stage),
        headers: { 'idempotency-key': 'key-1' },
        ...(await given.good(stage)),
      };
      before = effectsOf(world);
    };
    const call = (changes: object = {}, services: Services = stage.world.services): Promise<RouteAnswer<R>> =>
      callRoute(id, given.handler, services, { ...request, ...changes });
    const effect = (): Readonly<Record<string, number>> =>
      Object.fromEntries(
        Object.entries(effectsOf(stage.world)).map(([name, count]) => [name, count - (before[name] ?? 0)]),
      );

    beforeEach(async () => {
      await open();
      answerOfOne = await call();
      oneEffect = effect();
      await open();
    });

    it('answers a repetition with the first answer and does nothing more', async () => {
      const first = await call();
      expect(first.status).toBe(answerOfOne.status);
      expect(first.headers).not.toMatchObject(replayed);
      const done = snapshotOf(stage.world);
      for (const headers of [{}, { 'x-other': '1' }]) {
        const again = await call({ headers: { ...request.headers, ...headers } });
        expect(again).toMatchObject({ status: first.status, body: first.body, headers: replayed });
      }
      expect(snapshotOf(stage.world)).toEqual(done);
      expect(effect()).toEqual(oneEffect);
    });

    it('logs what a request began under its request id, and nothing for a repetition', async () => {
      stage.world.logs.length = 0;
      for (const { status } of [await call(), await call()]) expect(status).toBe(answerOfOne.status);
      expect(stage.world.logs.filter(({ message }) => message === 'begun')).toEqual([
        {
          level: 'info',
          message: 'begun',
          fields: { route: id, requestId: 'request-1', subjectId: expect.stringMatching(/^[a-z]+_/) as string },
        },
      ]);
    });

    it('answers a repetition from the effect when the first answer was stored in an earlier format', async () => {
      const first = await call();
      const { store } = stage.world;
      const [claim] = store.all('claim');
      if (claim === undefined) throw new Error('the key was not claimed');
      await store.commit([update('claim', claim, { response: { status: 0, body: '{"earlier":true}' } })]);
      const again = await call();
      expect(again).toMatchObject({ status: first.status, body: first.body, headers: replayed });
      expect(effect()).toEqual(oneEffect);
    });

    it('refuses a repetition when the refusal was stored with a code that this version does not have', async () => {
      await call();
      const { store } = stage.world;
      const [claim] = store.all('claim');
      if (claim === undefined) throw new Error('the key was not claimed');
      // As a provider's refusal was stored while it had a code of its own.
      const body = '{"code":"ProviderFailed","message":"The card issuer declined this."}';
      await store.commit([update('claim', claim, { response: { status: -1, body } })]);
      const { as = stage.user, ...sent } = request;
      const { services } = stage.world;
      const again = await callEndpoint(given.handler, services, { ...sent, cookies: await cookiesOf(services, as) });
      expect(again).toMatchObject({
        status: 422,
        body: { message: 'The card issuer declined this.' },
        headers: replayed,
      });
      expect(effect()).toEqual(oneEffect);
    });

    it('makes one effect and 64 equal answers of 64 requests at once', async () => {
      const services = { ...stage.world.services, clock: runningClock(stage.world.clock.now()) };
      const answers = await Promise.all(Array.from({ length: 64 }, () => call({}, services)));
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
      expect(answers[0]?.status).toBeLessThan(300);
      expect(answers.filter(({ headers }) => 'idempotency-replayed' in headers)).toHaveLength(63);
      expect(effect()).toEqual(oneEffect);
      expectSoundBooks(stage.world);
    });

    it('refuses the key for a different request', async () => {
      const first = await call();
      const changes = given.otherRequest
        ? await given.otherRequest(stage)
        : { body: { ...(request.body as object), ...given.otherBody } };
      const done = effectsOf(stage.world);
      const other = await call(changes);
      expect(other).toMatchObject({ status: 422, code: 'IdempotencyKeyReused' });
      expect(effectsOf(stage.world)).toEqual(done);
      expect((await call()).body).toEqual(first.body);
    });

    it.each([
      ['the process died', new Error('killed'), 'Internal'],
      ['the store stopped answering', new StoreUnavailable('timeout'), 'Busy'],
    ])('finishes what a request began when %s after its commit', async (_what, failure, code) => {
      const { store } = stage.world;
      let hasBegun = false;
      const dying = {
        ...stage.world.services,
        store: {
          ...store,
          commit: async (writes: Parameters<typeof store.commit>[0]) => {
            if (hasBegun) throw failure;
            hasBegun = writes.some(({ kind }) => kind === 'claim');
            await store.commit(writes);
          },
        },
      };
      const broken = await call({}, dying);
      expect(broken.code).toBe(code);
      expect(broken.body['message']).not.toMatch(/nothing was/i);
      const retried = await call();
      expect(retried).toMatchObject({ status: answerOfOne.status, headers: replayed });
      expect(effect()).toEqual(oneEffect);
      expect((await call()).body).toEqual(retried.body);
    });

    it('finds its own effect when the commit got no answer', async () => {
      const { store } = stage.world;
      const forgetful = {
        ...stage.world.services,
        store: {
          ...store,
          commit: async (writes: Parameters<typeof store.commit>[0]) => {
            await store.commit(writes);
            if (writes.some(({ kind, write }) => kind === 'claim' && write === 'insert'))
              throw new StoreUnavailable('timeout');
          },
        },
      };
      expect((await call({}, forgetful)).status).toBe(answerOfOne.status);
      expect((await call()).status).toBe(answerOfOne.status);
      expect(effect()).toEqual(oneEffect);
    });

    it('keeps the keys of two people apart', async () => {
      const mine = await call();
      const other = { ...stage, user: await stage.world.cardholder(100_000) };
      const theirs = { ...request, ...(await given.good(other)), as: await callerOf(id, other) };
      before = effectsOf(stage.world);
      const answer = await callRoute(id, given.handler, stage.world.services, theirs);
      expect(answer.status).toBe(mine.status);
      expect(answer.headers).not.toMatchObject(replayed);
      expect(answer.body).not.toEqual(mine.body);
      expect(effect()).toEqual(oneEffect);
    });

    it('stores no secret of the request', async () => {
      await call();
      const remembered = JSON.stringify(stage.world.store.all('claim'));
      expect(remembered).toContain('requestHash');
      // A hash or an id may hold four such digits by chance.
      const withoutHashes = remembered.replaceAll(/[\w+/=-]{20,}/g, '');
      for (const secret of ['key-1', '8642']) expect(withoutHashes).not.toContain(secret);
    });

    it('must be a printable text of 1 to 255 characters', async () => {
      for (const key of ['', ' ', 'ä', 'two words', 'x'.repeat(256)]) {
        const answer = await call({ headers: { 'idempotency-key': key } });
        expect(answer).toMatchObject({
          status: 400,
          code: 'ValidationFailed',
          body: { fields: { 'Idempotency-Key': expect.any(String) } },
        });
      }
      expect((await call({ headers: { 'idempotency-key': 'x'.repeat(255) } })).status).toBe(answerOfOne.status);
      expect(effect()).toEqual(oneEffect);
    });
  });

  it(`${id} without a key ${given.again ? `answers ${given.again} the second time` : 'does it for each request'}`, async () => {
    const world = moneyWorld();
    const stage = { world, user: await world.cardholder(100_000) };
    const request = { as: await callerOf(id, stage), ...(await given.good(stage)) };
    const otherRequest = { ...request, body: { ...(request.body as object), ...given.otherBody } };
    const before = effectsOf(world);
    const [one, two] = [
      await callRoute(id, given.handler, world.services, request),
      await callRoute(id, given.handler, world.services, given.isFoundAgain ? otherRequest : request),
    ];
    expect(one.status).toBeLessThan(300);
    if (given.again) expect(two.code).toBe(given.again);
    else expect(two.status).toBe(one.status);
    expect(two.body).not.toEqual(one.body);
    const made = ({ lines = 0, adjustments = 0, moves = 0 }: ReturnType<typeof effectsOf>): number =>
      lines + adjustments + moves;
    expect(made(effectsOf(world))).toBe(made(before) + (given.again ? 1 : 2));
    await sweepOperations(world.services);
    expectSoundBooks(world);
  });
}
