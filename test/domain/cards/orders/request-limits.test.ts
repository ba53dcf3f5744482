import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Id } from '#shared/ids.ts';
import { cents, type Cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update, type Store } from '#functions/ports/store.ts';
import { bonusFor } from '#functions/domain/cards/first-card-bonus.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { refusalOf as answerOf } from '#test/support/auth-world.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { changeLimits } from '#test/support/change-prices.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* Both sides of every limit of cards and loads: the last amount, moment or card that passes, the first that fails. */

const minute = 60_000;
let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(1_000_000);
  card = await world.openCard(user);
});

/** Returns the code of a refusal; undefined when the request is accepted. */
async function refusalOf(asked: Promise<string>): Promise<unknown> {
  const answer = await answerOf(asked);
  return String(answer).startsWith('op_') ? undefined : answer;
}

const loadOf = (amount: number) => ({
  user,
  cardId: card.cardId,
  requestedCents: cents(amount),
  includesFee: false,
  claim: undefined,
});
const load = (amount: number) => refusalOf(requestLoad(world.services, loadOf(amount)));
const withdraw = (amount: number) =>
  refusalOf(
    requestWithdrawal(world.services, { user, cardId: card.cardId, amountCents: cents(amount), claim: undefined }),
  );
const close = () => refusalOf(requestDeletion(world.services, { user, cardId: card.cardId, claim: undefined }));

const drive = (operationId: Id<'operation'>): Promise<unknown> =>
  driveOperation(world.services, operationId, { untilMs: world.clock.now() + 5_000 });

/** Changes fields of the stored card directly. */
async function make(changes: Partial<Card>): Promise<void> {
  await world.store.commit([update('card', await world.card(card), changes)]);
}

describe('a card', () => {
  it('may be filled to exactly $5,000', async () => {
    expect(await load(499_500)).toBeUndefined();
    expectSoundBooks(world);
  });

  it('may not be filled with a cent more', async () => {
    expect(await load(499_501)).toBe('CardBalanceLimit');
    await expect(requestLoad(world.services, loadOf(499_501))).rejects.toThrow(
      'This card can hold at most $5,000.00; with this load it would hold $5,000.01.',
    );
  });

  it('keeps a balance limit that fell after its creation, also when limits rise again for younger cards', async () => {
    await changeLimits(world, { balanceCents: cents(20_000), monthlySpendCents: cents(1_000_000) });
    await changeLimits(world, { balanceCents: cents(400_000), monthlySpendCents: cents(1_000_000) });
    expect(await load(19_501)).toBe('CardBalanceLimit');
    expect(await load(19_500)).toBeUndefined();
    const younger = await world.openCard(user);
    const command = { user, cardId: younger.cardId, requestedCents: cents(30_000), includesFee: false };
    expect(await refusalOf(requestLoad(world.services, { ...command, claim: undefined }))).toBeUndefined();
    expectSoundBooks(world);
  });

  it('takes no more than can still be spent this month, once the monthly limit has fallen', async () => {
    const spendMonth = new Date(world.clock.now()).toISOString().slice(0, 7);
    await make({ spendMonth, spentThisMonthCents: cents(450_000) });
    await changeLimits(world, { balanceCents: cents(500_000), monthlySpendCents: cents(500_000) });
    expect(await load(49_501)).toBe('CardBalanceLimit');
    await expect(requestLoad(world.services, loadOf(49_501))).rejects.toThrow(
      'This card can spend $500.00 more this month; with this load it would hold $500.01.',
    );
    expect(await load(49_500)).toBeUndefined();
  });

  it.each(['pendingInCents', 'pendingOutCents'] as const)('counts %s as part of its balance', async (bucket) => {
    await make({ [bucket]: cents(1) });
    expect(await load(499_500)).toBe('CardBalanceLimit');
    expect(await load(499_499)).toBeUndefined();
  });

  it('is not loaded with money that is held for another load, of this card or another one', async () => {
    const other = await world.openCard(user);
    expect(await load(100_000)).toBeUndefined();
    await world.store.commit([update('wallet', await world.wallet(user), { availableCents: cents(5_000) })]);
    for (const { cardId } of [card, other]) {
      const command = { user, cardId, requestedCents: cents(10_000), includesFee: false, claim: undefined };
      expect(await refusalOf(requestLoad(world.services, command))).toBe('InsufficientFunds');
    }
  });

  it('takes a load of one cent, and none of zero', async () => {
    expect(await load(0)).toBe('AmountTooSmall');
    expect(await load(1)).toBeUndefined();
  });

  it('has amount and fee held, and its room taken, in the write of the request', async () => {
    expect(await load(1_000)).toBeUndefined();
    expect(await world.wallet(user)).toMatchObject({ availableCents: 998_000 - 1_130, heldCents: 1_130 });
    expect((await world.card(card)).pendingInCents).toBe(1_000);
  });

  it.each([
    ['frozen', { frozenReasons: ['owner'] }],
    ['not unfrozen yet', { actual: 'frozen' }],
    ['blocked', { blockedReason: 'fraud' }],
    ['of a suspended person', { frozenReasons: ['suspension'] }],
    ['being made', { lifecycle: 'creating' }],
    ['being deleted', { lifecycle: 'closing' }],
    ['deleted', { lifecycle: 'deleted' }],
  ] as const)('that is %s neither takes nor gives money', async (_what, changes) => {
    await make(changes);
    expect(await load(1_000)).toBe('CardNotActive');
    expect(await withdraw(100)).toBe('CardNotActive');
  });
});

describe('a person who owes a cent', () => {
  beforeEach(async () => {
    await world.store.commit([update('wallet', await world.wallet(user), { debtCents: cents(1) })]);
  });

  it('can neither load nor create a card', async () => {
    expect(await load(1_000)).toBe('AccountInDebt');
    expect(await refusalOf(requestCreation(world.services, { user, name: 'A', claim: undefined }))).toBe(
      'AccountInDebt',
    );
  });

  it('can withdraw from a card, which pays the debt', async () => {
    expect(await withdraw(100)).toBeUndefined();
  });
});

describe('a withdrawal', () => {
  afterEach(() => expectSoundBooks(world));

  it('may leave exactly a dollar', async () => {
    expect(await withdraw(400)).toBeUndefined();
    expect(await world.card(card)).toMatchObject({ balanceCents: 100, pendingOutCents: 400 });
  });

  it('may not leave a cent less', async () => {
    expect(await withdraw(401)).toBe('CardMinimum');
  });

  it('may not take what is only on its way to the card', async () => {
    await make({ pendingInCents: cents(1_000) });
    expect(await withdraw(401)).toBe('CardMinimum');
    expect(await withdraw(400)).toBeUndefined();
    await make({ pendingInCents: cents(0) });
  });

  it('of another person’s card is not found', async () => {
    const stranger = await world.cardholder(1_000);
    const asked = requestWithdrawal(world.services, {
      user: stranger,
      cardId: card.cardId,
      amountCents: cents(100),
      claim: undefined,
    });
    expect(await refusalOf(asked)).toBe('NotFound');
  });
});

describe('the five minutes between two withdrawals', () => {
  it('begin with the write of the request, by our clock, to the millisecond', async () => {
    world.clock.advance(12_345);
    await withdraw(100);
    expect((await world.card(card)).lastUnloadAtMs).toBe(world.clock.now());
  });

  it('are not over one millisecond early, and the refusal says how long to wait', async () => {
    await make({ lastUnloadAtMs: world.clock.now() });
    world.clock.advance(5 * minute - 1);
    const asked = requestWithdrawal(world.services, {
      user,
      cardId: card.cardId,
      amountCents: cents(100),
      claim: undefined,
    });
    await expect(asked).rejects.toMatchObject({
      code: 'CooldownActive',
      retryAfterSeconds: 1,
      message: 'A card allows one withdrawal every 5 minutes. The next one is possible in 1 second.',
    });
  });

  it('are over after exactly five minutes', async () => {
    await make({ lastUnloadAtMs: world.clock.now() });
    world.clock.advance(5 * minute);
    expect(await withdraw(100)).toBeUndefined();
  });

  it('do not let a second withdrawal begin while the first is still under way', async () => {
    await withdraw(100);
    world.clock.advance(5 * minute);
    expect(await withdraw(100)).toBe('Conflict');
    world.clock.advance(30 * 24 * 60 * minute);
    expect(await withdraw(100)).toBe('Conflict');
    expectSoundBooks(world);
  });
});

it.each([
  ['a load', () => load(100)],
  ['a withdrawal', () => withdraw(100)],
  ['a deletion', async () => (await make({ balanceCents: cents(0) }), close())],
] as const)('%s is decided again when another write changes the card first', async (_what, ask) => {
  const { services } = world;
  let isFirst = true;
  const commit: Store['commit'] = async (writes) => {
    if (isFirst && writes.some(({ kind }) => kind === 'operation')) {
      isFirst = false;
      await make({ transactionCount: 7 });
    }
    return world.store.commit(writes);
  };
  world = {
    ...world,
    services: { ...services, store: Object.assign(Object.create(world.store) as Store, { commit }) },
  };
  expect(await ask()).toBeUndefined();
  expect([isFirst, (await world.card(card)).transactionCount]).toEqual([false, 7]);
});

describe('another card of the same person', () => {
  let other: Card;
  beforeEach(async () => {
    other = await world.openCard(user);
  });
  const change = async (changes: Partial<Card>): Promise<void> =>
    world.store.commit([update('card', await world.card(other), changes)]);

  it('takes no room on this one', async () => {
    await change({ pendingInCents: cents(499_500) });
    expect(await load(499_500)).toBeUndefined();
  });

  it('starts no waiting time for this one, and its withdrawals under way do not block this one', async () => {
    await change({ lastUnloadAtMs: world.clock.now(), pendingOutCents: cents(100) });
    expect(await withdraw(100)).toBeUndefined();
  });

  it('does not keep this one from being loaded or deleted', async () => {
    await change({ frozenReasons: ['suspension'], pendingInCents: cents(1), blockedReason: 'Fraud.' });
    expect(await load(100)).toBeUndefined();
    await make({ balanceCents: cents(0), pendingInCents: cents(0) });
    expect(await close()).toBeUndefined();
  });

  it('is not changed by this one: each call to the issuer names its own card', async () => {
    for (const each of [card, other]) {
      const command = { user, cardId: each.cardId, claim: undefined };
      await drive(await requestLoad(world.services, { ...command, requestedCents: cents(200), includesFee: false }));
      await drive(await requestWithdrawal(world.services, { ...command, amountCents: cents(300) }));
      expect(world.issuer.cards.get(each.issuerCardId ?? '')?.bookBalanceCents).toBe(400);
      expect((await world.card(each)).balanceCents).toBe(400);
    }
    for (const { cardId, issuerCardId } of [card, other]) {
      await world.store.commit([update('card', await world.card({ ...card, cardId }), { balanceCents: cents(0) })]);
      const operationId = await requestDeletion(world.services, { user, cardId, claim: undefined });
      expect((await world.store.get('operation', { operationId }))?.issuerCardId).toBe(issuerCardId);
    }
  });
});

describe('deleting a card', () => {
  it('is possible with exactly a dollar on it', async () => {
    await make({ balanceCents: cents(100) });
    expect(await close()).toBeUndefined();
  });

  it.each([101, -1])('is refused with %i cents on it', async (balanceCents) => {
    await make({ balanceCents: cents(balanceCents) });
    expect(await close()).toBe('CardNotEmpty');
  });

  it.each(['pendingInCents', 'pendingOutCents'] as const)('is refused with a cent in %s', async (bucket) => {
    await make({ balanceCents: cents(0), [bucket]: cents(1) });
    expect(await close()).toBe('Conflict');
  });

  it.each(['creating', 'closing', 'deleted'] as const)('is refused for a card that is %s', async (lifecycle) => {
    await make({ balanceCents: cents(0), lifecycle });
    expect(await close()).toBe('Conflict');
  });
});

describe('creating a card', () => {
  const referral = { isEligible: true, reason: undefined };
  const ask = async (balanceCents: number, changes: Partial<User> = {}) => {
    const person = await world.cardholder(balanceCents, changes);
    return refusalOf(requestCreation(world.services, { user: person, name: 'A', claim: undefined }));
  };

  it.each([
    [2_000, {}, undefined],
    [1_999, {}, 'InsufficientFunds'],
    [1_501, { referral }, undefined],
    // Refused at $15 or less, though the bonus would pay the rest.
    [1_500, { referral }, 'InsufficientFunds'],
    [1_501, { referral: { isEligible: false, reason: 'no' } }, 'InsufficientFunds'],
  ])('with %i cents and %j is answered %s', async (balanceCents, changes, refusal) => {
    expect(await ask(balanceCents, changes)).toBe(refusal);
    expectSoundBooks(world);
  });

  it('is refused for a person who was suspended after the request was let in', async () => {
    const person = await world.cardholder(10_000);
    await world.store.commit([update('user', person, { isSuspended: true })]);
    expect(await refusalOf(requestCreation(world.services, { user: person, name: 'A', claim: undefined }))).toBe(
      'AccountSuspended',
    );
    expect(world.store.all('operation').filter(({ userId }) => userId === person.userId)).toEqual([]);
  });

  it('is refused for a person who is suspended just before the write', async () => {
    const person = await world.cardholder(10_000);
    world.store.beforeCommit = () => {
      world.store.beforeCommit = undefined;
      void world.store.commit([update('user', person, { isSuspended: true })]);
    };
    expect(await refusalOf(requestCreation(world.services, { user: person, name: 'A', claim: undefined }))).toBe(
      'AccountSuspended',
    );
  });

  it('brings the bonus of a referred person once, also when two cards are requested at once', async () => {
    const person = await world.cardholder(10_000, { referral });
    const ask = () => requestCreation(world.services, { user: person, name: 'A', claim: undefined });
    await Promise.all([refusalOf(ask()), refusalOf(ask())]);
    await refusalOf(ask());
    const bonuses = world.store.all('operation').map(({ bonusCents }) => bonusCents);
    expect(bonuses.filter((bonusCents) => bonusCents > 0)).toEqual([500]);
    expectSoundBooks(world);
  });

  it('brings a bonus only to a person whose referral counted, for the first card', () => {
    const bonus = (referralOf: User['referral']): Cents => bonusFor({ ...user, referral: referralOf }, undefined);
    expect(bonus(undefined)).toBe(0);
    expect(bonus({ isEligible: false, reason: 'no' })).toBe(0);
    expect(bonus(referral)).toBe(500);
    expect(bonusFor({ ...user, referral }, { markerId: 'first-card', atMs: 0 })).toBe(0);
  });
});
