import { encodeTime } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { FactorReset } from '#functions/ports/entities/factors.ts';
import {
  absent,
  insert,
  remove,
  unchanged,
  update,
  WriteConflict,
  type Page,
  type PageQuery,
  type TimedPageQuery,
  type Store,
  type Write,
} from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { cents, zero } from '#shared/money.ts';
import { manualClock, type ManualClock } from '#test/support/manual-clock.ts';
import { runningClock } from '#test/support/running-clock.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';

const hour = 60 * 60_000;
const { emailReservation, user, card, wallet, operation, deposit, session, marker, rateCounter } = samples;
const userId = user.userId;
const resetDueAt = (dueAtMs: number): FactorReset => ({
  proposedBy: idAt('usr', 8),
  proposedAtMs: 0,
  reason: 'Lost the phone.',
  approval: { approvedBy: idAt('usr', 9), executesAtMs: 9, cancelId: 'one', dueAtMs },
});

/** A moment of 1969, as a date whose year is still being typed is one. */
const before1970 = -86_400_000;

/** The contract of every store, over every engine. A slow engine gets fewer requests at once. */
export function describeStore(
  name: string,
  open: (clock: ManualClock) => Promise<Store>,
  { contenders = 50 }: { readonly contenders?: number } = {},
): void {
  let clock: ManualClock;
  let store: Store;
  beforeEach(async () => {
    clock = manualClock();
    store = await open(clock);
  });

  const conflictsOf = async (...writes: Write[]): Promise<unknown> => {
    try {
      await store.commit(writes);
    } catch (thrown) {
      if (thrown instanceof WriteConflict) return thrown.conflicts.map(({ kind, reason }) => `${kind} ${reason}`);
      throw thrown;
    }
    return 'written';
  };
  const insertEach = async <K extends EntityKind>(kind: K, values: readonly Entities[K][]): Promise<void> => {
    for (let from = 0; from < values.length; from += 100) {
      await store.commit(values.slice(from, from + 100).map((value) => insert(kind, value)));
    }
  };

  describe(`${name}: entities`, () => {
    it('an entity of every kind is read as it was stored, and no two share a place', async () => {
      const kinds = Object.keys(samples) as EntityKind[];
      const found = (): Promise<unknown[]> => Promise.all(kinds.map((kind) => store.get(kind, samples[kind] as never)));
      expect(await found()).toEqual(kinds.map(() => undefined));
      await store.commit(kinds.map((kind) => insert(kind, samples[kind])));
      expect(await found()).toEqual(kinds.map((kind) => samples[kind]));
    });

    it('an entity of every kind lies as it was written, in every way that it is read and after a change', async () => {
      const kinds = Object.keys(samples) as EntityKind[];
      await store.commit(kinds.map((kind) => insert(kind, samples[kind])));
      for (const kind of kinds) {
        const found = await store.get(kind, samples[kind]);
        expect(found && store.integrityErrorsOf(kind, found)).toEqual({});
      }
      await store.commit([update('deposit', deposit, { decision: undefined, reviewReason: 'looked at' })]);
      const [changed] = await store.getMany('deposit', [deposit]);
      expect(changed && store.integrityErrorsOf('deposit', changed)).toEqual({});
      const { items } = await store.listAllActivity({ limit: 10 });
      expect(items.map((each) => store.integrityErrorsOf('movement', each))).toEqual([{}]);
    });

    it('two are read in one round trip, in the order in which they were asked for', async () => {
      await store.commit([insert('wallet', wallet), insert('card', card)]);
      const [one, two] = [{ kind: 'card', key: card } as const, { kind: 'wallet', key: wallet } as const];
      expect(await store.getBoth(one, two)).toEqual([card, wallet]);
      expect(await store.getBoth(two, one)).toEqual([wallet, card]);
      expect(await store.getBoth(two, { kind: 'marker', key: marker })).toEqual([wallet, undefined]);
    });

    it('many are read at once, in the order of their keys, each key as often as it is asked for', async () => {
      const wallets = Array.from({ length: 230 }, (_, place) => ({ ...wallet, userId: idAt('usr', place) }));
      await insertEach('wallet', wallets);
      const mixed = wallets.toSorted((a, b) => (a.userId.slice(-1) < b.userId.slice(-1) ? 1 : -1));
      expect(await store.getMany('wallet', mixed)).toEqual(mixed);
      const [one, other] = [{ userId: idAt('usr', 7) }, { userId: idAt('usr', 999) }];
      expect(await store.getMany('wallet', [other, one, one])).toEqual([undefined, wallets[7], wallets[7]]);
      expect(await store.getMany('wallet', [])).toEqual([]);
    });

    it('an entity of another person is not found under one’s own key', async () => {
      await store.commit([insert('card', card)]);
      expect(await store.get('card', { userId: idAt('usr', 2), cardId: card.cardId })).toBeUndefined();
    });
  });

  describe(`${name}: writes`, () => {
    it('an insert of a taken key conflicts, and leaves what is there', async () => {
      await store.commit([insert('marker', marker)]);
      expect(await conflictsOf(insert('marker', { ...marker, atMs: 7 }))).toEqual(['marker exists']);
      expect(await store.get('marker', marker)).toEqual(marker);
    });

    it('a check for absence passes where nothing is stored that has not expired, and else stops the whole commit', async () => {
      const gone = absent('emailReservation', emailReservation);
      expect(await conflictsOf(gone, insert('marker', marker))).toBe('written');
      await store.commit([insert('emailReservation', emailReservation)]);
      expect(await conflictsOf(gone, insert('user', user))).toEqual(['emailReservation exists']);
      expect(await store.get('user', user)).toBeUndefined();
      clock.advance(emailReservation.expiresAtMs - clock.now());
      expect(await conflictsOf(gone, insert('user', user))).toBe('written');
      expect(await store.get('emailReservation', emailReservation)).toBeUndefined();
    });

    it('an update is done on the version that it was computed from, and on no other', async () => {
      await store.commit([insert('user', user)]);
      await store.commit([update('user', user, { firstname: 'Grace', holderId: 'holder-1' })]);
      expect(await conflictsOf(update('user', user, { firstname: 'Late' }))).toEqual(['user stale']);
      const seen = await store.get('user', user);
      expect(seen).toEqual({ ...user, firstname: 'Grace', holderId: 'holder-1', version: 2 });
      expect(await conflictsOf(update('user', { ...user, version: 2 }, { holderId: undefined }))).toBe('written');
      expect((await store.get('user', user))?.holderId).toBeUndefined();
    });

    it('an update of what is not there makes nothing', async () => {
      expect(await conflictsOf(update('user', user, {}))).toEqual(['user stale']);
      expect(await store.get('user', user)).toBeUndefined();
    });

    it('a check for no change stops the whole commit once its entity has changed', async () => {
      await store.commit([insert('user', user)]);
      const check = unchanged('user', { userId }, user);
      expect(await conflictsOf(check, insert('marker', marker))).toBe('written');
      await store.commit([update('user', user, { isSuspended: true })]);
      expect(await conflictsOf(check, insert('wallet', wallet))).toEqual(['user stale']);
      expect(await store.get('wallet', wallet)).toBeUndefined();
      expect(await conflictsOf(unchanged('card', card, card))).toEqual(['card stale']);
    });

    it('a removal takes away what is there, once', async () => {
      await store.commit([insert('marker', marker)]);
      expect(await conflictsOf(remove('marker', { markerId: marker.markerId }))).toBe('written');
      expect(await store.get('marker', marker)).toBeUndefined();
      expect(await conflictsOf(remove('marker', marker))).toEqual(['marker stale']);
    });

    it('a commit does all of its writes or none, and names the reason of each that stood in the way', async () => {
      await store.commit([insert('marker', marker), insert('user', user)]);
      const writes = [
        insert('wallet', wallet),
        insert('marker', marker),
        update('user', { ...user, version: 5 }, {}),
        remove('card', card),
      ];
      expect(await conflictsOf(...writes)).toEqual(['marker exists', 'user stale', 'card stale']);
      expect(await store.get('wallet', wallet)).toBeUndefined();
      expect((await store.get('user', user))?.version).toBe(1);
    });

    it('a commit takes 100 writes', async () => {
      const markers = Array.from({ length: 100 }, (_, index) => ({ markerId: `m-${index}`, atMs: index }));
      expect(await conflictsOf(...markers.map((one) => insert('marker', one)))).toBe('written');
      expect(await store.get('marker', { markerId: 'm-99' })).toEqual(markers[99]);
    });

    it('two writes of one entity in one commit are refused, and neither is done', async () => {
      const twice = store.commit([insert('marker', marker), insert('marker', { ...marker, atMs: 7 })]);
      await expect(twice).rejects.toThrow();
      expect(await store.get('marker', marker)).toBeUndefined();
    });
  });

  describe(`${name}: what happens at once`, () => {
    it('of two that decided on the same version one wins', async () => {
      await store.commit([insert('wallet', wallet)]);
      const spend = (hash: string): Promise<unknown> =>
        conflictsOf(update('wallet', wallet, { availableCents: cents(0), lastHash: hash }));
      const outcomes = await Promise.all([spend('one'), spend('two')]);
      expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
      const winner = outcomes[0] === 'written' ? 'one' : 'two';
      expect(await store.get('wallet', wallet)).toMatchObject({ lastHash: winner, version: 2 });
    });

    it('of 20 that insert the same key one does', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, atMs) => conflictsOf(insert('marker', { ...marker, atMs }))),
      );
      expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    });

    it(`${contenders} that count at once count to ${contenders}`, async () => {
      await store.commit([insert('rateCounter', { ...rateCounter, count: 0 })]);
      let seed = 1;
      // The jitter that spreads the losers, the same in every run.
      const below = (bound: number): number => (seed = (seed * 48_271) % 2_147_483_647) % bound;
      const random = { id: () => 'unused' as never, token: () => '', below };
      const needs = { clock: runningClock(clock.now()), random };
      // A request that has lost too often on a busy machine is repeated, as a client does: one of them always wins.
      const count = (): Promise<void> =>
        withRetries(needs, async () => {
          const seen = await store.get('rateCounter', rateCounter);
          if (seen === undefined) throw new Error('the counter is gone');
          await store.commit([update('rateCounter', seen, { count: seen.count + 1 })]);
        }).catch((thrown: unknown) => {
          if (thrown instanceof WriteConflict) return count();
          throw thrown;
        });
      await Promise.all(Array.from({ length: contenders }, count));
      expect(await store.get('rateCounter', rateCounter)).toMatchObject({ count: contenders, version: contenders + 1 });
    });
  });

  describe(`${name}: what expires`, () => {
    it('is no longer read from its second on, though it is still stored', async () => {
      await store.commit([insert('session', session), insert('marker', marker)]);
      clock.advance(hour - 1_000);
      expect(await store.get('session', session)).toEqual(session);
      clock.advance(1_000);
      expect(await store.get('session', session)).toBeUndefined();
      const both = await store.getBoth({ kind: 'session', key: session }, { kind: 'marker', key: marker });
      expect(both).toEqual([undefined, marker]);
    });

    it('makes room for another of its key', async () => {
      await store.commit([insert('rateCounter', rateCounter)]);
      expect(await conflictsOf(insert('rateCounter', rateCounter))).toEqual(['rateCounter exists']);
      clock.advance(hour);
      const next = { ...rateCounter, count: 1, expiresAtMs: clock.now() + hour };
      expect(await conflictsOf(insert('rateCounter', next))).toBe('written');
      expect(await store.get('rateCounter', rateCounter)).toEqual(next);
    });

    it('is not there for an update, a check or a removal either', async () => {
      await store.commit([insert('session', session)]);
      clock.advance(hour);
      expect(await conflictsOf(update('session', session, { isRevoked: true }))).toEqual(['session stale']);
      expect(await conflictsOf(unchanged('session', session, session))).toEqual(['session stale']);
      expect(await conflictsOf(remove('session', session))).toEqual(['session stale']);
    });
  });

  describe(`${name}: what is due`, () => {
    const dueIds = async (nowMs: number, limit = 50): Promise<string[]> =>
      (await store.listDueOperations(nowMs, limit)).map(({ operationId }) => operationId);
    const operationsDue = (...dueAtMs: number[]): Entities['operation'][] =>
      dueAtMs.map((each, index) => ({ ...operation, operationId: idAt('op', index + 1), dueAtMs: each }));

    it('comes oldest first, over all shards, up to now and no further', async () => {
      const now = clock.now();
      const offsets = [5, -3, 0, 9, -8, 1, -1, 4, -6, 2, 3, -2];
      await insertEach('operation', operationsDue(...offsets.map((offset) => now + offset)));
      const expected = offsets
        .map((offset, index) => ({ offset, id: idAt('op', index + 1) }))
        .filter(({ offset }) => offset <= 0)
        .toSorted((a, b) => a.offset - b.offset)
        .map(({ id }) => id);
      expect(await dueIds(now)).toEqual(expected);
      expect(await dueIds(now - 100)).toEqual([]);
    });

    it('is bounded by shard: a few of the oldest, with any number waiting behind them', async () => {
      const now = clock.now();
      await insertEach('operation', operationsDue(...Array.from({ length: 40 }, (_, index) => now - 40 + index)));
      const some = await dueIds(now, 2);
      expect(some.length).toBeGreaterThanOrEqual(2);
      expect(some.length).toBeLessThanOrEqual(8);
      expect(some).toContain(idAt('op', 1));
      expect(some).toEqual(some.toSorted());
    });

    it('leaves the list when it has no time any more, and moves in it when it has another', async () => {
      const now = clock.now();
      const [first, second] = operationsDue(now - 2, now - 1);
      if (!first || !second) throw new Error('two are made');
      await insertEach('operation', [first, second]);
      await store.commit([update('operation', first, { dueAtMs: now })]);
      expect(await dueIds(now)).toEqual([second.operationId, first.operationId]);
      await store.commit([update('operation', second, { dueAtMs: undefined })]);
      expect(await dueIds(now)).toEqual([first.operationId]);
    });

    it('lists cards that are to be caught up apart from those that are due', async () => {
      const now = clock.now();
      const cards = [3, -5, 0, -1].map((offset, index) => ({
        ...card,
        cardId: idAt('crd', index + 1),
        dueAtMs: undefined,
        catchUpAtMs: now + offset,
      }));
      await insertEach('card', [...cards, { ...card, cardId: idAt('crd', 9), dueAtMs: now, catchUpAtMs: undefined }]);
      const listed = async (atMs: number): Promise<string[]> =>
        (await store.listCardsToCatchUp(atMs, 9)).map(({ cardId }) => cardId);
      expect(await listed(now)).toEqual([idAt('crd', 2), idAt('crd', 4), idAt('crd', 3)]);
      expect((await store.listDueCards(now, 9)).map(({ cardId }) => cardId)).toEqual([idAt('crd', 9)]);
      const [, first] = cards;
      if (!first) throw new Error('four are made');
      await store.commit([update('card', first, { catchUpAtMs: undefined })]);
      expect(await listed(now)).toEqual([idAt('crd', 4), idAt('crd', 3)]);
    });

    it('is listed by kind', async () => {
      const now = clock.now();
      const { reward, referralAccount, wallet } = samples;
      await store.commit([
        insert('operation', { ...operation, dueAtMs: now }),
        insert('deposit', { ...deposit, dueAtMs: now }),
        insert('card', { ...card, dueAtMs: now }),
        insert('wallet', { ...wallet, dueAtMs: now }),
        insert('reward', { ...reward, dueAtMs: now }),
        insert('user', { ...user, factorReset: resetDueAt(now) }),
        insert('user', { ...user, userId: idAt('usr', 5), factorReset: resetDueAt(now + 1) }),
        insert('referralAccount', { ...referralAccount, dueAtMs: now }),
      ]);
      expect(await store.listDueOperations(now, 9)).toEqual([{ ...operation, dueAtMs: now }]);
      expect(await store.listDueDeposits(now, 9)).toEqual([{ ...deposit, dueAtMs: now }]);
      expect(await store.listDueCards(now, 9)).toEqual([{ ...card, dueAtMs: now }]);
      expect(await store.listDueWallets(now, 9)).toEqual([{ ...wallet, dueAtMs: now }]);
      expect(await store.listDueUsers(now, 9)).toEqual([{ ...user, factorReset: resetDueAt(now) }]);
      expect(await store.listDueRewards(now, 9)).toEqual([{ ...reward, dueAtMs: now }]);
      expect(await store.listDueReferralAccounts(now, 9)).toEqual([{ ...referralAccount, dueAtMs: now }]);
    });
  });

  describe(`${name}: lists`, () => {
    it('deposits in transit come whole, with those that wait, until they are neither', async () => {
      const put = (place: number, changes: Partial<Entities['deposit']>) => ({
        ...deposit,
        depositId: idAt('dep', place),
        ...changes,
      });
      const moving = put(1, { state: 'confirming', dueAtMs: 1 });
      const both = put(2, { state: 'locked', dueAtMs: 1, waitsSinceMs: 1 });
      await insertEach('deposit', [moving, both, put(3, { state: 'paid', dueAtMs: 1 }), put(4, { dueAtMs: 1 })]);
      await insertEach('deposit', [put(5, { state: 'locked', dueAtMs: undefined })]);
      const listed = async () => (await store.listDepositsInTransit()).map(({ depositId }) => depositId).toSorted();
      expect(await listed()).toEqual([moving.depositId, both.depositId]);
      await store.commit([update('deposit', both, { waitsSinceMs: undefined })]);
      expect(await listed()).toEqual([moving.depositId, both.depositId]);
      await store.commit([update('deposit', moving, { state: 'paid' })]);
      expect(await listed()).toEqual([both.depositId]);
    });

    it('deposits of which something is refused come newest first, page by page, while nothing else lists them', async () => {
      const put = (place: number, changes: Partial<Entities['deposit']>) => ({
        ...deposit,
        depositId: idAt('dep', place),
        state: 'paid' as const,
        refusedCents: cents(700),
        ...changes,
      });
      const [older, newer, other] = [put(1, {}), put(2, { refusedCents: cents(-1) }), put(3, { refusedCents: zero })];
      await insertEach('deposit', [older, newer, other, put(4, { waitsSinceMs: 1 })]);
      await insertEach('deposit', [put(5, { state: 'refunding', dueAtMs: 1 })]);
      const first = await store.listRefusedDeposits({ limit: 1 });
      expect(first.items).toEqual([newer]);
      expect((await store.listRefusedDeposits({ limit: 1, cursor: first.cursor })).items).toEqual([older]);
      await store.commit([update('deposit', older, { refusedCents: zero })]);
      expect((await store.listRefusedDeposits({ limit: 9 })).items).toEqual([newer]);
    });

    const stranger = idAt('usr', 9);

    it("a user's cards come newest first, all of them and nobody else's", async () => {
      const mine = [1, 2, 3].map((place) => ({ ...card, cardId: idAt('crd', place) }));
      await insertEach('card', [...mine, { ...card, userId: stranger, cardId: idAt('crd', 4) }]);
      await insertEach('movement', [samples.movement]);
      expect(await store.listCards(userId)).toEqual(mine.toReversed());
      expect(await store.listCards(idAt('usr', 8))).toEqual([]);
    });

    it('activity lines come by pages of any length without a gap, a repetition or an empty last page', async () => {
      // The last letters of ids are what a cursor is cut by: all of them.
      const places = ['0', '1', '9', 'A', 'H', 'J', 'Z', '10', 'A0', 'AZ', 'Z0', 'ZZ'];
      const lines = places.map((end, index) => ({
        ...samples.movement,
        subjectId: `${index % 2 === 0 ? 'op' : 'dep'}_${end.padStart(26, '0')}` as const,
      }));
      await insertEach('movement', [...lines, { ...samples.movement, userId: stranger }]);
      await insertEach('card', [card]);
      const placeOf = ({ subjectId }: Entities['movement']): string => subjectId.slice(-26);
      const inOrder = lines.toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
      for (const limit of [1, 2, 3, 5, 6, 7, 12, 100]) {
        const pages: Entities['movement'][][] = [];
        let cursor: string | undefined;
        do {
          const page = await store.listActivity(userId, { limit, cursor });
          pages.push([...page.items]);
          cursor = page.cursor;
        } while (cursor !== undefined);
        expect(pages.flat()).toEqual(inOrder);
        expect(pages).toHaveLength(Math.ceil(places.length / limit));
      }
    });

    it('activity lines begin before a moment, or at an id', async () => {
      const idOf = (ms: number) => `op_${encodeTime(ms)}${'7'.repeat(16)}` as const;
      const lines = [3_000, 2_000, 1_000].map((ms) => ({ ...samples.movement, userId, subjectId: idOf(ms) }));
      const [, second, first] = lines;
      await insertEach('movement', lines);
      for (const list of [
        (query: TimedPageQuery) => store.listActivity(userId, query),
        (query: TimedPageQuery) => store.listAllActivity(query),
      ]) {
        expect((await list({ limit: 9, beforeMs: 3_000 })).items).toEqual([second, first]);
        expect((await list({ limit: 9, beforeMs: 3_001 })).items).toEqual(lines);
        expect((await list({ limit: 9, beforeMs: 1_000 })).items).toEqual([]);
        expect((await list({ limit: 9, beforeMs: before1970 })).items).toEqual([]);
        const { cursor } = await list({ limit: 1, beforeMs: 3_000 });
        expect((await list({ limit: 9, beforeMs: 3_000, cursor })).items).toEqual([first]);
      }
      for (const beginAt of [idOf(2_000), idOf(2_999)])
        expect((await store.listAllActivity({ limit: 1, beginAt })).items).toEqual([second]);
    });

    it('activity lines and rewards end with what was made at a moment', async () => {
      const ulidAt = (ms: number) => `${encodeTime(ms)}${'7'.repeat(16)}`;
      const lines = [3_000, 2_000, 1_000].map((ms) => ({
        ...samples.movement,
        userId,
        subjectId: `op_${ulidAt(ms)}` as const,
      }));
      const rewards = [3_000, 2_000, 1_000].map((ms, index) => ({
        ...samples.reward,
        refereeId: idAt('usr', index + 1),
        rewardId: `rwd_${ulidAt(ms)}` as const,
      }));
      const { referrerId } = samples.reward;
      await insertEach('movement', lines);
      await insertEach('reward', rewards);
      for (const [fromMs, count] of [
        [2_000, 2],
        [2_001, 1],
        [3_001, 0],
      ] as const) {
        expect((await store.listActivity(userId, { limit: 9, fromMs })).items).toEqual(lines.slice(0, count));
        expect((await store.listRewards(referrerId, { limit: 9, fromMs })).items).toEqual(rewards.slice(0, count));
        const first = await store.listRewards(referrerId, { limit: 1, fromMs });
        if (count === 2)
          expect((await store.listRewards(referrerId, { limit: 9, fromMs, cursor: first.cursor })).items).toEqual([
            rewards[1],
          ]);
      }
    });

    const walk = async <T>(list: (query: PageQuery) => Promise<Page<T>>, limit: number): Promise<T[][]> => {
      const pages: T[][] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ limit, cursor });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        pages.push([...page.items]);
        cursor = page.cursor;
      } while (cursor !== undefined);
      return pages;
    };

    it('everybody comes newest first over all shards, without a gap, a repetition or an empty last page', async () => {
      const people = Array.from({ length: 23 }, (_, place) => ({ ...user, userId: idAt('usr', place) }));
      await insertEach('user', people);
      for (const limit of [1, 2, 5, 22, 23, 100]) {
        const pages = await walk((query) => store.listUsers(query), limit);
        expect(pages.flat()).toEqual(people.toReversed());
        expect(pages).toHaveLength(Math.ceil(23 / limit));
      }
    });

    it("everybody's activity lines come newest first, across people and kinds", async () => {
      const lines = Array.from({ length: 12 }, (_, place) => ({
        ...samples.movement,
        userId: idAt('usr', place % 3),
        subjectId: idAt(place % 2 === 0 ? 'op' : 'dep', place),
      }));
      await insertEach('movement', lines);
      await insertEach('user', [user]);
      for (const limit of [1, 5, 12]) {
        const pages = await walk((query) => store.listAllActivity(query), limit);
        expect(pages.flat()).toEqual(lines.toReversed());
      }
      const [changed] = lines;
      if (changed) await store.commit([update('movement', changed, { status: 'completed' })]);
      expect((await store.listAllActivity({ limit: 12 })).items.at(-1)).toMatchObject({ status: 'completed' });
    });

    it('audit records come newest first, of a subject, of an actor or all, page by page', async () => {
      const [ada, kim, admin] = [idAt('usr', 1), idAt('usr', 2), idAt('usr', 3)];
      const records = Array.from({ length: 14 }, (_, place) => ({
        ...samples.audit,
        auditId: idAt('aud', place),
        subjectId: place % 2 === 0 ? ada : kim,
        actorId: place % 3 === 0 ? ('command-line' as const) : admin,
      }));
      await insertEach('audit', records);
      const newest = records.toReversed();
      const lists = [
        [{ of: 'all' }, newest],
        [{ of: 'subject', subjectId: ada }, newest.filter(({ subjectId }) => subjectId === ada)],
        [{ of: 'actor', actorId: admin }, newest.filter(({ actorId }) => actorId === admin)],
        [{ of: 'actor', actorId: 'command-line' }, newest.filter(({ actorId }) => actorId !== admin)],
        [{ of: 'subject', subjectId: admin }, []],
      ] as const;
      for (const [list, wanted] of lists) {
        for (const limit of [3, 14]) {
          const pages = await walk((query) => store.listAudit(list, query), limit);
          expect(pages.flat()).toEqual(wanted);
        }
      }
    });

    it('webhooks come newest first, all or those about one thing, from a time on and page by page', async () => {
      const atOf = (place: number): number => samples.event.receivedAtMs + place * 1_000;
      const events = Array.from({ length: 11 }, (_, place) => ({
        ...samples.event,
        eventId: `issuer-${(place * 7) % 11}`,
        about: place % 3 === 0 ? 'dep_1' : undefined,
        receivedAtMs: atOf(place),
      }));
      await insertEach('event', events);
      const newest = events.toReversed();
      for (const limit of [2, 11]) {
        expect((await walk((query) => store.listEvents({}, query), limit)).flat()).toEqual(newest);
        const pages = await walk((query) => store.listEvents({ about: 'dep_1' }, query), limit);
        expect(pages.flat()).toEqual(newest.filter(({ about }) => about === 'dep_1'));
      }
      expect((await store.listEvents({}, { limit: 2, beforeMs: atOf(6) })).items).toEqual(newest.slice(5, 7));
      for (const query of [{}, { about: 'dep_1' }])
        expect((await store.listEvents(query, { limit: 9, beforeMs: before1970 })).items).toEqual([]);
      const before = await store.listEvents({ about: 'dep_1' }, { limit: 9, beforeMs: atOf(6) });
      expect(before.items.map(({ receivedAtMs }) => receivedAtMs)).toEqual([atOf(3), atOf(0)]);
      expect((await store.listEvents({ about: 'dep_2' }, { limit: 9 })).items).toEqual([]);
    });

    it('cards come by the end of their number, newest first, page by page', async () => {
      const cards = Array.from({ length: 5 }, (_, place) => ({
        ...samples.cardOwner,
        cardId: idAt('crd', place),
        last4Digits: place === 2 ? '0007' : '4242',
      }));
      await insertEach('cardOwner', cards);
      const wanted = cards.filter(({ last4Digits }) => last4Digits === '4242').toReversed();
      for (const limit of [1, 3, 4]) {
        const pages = await walk((query) => store.listCardsByLastFour('4242', query), limit);
        expect(pages.flat()).toEqual(wanted);
      }
      expect((await store.listCardsByLastFour('424', { limit: 5 })).items).toEqual([]);
    });

    it('card lines come by their reference at the issuer, those of an account line and of no owner left out', async () => {
      const line = (number: number, changes: object) => ({
        ...samples.cardTransaction,
        number,
        userId: 'usr_1' as const,
        kind: 'purchase' as const,
        reference: '9E21-44C7',
        ...changes,
      });
      const lines = [
        line(1, {}),
        line(2, { reference: '9E21-44C8' }),
        line(3, { kind: 'load' }),
        line(4, { userId: undefined }),
        line(5, {}),
      ];
      await insertEach('cardTransaction', lines);
      expect(await store.listCardLinesByReference('9E21-44C7')).toEqual([lines[0], lines[4]]);
      expect(await store.listCardLinesByReference('9E21')).toEqual([]);
    });

    it('activity lines come by their amount within a span of time, newest first, page by page', async () => {
      const lines = Array.from({ length: 6 }, (_, place) => ({
        ...samples.movement,
        subjectId: `op_${encodeTime(1_000 * (place + 1))}${'0'.repeat(16)}` as const,
        amountCents: cents(place === 2 ? 7_551 : 7_550),
        createdAtMs: 1_000 * (place + 1),
      }));
      await insertEach('movement', lines);
      const span = { fromMs: 2_000, toMs: 6_000 };
      const wanted = [lines[4], lines[3], lines[1]];
      for (const limit of [1, 2, 3, 4]) {
        const pages = await walk((query) => store.listActivityByAmount(cents(7_550), { ...query, ...span }), limit);
        expect(pages.flat()).toEqual(wanted);
      }
      expect((await store.listActivityByAmount(cents(755), { limit: 5, ...span })).items).toEqual([]);
      const long = { limit: 5, fromMs: 2 * before1970, toMs: before1970 };
      expect((await store.listActivityByAmount(cents(7_550), long)).items).toEqual([]);
    });

    it('a list of everybody leaves nothing out when answers are cut short because their items are large', async () => {
      const lines = Array.from({ length: 150 }, (_, place) => ({
        ...samples.movement,
        subjectId: idAt('op', place),
        // More than a megabyte in each shard; all in one would prove less.
        description: 'x'.repeat(place % 2 === 0 ? 60_000 : 100),
      }));
      for (let from = 0; from < lines.length; from += 50) {
        await insertEach('movement', lines.slice(from, from + 50));
      }
      const pages = await walk((query) => store.listAllActivity(query), 1_000);
      expect(pages.flat().map(({ subjectId }) => subjectId)).toEqual(
        lines.map(({ subjectId }) => subjectId).toReversed(),
      );
    });

    it('texts to search by come in their order, those that begin so and no other', async () => {
      const texts = ['a', 'ab', 'abc', 'abd', 'ac', 'b', 'éa', 'ab#'].map((term, place) => ({
        term,
        userId: idAt('usr', place),
      }));
      await insertEach('searchTerm', [...texts, { term: 'ab', userId: idAt('usr', 0) }]);
      const found = async (prefix: string, limit = 100): Promise<string[][]> =>
        (await walk((query) => store.listSearchTerms(prefix, query), limit)).map((page) =>
          page.map(({ term, userId: id }) => `${term} ${Number(id.slice(4))}`),
        );
      const all = ['ab 0', 'ab 1', 'ab# 7', 'abc 2', 'abd 3'];
      expect((await found('ab')).flat().toSorted()).toEqual(all.toSorted());
      expect(await found('ab', 2)).toHaveLength(3);
      expect((await found('ab', 2)).flat()).toEqual((await found('ab')).flat());
      expect((await found('abc')).flat()).toEqual(['abc 2']);
      expect((await found('é')).flat()).toEqual(['éa 6']);
      expect((await found('abx')).flat()).toEqual([]);
    });

    it('an id of the provider leads to its deposits and to no other', async () => {
      const at = (reference: string, place: number) => ({
        reference,
        depositId: idAt('dep', place),
        userId: idAt('usr', place),
      });
      const [first, second, longer] = [at('a1b2', 1), at('a1b2', 2), at('a1b2c3', 3)];
      await insertEach('depositReference', [second, first, longer]);
      expect(await store.listDepositReferences('a1b2')).toEqual([first, second]);
      expect(await store.listDepositReferences('a1b')).toEqual([]);
    });

    it("a card's transactions come by their numbers, highest first", async () => {
      const lines = Array.from({ length: 12 }, (_, index) => ({ ...samples.cardTransaction, number: index + 1 }));
      await insertEach('cardTransaction', [
        ...lines,
        { ...samples.cardTransaction, cardId: idAt('crd', 9), number: 5 },
      ]);
      const numbers = async (from: number, to: number): Promise<number[]> =>
        (await store.listCardTransactions(card.cardId, { from, to })).map(({ number }) => number);
      expect(await numbers(3, 6)).toEqual([6, 5, 4, 3]);
      expect(await numbers(9, 12)).toEqual([12, 11, 10, 9]);
      expect(await numbers(1, 1)).toEqual([1]);
      expect(await numbers(13, 20)).toEqual([]);
    });

    it("an account's entries come in order, from a number on", async () => {
      const entries = Array.from({ length: 12 }, (_, index) => ({ ...samples.entry, sequence: index + 1 }));
      await insertEach('entry', [...entries, { ...samples.entry, ownerId: card.cardId }]);
      await insertEach('wallet', [wallet]);
      const sequences = async (from: number, limit: number): Promise<number[]> =>
        (await store.listEntries(userId, { from, limit })).map(({ sequence }) => sequence);
      expect(await sequences(1, 100)).toEqual(entries.map(({ sequence }) => sequence));
      expect(await sequences(9, 3)).toEqual([9, 10, 11]);
      expect(await sequences(13, 3)).toEqual([]);
    });

    it("a person's sessions come newest first, without those that were signed out or have expired", async () => {
      const sessions = [1, 2, 3, 4].map((place) => ({ ...session, sessionId: idAt('ses', place) }));
      const [first, second, third, fourth] = sessions;
      await insertEach('session', [...sessions, { ...session, sessionId: idAt('ses', 5), userId: stranger }]);
      if (!first || !second || !third || !fourth) throw new Error('four were made');
      await store.commit([
        update('session', first, { usedAtMs: clock.now() }),
        update('session', second, { isRevoked: true }),
      ]);
      const ids = async (limit: number): Promise<string[]> =>
        (await store.listSessions(session.userId, limit)).map(({ sessionId }) => sessionId);
      expect(await ids(10)).toEqual([fourth, third, first].map(({ sessionId }) => sessionId));
      expect(await ids(1)).toEqual([fourth.sessionId]);
      clock.advance(hour);
      expect(await ids(10)).toEqual([]);
    });

    it("an account's last entries come newest first", async () => {
      const entries = [1, 2, 3].map((sequence) => ({ ...samples.entry, sequence }));
      await insertEach('entry', entries);
      const { ownerId } = samples.entry;
      expect(await store.listLastEntries(ownerId, 2)).toEqual(entries.toReversed().slice(0, 2));
    });

    it("a person's activity and what their cards paid come as one list, newest first, page by page", async () => {
      const startMs = clock.now();
      const idOf = (place: number): `op_${string}` => `op_${encodeTime(startMs + place)}${'0'.repeat(16)}`;
      const own = [10, 30, 50].map((place) => ({
        ...samples.movement,
        subjectId: idOf(place),
        createdAtMs: startMs + place,
      }));
      const cards = [20, 30, 40].map((place, index) => ({
        ...samples.cardTransaction,
        number: index + 1,
        atMs: startMs + place,
      }));
      const [first] = cards;
      if (first === undefined) throw new Error('there are three');
      await insertEach('movement', [...own, { ...samples.movement, userId: stranger }]);
      await insertEach('cardTransaction', [
        ...cards,
        // Shown by a line of the account, of another person, and of before lines knew their owner.
        { ...first, number: 4, kind: 'load' },
        { ...first, number: 5, userId: stranger },
        { ...first, number: 6, userId: undefined },
      ]);
      const places: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.listHistory(userId, { limit: 2, cursor });
        expect(page.items.length).toBe(2);
        places.push(...page.items.map(({ of, line }) => (of === 'account' ? line.createdAtMs : line.atMs) - startMs));
        ({ cursor } = page);
      } while (cursor !== undefined);
      expect(places).toEqual([50, 40, 30, 30, 20, 10]);
      expect((await store.listHistory(userId, { limit: 9, beforeMs: before1970 })).items).toEqual([]);
      const older = await store.listHistory(userId, { limit: 9, beforeMs: startMs + 30 });
      expect(older.items.map(({ line }) => line)).toEqual([cards[0], own[0]]);
    });

    it("a person's notifications come newest first, page by page, until they expire", async () => {
      const own = [1, 2, 3, 4].map((place) => ({ ...samples.notification, notificationId: idAt('ntf', place) }));
      const [oldest, ...others] = own;
      if (oldest === undefined) throw new Error('there are four');
      const expiring = { ...oldest, expiresAtMs: clock.now() + 1_000 };
      await insertEach('notification', [expiring, ...others, { ...oldest, userId: stranger }]);
      const first = await store.listNotifications(userId, { limit: 3 });
      expect(first.items).toEqual(others.toReversed());
      expect(await store.listNotifications(userId, { limit: 3, cursor: first.cursor })).toEqual({
        items: [expiring],
        cursor: undefined,
      });
      const count = (after: typeof oldest.notificationId | undefined, limit = 9): Promise<number> =>
        store.countNotifications(userId, { after, limit });
      expect(await Promise.all([count(undefined), count(idAt('ntf', 1)), count(idAt('ntf', 4))])).toEqual([4, 3, 0]);
      expect(await count(undefined, 2)).toBe(2);
      clock.advance(2_000);
      expect((await store.listNotifications(userId, { limit: 9 })).items).toEqual(others.toReversed());
      expect(await count(undefined)).toBe(3);
    });

    it("a person's cases come newest first, page by page", async () => {
      const own = [1, 2, 3].map((place) => ({ ...samples.case, caseId: idAt('cas', place) }));
      await insertEach('case', [...own, { ...samples.case, caseId: idAt('cas', 4), userId: stranger }]);
      const first = await store.listCases(userId, { limit: 2 });
      expect(first.items).toEqual(own.slice(1).toReversed());
      expect(await store.listCases(userId, { limit: 2, cursor: first.cursor })).toEqual({
        items: own.slice(0, 1),
        cursor: undefined,
      });
    });

    it('open cases come by their state, the longest in it first, until they are closed', async () => {
      const waiting = [3, 1, 2].map((place) => ({
        ...samples.case,
        caseId: idAt('cas', place),
        sinceMs: samples.case.sinceMs + place,
      }));
      await insertEach('case', waiting);
      const [last, first, second] = waiting;
      if (!last || !first || !second) throw new Error('there are three');
      const page = await store.listOpenCases('waiting', { limit: 2 });
      expect(page.items).toEqual([first, second]);
      expect((await store.listOpenCases('waiting', { limit: 2, cursor: page.cursor })).items).toEqual([last]);
      await store.commit([update('case', first, { state: 'answered' }), update('case', second, { state: 'closed' })]);
      expect((await store.listOpenCases('waiting', { limit: 9 })).items).toEqual([last]);
      expect((await store.listOpenCases('answered', { limit: 9 })).items).toMatchObject([{ caseId: first.caseId }]);
    });

    it('adjustments come newest first, in every state, page by page', async () => {
      const made = [1, 2, 3].map((place) => ({ ...samples.adjustment, adjustmentId: idAt('adj', place) }));
      await insertEach('adjustment', made);
      const [first, second, third] = made;
      if (!first || !second || !third) throw new Error('there are three');
      await store.commit([update('adjustment', second, { state: 'rejected' })]);
      const page = await store.listAdjustments({ limit: 2 });
      expect(page.items.map(({ adjustmentId }) => adjustmentId)).toEqual([third.adjustmentId, second.adjustmentId]);
      expect((await store.listAdjustments({ limit: 2, cursor: page.cursor })).items).toEqual([first]);
      expect((await store.listWaiting('adjustment', 9)).map(({ adjustmentId }) => adjustmentId)).toEqual([
        first.adjustmentId,
        third.adjustmentId,
      ]);
    });

    it('the messages of a case come in order, and without those of others', async () => {
      const messages = [2, 10, 1].map((number) => ({ ...samples.caseMessage, number }));
      await insertEach('case', [samples.case]);
      await insertEach('caseMessage', [...messages, { ...samples.caseMessage, caseId: idAt('cas', 9) }]);
      const found = await store.listCaseMessages(samples.case.caseId);
      expect(found.map(({ number }) => number)).toEqual([1, 2, 10]);
    });

    it('notifications are due until their mail is sent', async () => {
      const now = clock.now();
      const due = { ...samples.notification, dueAtMs: now };
      await insertEach('notification', [due, { ...due, notificationId: idAt('ntf', 2), dueAtMs: now + 1 }]);
      expect(await store.listDueNotifications(now, 9)).toEqual([due]);
      await store.commit([update('notification', due, { dueAtMs: undefined, mail: 'sent' })]);
      expect(await store.listDueNotifications(now, 9)).toEqual([]);
    });

    it("a referrer's rewards come newest first, page by page", async () => {
      const rewards = [1, 2, 3, 4].map((place) => ({
        ...samples.reward,
        refereeId: idAt('usr', place),
        rewardId: idAt('rwd', place),
      }));
      await insertEach('reward', [...rewards, { ...samples.reward, refereeId: idAt('usr', 5), referrerId: stranger }]);
      const { referrerId } = samples.reward;
      const first = await store.listRewards(referrerId, { limit: 3 });
      expect(first.items).toEqual(rewards.toReversed().slice(0, 3));
      expect(await store.listRewards(referrerId, { limit: 3, cursor: first.cursor })).toEqual({
        items: rewards.slice(0, 1),
        cursor: undefined,
      });
      expect((await store.listRewards(referrerId, { limit: 4 })).cursor).toBeUndefined();
    });

    it('the held referrals of a referrer come oldest first, without decided ones and those to be taken back', async () => {
      const held = (place: number, changes: Partial<Reward> = {}): Reward => ({
        ...samples.reward,
        refereeId: idAt('usr', place),
        rewardId: idAt('rwd', place),
        dueAtMs: undefined,
        review: { state: 'held', signals: ['ring'], sinceMs: 1 },
        ...changes,
      });
      const [first, second] = [held(1), held(2)];
      const decided = { state: 'released', signals: ['ring'], sinceMs: 2 } as const;
      await insertEach('reward', [
        second,
        first,
        held(3, { dueAtMs: clock.now() }),
        held(4, { review: decided }),
        held(5, { review: undefined }),
        held(6, { referrerId: stranger }),
      ]);
      const { referrerId } = samples.reward;
      expect(await store.listHeldReferrals(referrerId, 9)).toEqual([first, second]);
      expect(await store.listHeldReferrals(referrerId, 1)).toEqual([first]);
      expect((await store.listDueRewards(clock.now(), 9)).map(({ rewardId }) => rewardId)).toEqual([idAt('rwd', 3)]);
      await store.commit([update('reward', first, { review: decided, dueAtMs: clock.now() })]);
      expect(await store.listHeldReferrals(referrerId, 9)).toEqual([second]);
      expect(await store.listDueRewards(clock.now(), 9)).toHaveLength(2);
    });

    it("a shard's statistics come with all their days, the total last, and with no other shard's", async () => {
      const { platformFigures } = samples;
      const rows = ['2026-11-20', '2026-11-21', 'total'].map((day) => ({ ...platformFigures, day }));
      await insertEach('platformFigures', [...rows.toReversed(), { ...platformFigures, shard: 4 }]);
      expect(await store.listPlatformStatistics(3)).toEqual(rows);
      expect(await store.listPlatformStatistics(5)).toEqual([]);
    });

    it('the largest sum of deposits comes first, and a person with nothing left is not among them', async () => {
      const statistics = [7, 123_456, 900, 0, 900].map((fundedCents, index) => ({
        ...samples.userFigures,
        userId: idAt('usr', index + 1),
        fundedCents: cents(fundedCents),
      }));
      await insertEach('userFigures', statistics);
      const most = async (limit: number): Promise<string[]> =>
        (await store.listMostFunded(limit)).map(({ userId: id, fundedCents }) => `${id.slice(-1)}: ${fundedCents}`);
      expect(await most(10)).toEqual(['2: 123456', '5: 900', '3: 900', '1: 7']);
      expect(await most(2)).toEqual(['2: 123456', '5: 900']);
      const [, second] = statistics;
      if (second) await store.commit([update('userFigures', second, { fundedCents: cents(0) })]);
      expect(await most(10)).toEqual(['5: 900', '3: 900', '1: 7']);
    });

    it('the accounts of a day are those opened between its first and its last millisecond', async () => {
      const day = Date.UTC(2026, 10, 21);
      // An id is made a moment before its account.
      const opened = [-1, 0, 1, 12 * hour, 24 * hour - 1, 24 * hour].map((offset, index) => ({
        ...user,
        userId: `usr_${encodeTime(day + offset - 2)}${String(index).padStart(16, '0')}` as const,
        createdAtMs: day + offset,
      }));
      await insertEach('user', opened);
      await insertEach('movement', [{ ...samples.movement, subjectId: `op_${encodeTime(day)}${'1'.repeat(16)}` }]);
      expect(await store.countUsersRegistered('2026-11-21')).toBe(4);
      expect(await store.countUsersRegistered('2026-11-19')).toBe(0);
    });

    it('a day of the journal is all of its shards together', async () => {
      const records = Array.from({ length: 24 }, (_, index) => ({ ...samples.journal, journalId: `j-${index}` }));
      const dayAfter = { ...samples.journal, journalId: 'later', atMs: samples.journal.atMs + 24 * hour };
      await insertEach('journal', [...records, dayAfter]);
      const found: string[] = [];
      for (let shard = 0; shard < 8; shard += 1) {
        let cursor: string | undefined;
        do {
          const page = await store.listJournal('2026-11-21', shard, { limit: 2, cursor });
          found.push(...page.items.map(({ journalId }) => journalId));
          cursor = page.cursor;
        } while (cursor !== undefined);
      }
      expect(found.toSorted()).toEqual(records.map(({ journalId }) => journalId).toSorted());
    });
  });
}
