import { beforeEach, describe, expect, it } from 'vitest';
import type { FreezeReason } from '#shared/contract/cards.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { cents, zero } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { statusOf, statusReasonOf } from '#functions/domain/cards/visible-card.ts';
import { refusalOf } from '#test/support/auth-world.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
});

const want = (desired: Card['actual'], reason?: 'owner' | 'declines'): Promise<unknown> =>
  refusalOf(
    setDesiredState(world.services, {
      userId: user.userId,
      cardId: card.cardId,
      desired,
      ...(reason === undefined ? {} : { reason }),
    }),
  );
const make = async (changes: Partial<Card>): Promise<void> =>
  world.store.commit([update('card', await world.card(card), changes)]);

describe('a card', () => {
  it('reaches the desired state within a minute when the process dies right after storing it', async () => {
    const freeze = () => Promise.reject(new Error('killed'));
    const dying = { ...world.services, issuer: { ...world.services.issuer, freeze } };
    const key = { userId: user.userId, cardId: card.cardId };
    await expect(setDesiredState(dying, { ...key, desired: 'frozen' })).rejects.toThrow('killed');
    expect(world.issuer.cards.get(card.issuerCardId ?? '')?.isActive).toBe(true);
    world.clock.advance(60_000);
    await sweepOperations(world.services);
    expect(world.issuer.cards.get(card.issuerCardId ?? '')?.isActive).toBe(false);
  });

  it.each(['the request', 'the sweep'])('is stored as uncertain before %s calls the issuer', async (by) => {
    let seen: Card | undefined;
    const freeze: typeof world.services.issuer.freeze = async (...given) => {
      seen = await world.card(card);
      return world.services.issuer.freeze(...given);
    };
    const watched = { ...world.services, issuer: { ...world.services.issuer, freeze } };
    if (by === 'the request')
      await setDesiredState(watched, { userId: user.userId, cardId: card.cardId, desired: 'frozen' });
    else {
      await make({ frozenReasons: ['owner'], dueAtMs: world.clock.now() });
      await sweepOperations(watched);
    }
    expect(seen?.uncertainUntilMs).toBeGreaterThan(world.clock.now());
    expect((await world.card(card)).uncertainUntilMs).toBe(0);
  });

  it.each([
    ['of a suspended person', { frozenReasons: ['suspension'], actual: 'frozen' }],
    ['of an account in debt', { frozenReasons: ['debt'], actual: 'frozen' }],
    ['of a locked account', { frozenReasons: ['lock'], actual: 'frozen' }],
    ['that is frozen for a time', { frozenReasons: ['timed'], actual: 'frozen' }],
    ['that the issuer blocked', { frozenReasons: [], blockedReason: 'fraud', actual: 'frozen' }],
  ] as const)('%s cannot be unfrozen, and may be frozen', async (_what, changes) => {
    await make(changes);
    const before = await world.card(card);
    expect(await want('active')).toBe('CardBlocked');
    expect(await world.card(card)).toEqual(before);
    expect(world.issuer.calls['unfreeze']).toBeUndefined();
    expect(await want('frozen')).toMatchObject({ frozenReasons: ['owner', ...changes.frozenReasons] });
    expect(await want('active')).toBe('CardBlocked');
    expect((await world.card(card)).frozenReasons).toEqual(['owner', ...changes.frozenReasons]);
  });

  it.each(['creating', 'closing', 'deleted'] as const)(
    'that is %s is neither frozen nor unfrozen',
    async (lifecycle) => {
      await make({ lifecycle });
      expect(await want('frozen')).toBe('CardNotActive');
      expect(await want('active')).toBe('CardNotActive');
    },
  );

  it('whose creation failed is not found', async () => {
    await make({ lifecycle: 'failed' });
    expect(await want('frozen')).toBe('NotFound');
  });

  it("keeps the issuer's reason for its own freeze until the card is unfrozen", async () => {
    await make({ frozenReasons: ['owner'], actual: 'frozen', freezeReason: 'not used' });
    await want('frozen');
    expect((await world.card(card)).freezeReason).toBe('not used');
    await want('active');
    expect(await world.card(card)).toMatchObject({ freezeReason: undefined, frozenReasons: [], actual: 'active' });
  });

  it('that was frozen for its declines and by its owner is active after one unfreeze', async () => {
    await want('frozen', 'declines');
    await want('frozen');
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['owner', 'declines'], actual: 'frozen' });
    await want('active');
    expect(await world.card(card)).toMatchObject({ frozenReasons: [], actual: 'active' });
  });

  it('keeps a reason to be frozen that only a later version knows', async () => {
    await make({ frozenReasons: ['court' as FreezeReason], actual: 'frozen' });
    await want('frozen');
    await want('frozen', 'declines');
    expect(await want('active')).toBe('CardBlocked');
    const { frozenReasons } = await world.card(card);
    expect(frozenReasons).toEqual(['owner', 'declines', 'court']);
    expect(statusReasonOf(await world.card(card))).not.toContain('deleted');
    await make({ frozenReasons: ['court' as FreezeReason] });
    expect(statusReasonOf(await world.card(card))).toBe('This card is frozen.');
  });

  it('is answered in time where a slow issuer and other requests keep it busy; its wish is stored and due', async () => {
    const { issuer } = world.services;
    const slow = async (): Promise<void> => {
      world.clock.advance(7_000);
      // Another process changes the card, so that what was read before the call is old.
      await make({ lastActivityAtMs: world.clock.now() });
    };
    const services: typeof world.services = {
      ...world.services,
      issuer: {
        ...issuer,
        freeze: async (...given) => (await slow(), issuer.freeze(...given)),
        readCard: async (...given) => (await slow(), issuer.readCard(...given)),
        findCard: async (...given) => (await slow(), issuer.findCard(...given)),
      },
    };
    const startedAtMs = world.clock.now();
    const key = { userId: user.userId, cardId: card.cardId };
    const answered = await setDesiredState(services, { ...key, desired: 'frozen' });
    // Its function times out after 29 seconds, and the gateway would answer with a bare 500.
    expect(world.clock.now() - startedAtMs).toBeLessThan(25_000);
    expect(answered.frozenReasons).toEqual(['owner']);
    expect(answered.dueAtMs).toBeDefined();
    world.clock.advance(60_000);
    await sweepOperations(world.services);
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['owner'], actual: 'frozen' });
  });

  it.each([
    ['frozen', 'active'],
    ['active', 'frozen'],
  ] as const)('set to %s by forty requests at once gets there and answers each', async (desired, before) => {
    // Each call takes a while, so that the requests overlap.
    let calls = 0;
    const late = async (): Promise<void> => {
      for (let ticks = (calls += 1) % 7; ticks > 0; ticks -= 1) await new Promise(setImmediate);
    };
    const { store, issuer } = world.services;
    const services: typeof world.services = {
      ...world.services,
      store: {
        ...store,
        get: async (kind, key) => (await late(), store.get(kind, key)),
        commit: async (writes) => (await late(), store.commit(writes)),
      },
      issuer: {
        ...issuer,
        freeze: async (...given) => (await late(), issuer.freeze(...given)),
        unfreeze: async (...given) => (await late(), issuer.unfreeze(...given)),
        readCard: async (...given) => (await late(), issuer.readCard(...given)),
      },
    };
    const set = (to: Card['actual']) =>
      setDesiredState(services, { userId: user.userId, cardId: card.cardId, desired: to });
    await set(before);
    const answers = await Promise.all(Array.from({ length: 40 }, () => set(desired)));
    const wanted = desired === 'frozen' ? ['owner'] : [];
    for (const { frozenReasons } of answers) expect(frozenReasons).toEqual(wanted);
    world.clock.advance(20 * 60_000);
    await sweepOperations(world.services);
    expect(await world.card(card)).toMatchObject({ actual: desired, frozenReasons: wanted, dueAtMs: undefined });
  });

  it('that is in the desired state already causes no write and no call of the issuer', async () => {
    const { version } = await world.card(card);
    await want('active');
    expect((await world.card(card)).version).toBe(version);
    expect(world.issuer.calls['unfreeze']).toBeUndefined();
  });
});

describe("the owner's view of a card", () => {
  const unconfirmed = 'The card issuer hasn’t confirmed this yet, so a purchase may still go through. We keep trying.';

  it.each([
    [{}, 'active', undefined],
    [{ lifecycle: 'creating' }, 'pending', 'The card is being created.'],
    [{ lifecycle: 'closing' }, 'freezed', 'The card is being deleted.'],
    [{ lifecycle: 'closing', blockedReason: 'fraud' }, 'freezed', 'The card is being deleted.'],
    [{ lifecycle: 'deleted' }, 'deleted', 'This card was deleted.'],
    [{ lifecycle: 'deleted', blockedReason: 'closed' }, 'deleted', 'closed'],
    [{ lifecycle: 'failed' }, 'deleted', 'This card was deleted.'],
    [{ frozenReasons: ['suspension'] }, 'blocked', 'Your account is suspended. Please contact support.'],
    [
      { frozenReasons: ['suspension'], blockedReason: 'fraud' },
      'blocked',
      'Your account is suspended. Please contact support.',
    ],
    [{ blockedReason: 'fraud' }, 'blocked', 'fraud'],
    [
      { frozenReasons: ['owner'], actual: 'frozen' },
      'freezed',
      'You froze this card. Every purchase is declined until you unfreeze it.',
    ],
    [{ frozenReasons: ['owner'], actual: 'frozen', freezeReason: 'to save it' }, 'freezed', 'to save it'],
    [{ frozenReasons: ['owner'] }, 'freezed', `You froze this card. ${unconfirmed}`],
    [{ frozenReasons: ['owner'], freezeReason: 'to save it' }, 'freezed', `to save it ${unconfirmed}`],
    [{ frozenReasons: ['lock'] }, 'freezed', `Your account is locked, so this card is frozen. ${unconfirmed}`],
    [
      { frozenReasons: ['debt'], actual: 'frozen', balanceCents: cents(101) },
      'freezed',
      'Your account owes money, so this card is frozen. Pay what you owe from this card, or add funds: a deposit pays it first.',
    ],
    [
      { frozenReasons: ['debt', 'owner'], actual: 'frozen', balanceCents: cents(100) },
      'freezed',
      'Your account owes money, so this card is frozen. Add funds: a deposit pays it first. Once that’s over, it stays frozen until you unfreeze it.',
    ],
    [{ actual: 'frozen' }, 'freezed', 'The card is being unfrozen.'],
    [
      { actual: 'frozen', refusals: 3 },
      'freezed',
      'The card issuer has not unfrozen this card yet. We keep trying every few minutes.',
    ],
    [
      { actual: 'frozen', isShortOfMoney: true },
      'active',
      'The card couldn’t pay its monthly $1 and declines every purchase. Load it to use it again.',
    ],
    [
      { balanceCents: cents(-1) },
      'active',
      'The balance is below zero, so the card declines every purchase. Load it, or the card issuer may delete it.',
    ],
    [{ balanceCents: zero }, 'active', undefined],
    [
      { balanceCents: cents(-1), actual: 'frozen', isShortOfMoney: true },
      'active',
      'The card couldn’t pay its monthly $1 and declines every purchase. Load it to use it again.',
    ],
    [
      { frozenReasons: ['owner'], isShortOfMoney: true },
      'freezed',
      'You froze this card. Every purchase is declined until you unfreeze it.',
    ],
  ] as const)('with %j is %s: %s', (changes, status, reason) => {
    expect(statusOf({ ...card, ...changes })).toBe(status);
    expect(statusReasonOf({ ...card, ...changes })).toBe(reason);
  });
});
