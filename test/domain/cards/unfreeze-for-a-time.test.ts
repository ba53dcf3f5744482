import { beforeEach, describe, expect, it } from 'vitest';
import { describeCard, describeTile } from '#functions/domain/cards/describe-card.ts';
import { reconcileCardState } from '#functions/domain/cards/reconcile-card-state.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { refusalOf } from '#test/support/auth-world.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

const minute = 60_000;
let world: MoneyWorld;
let user: User;
let card: Card;
beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(100_000);
  card = await world.openCard(user);
  await setDesiredState(world.services, { ...card, desired: 'frozen' });
});

const isActiveAtIssuer = (): boolean | undefined => world.issuer.cards.get(card.issuerCardId ?? '')?.isActive;
const unfreeze = (forMs?: number): Promise<Card> =>
  setDesiredState(world.services, { ...card, desired: 'active', forMs });
const after = async (minutes: number): Promise<Card> => {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(minute);
    await sweepOperations(world.services);
  }
  return world.card(card);
};

describe('a card that is unfrozen for ten minutes', () => {
  it('is active for that time, then frozen as by its owner, who may unfreeze it again', async () => {
    const active = await unfreeze(10 * minute);
    const untilMs = world.clock.now() + 10 * minute;
    expect(describeCard(active, world.clock.now(), {})).toMatchObject({
      status: 'active',
      unfrozenUntil: new Date(untilMs).toISOString(),
    });
    await after(9);
    expect(isActiveAtIssuer()).toBe(true);
    const frozen = await after(2);
    expect(isActiveAtIssuer()).toBe(false);
    expect(describeCard(frozen, world.clock.now(), {})).toMatchObject({
      status: 'freezed',
      frozenReasons: ['owner'],
      unfrozenUntil: null,
      statusReason: 'The time for which you unfroze this card is over, so it is frozen again.',
    });
    expect(frozen.dueAtMs).toBeUndefined();
    await unfreeze();
    expect(isActiveAtIssuer()).toBe(true);
    await after(20);
    expect(isActiveAtIssuer()).toBe(true);
  });

  it('is shown as frozen from the moment that the time is over, and says that purchases may still pass', async () => {
    await unfreeze(10 * minute);
    world.clock.advance(10 * minute - 1);
    expect(describeCard(await world.card(card), world.clock.now(), {}).status).toBe('active');
    world.clock.advance(1);
    const [stored, nowMs] = [await world.card(card), world.clock.now()];
    expect(isActiveAtIssuer()).toBe(true);
    expect(describeCard(stored, nowMs, {})).toMatchObject({
      status: 'freezed',
      frozenReasons: ['owner'],
      unfrozenUntil: null,
      statusReason:
        'The time for which you unfroze this card is over, so it is frozen again. The card issuer hasn’t confirmed this yet, so a purchase may still go through. We keep trying.',
    });
    expect(describeTile(stored, nowMs).status).toBe('freezed');
  });

  it('freezes at the next reconciliation when nothing ran at the end of that time', async () => {
    await unfreeze(10 * minute);
    world.clock.advance(5 * 60 * minute);
    expect(isActiveAtIssuer()).toBe(true);
    await reconcileCardState(world.services, card);
    expect(isActiveAtIssuer()).toBe(false);
  });

  it('freezes in time although the call that unfroze it had no known outcome', async () => {
    world.issuer.misbehave('unfreeze', { does: 'unheard' });
    await unfreeze(10 * minute);
    const frozen = await after(12);
    expect([isActiveAtIssuer(), frozen.frozenReasons]).toEqual([false, ['owner']]);
  });

  it('stays active when its owner unfreezes it for good, and is frozen at once when its owner freezes it', async () => {
    await unfreeze(10 * minute);
    await unfreeze();
    await after(12);
    expect(isActiveAtIssuer()).toBe(true);
    await setDesiredState(world.services, { ...card, desired: 'frozen' });
    await unfreeze(10 * minute);
    await setDesiredState(world.services, { ...card, desired: 'frozen' });
    expect(isActiveAtIssuer()).toBe(false);
    expect((await world.card(card)).unfrozenUntilMs).toBeUndefined();
  });

  it('is refused while the account is locked; a later lock is kept beside the freeze at the end', async () => {
    await setAccountLock(world.services, { userId: user.userId, isLocked: true });
    expect(await refusalOf(unfreeze(10 * minute))).toBe('CardBlocked');
    await setAccountLock(world.services, { userId: user.userId, isLocked: false });
    await unfreeze(10 * minute);
    await setAccountLock(world.services, { userId: user.userId, isLocked: true });
    expect((await after(12)).frozenReasons).toEqual(['owner', 'lock']);
    await setAccountLock(world.services, { userId: user.userId, isLocked: false });
    expect((await after(1)).frozenReasons).toEqual(['owner']);
    expect(isActiveAtIssuer()).toBe(false);
  });

  it('stays active for good when it was active for good before', async () => {
    await unfreeze();
    expect((await unfreeze(10 * minute)).unfrozenUntilMs).toBeUndefined();
  });
});
