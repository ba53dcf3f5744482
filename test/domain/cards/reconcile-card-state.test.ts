import { beforeEach, describe, expect, it } from 'vitest';
import { cents, zero } from '#shared/money.ts';
import { postIssuerTransaction } from '#functions/domain/cards/post-issuer-transaction.ts';
import { refreshCard } from '#functions/domain/cards/refresh-card.ts';
import { statusReasonOf } from '#functions/domain/cards/visible-card.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';

/** While a freeze is on its way its owner unfreezes the card, and that is done before the freeze arrives. */
async function overtaken(
  end: 'answers' | 'dies',
): Promise<{ readonly world: MoneyWorld; readonly card: Card; readonly isActive: () => boolean | undefined }> {
  const world = moneyWorld();
  const { services, issuer } = world;
  const user = await world.cardholder(10_000);
  const card = await world.openCard(user);
  const freeze = issuer.freeze.bind(issuer);
  const dead = new Error('the process is gone');
  issuer.freeze = async (issuerCardId) => {
    issuer.freeze = freeze;
    await setDesiredState(services, { ...card, desired: 'active' });
    const answer = await freeze(issuerCardId);
    if (end === 'dies') throw dead;
    return answer;
  };
  await setDesiredState(services, { ...card, desired: 'frozen' }).catch((thrown: unknown) => {
    if (thrown !== dead) throw thrown;
  });
  return { world, card, isActive: () => issuer.cards.get(card.issuerCardId ?? '')?.isActive };
}

/**
 * Twice: the card is checked when an earlier call can no longer take effect, and once more after the call of that time.
 */
async function sweepUntilNothingIsLate(world: MoneyWorld): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    world.clock.advance(16 * 60_000);
    await sweepOperations(world.services);
  }
}

describe('A card that is frozen and unfrozen at once', () => {
  it('is what was wanted last as soon as the overtaken freeze is answered', async () => {
    const { world, card, isActive } = await overtaken('answers');
    expect(isActive()).toBe(true);
    expect(await world.card(card)).toMatchObject({ frozenReasons: [], actual: 'active' });
  });

  it('is what was wanted last after a while, when the process of the overtaken freeze died', async () => {
    const { world, card, isActive } = await overtaken('dies');
    expect(isActive()).toBe(false);
    world.clock.advance(16 * 60_000);
    await sweepOperations(world.services);
    expect(isActive()).toBe(true);
    world.clock.advance(16 * 60_000);
    await sweepOperations(world.services);
    expect(await world.card(card)).toMatchObject({ frozenReasons: [], actual: 'active', dueAtMs: undefined });
  });

  it('is what was wanted last although a freeze whose answer was lost arrives after that', async () => {
    const world = moneyWorld();
    const { services, issuer } = world;
    const card = await world.openCard(await world.cardholder(10_000));
    let arrive = (): void => undefined;
    issuer.misbehave('freeze', { does: 'late', arrive: (apply) => void (arrive = apply) });
    await setDesiredState(services, { ...card, desired: 'frozen' });
    await setDesiredState(services, { ...card, desired: 'active' });
    arrive();
    await sweepUntilNothingIsLate(world);
    expect(issuer.cards.get(card.issuerCardId ?? '')?.isActive).toBe(true);
  });

  it('is what was wanted last although that freeze arrives after others that were answered', async () => {
    const world = moneyWorld();
    const { services, issuer } = world;
    const card = await world.openCard(await world.cardholder(10_000));
    let arrive = (): void => undefined;
    issuer.misbehave('freeze', { does: 'late', arrive: (apply) => void (arrive = apply) });
    for (const desired of ['frozen', 'active', 'frozen', 'active'] as const)
      await setDesiredState(services, { ...card, desired });
    arrive();
    await sweepUntilNothingIsLate(world);
    expect(issuer.cards.get(card.issuerCardId ?? '')?.isActive).toBe(true);
  });

  it('is not taken for what it was before by a read at the issuer that the freeze overtook', async () => {
    const world = moneyWorld();
    const { services, issuer } = world;
    const card = await world.openCard(await world.cardholder(10_000));
    const read = issuer.readCard.bind(issuer);
    issuer.readCard = async (issuerCardId) => {
      issuer.readCard = read;
      const answer = structuredClone(await read(issuerCardId));
      await setDesiredState(services, { ...card, desired: 'frozen' });
      return answer;
    };
    await refreshCard(services, card, undefined);
    expect(await world.card(card)).toMatchObject({ frozenReasons: ['owner'], actual: 'frozen' });
    await setDesiredState(services, { ...card, desired: 'active' });
    expect(issuer.cards.get(card.issuerCardId ?? '')?.isActive).toBe(true);
  });
});

describe('A process that was frozen while it brought a card to what is wanted', () => {
  it('does not take what it saw before for what is there when it goes on', async () => {
    const world = moneyWorld();
    const { services, issuer, clock } = world;
    const card = await world.openCard(await world.cardholder(10_000));
    let arrive = (): void => undefined;
    issuer.misbehave('freeze', { does: 'late', arrive: (apply) => void (arrive = apply) });
    await setDesiredState(services, { ...card, desired: 'frozen' });
    const read = issuer.readCard.bind(issuer);
    issuer.readCard = async (issuerCardId) => {
      issuer.readCard = read;
      const answer = structuredClone(await read(issuerCardId));
      clock.advance(14 * 60_000);
      arrive();
      clock.advance(2 * 60_000);
      return answer;
    };
    await setDesiredState(services, { ...card, desired: 'active' });
    await sweepUntilNothingIsLate(world);
    expect(issuer.cards.get(card.issuerCardId ?? '')?.isActive).toBe(true);
  });

  it('gives each call a few seconds to leave', async () => {
    const world = moneyWorld();
    const { services, issuer, clock } = world;
    const card = await world.openCard(await world.cardholder(10_000));
    const limits: (number | undefined)[] = [];
    const [freeze, unfreeze] = [issuer.freeze.bind(issuer), issuer.unfreeze.bind(issuer)];
    issuer.freeze = (id, sendBeforeMs) => (limits.push(sendBeforeMs), freeze(id, sendBeforeMs));
    issuer.unfreeze = (id, sendBeforeMs) => (limits.push(sendBeforeMs), unfreeze(id, sendBeforeMs));
    for (const desired of ['frozen', 'active'] as const) await setDesiredState(services, { ...card, desired });
    expect(limits).toEqual([clock.now() + 5_000, clock.now() + 5_000]);
  });
});

describe('A card that the issuer does not bring to what is wanted', () => {
  let world: MoneyWorld;
  let card: Card;
  beforeEach(async () => {
    world = moneyWorld();
    card = await world.openCard(await world.cardholder(10_000));
  });
  const make = async (changes: Partial<Card>): Promise<void> =>
    world.store.commit([update('card', await world.card(card), changes)]);
  const isActive = (): boolean | undefined => world.issuer.cards.get(card.issuerCardId ?? '')?.isActive;
  const declined = { does: 'declined', reason: 'rejected' } as const;

  it('is frozen by the sweeper, also when there is nothing on it', async () => {
    await make({ balanceCents: zero });
    world.issuer.misbehave('freeze', declined, declined);
    await setDesiredState(world.services, { ...card, desired: 'frozen' });
    expect(await world.card(card)).toMatchObject({ isShortOfMoney: false, actual: 'active' });
    for (let minute = 0; minute < 3; minute += 1) {
      world.clock.advance(60_000);
      await sweepOperations(world.services);
    }
    expect(isActive()).toBe(false);
    expect((await world.card(card)).actual).toBe('frozen');
  });

  describe('because it refuses a freeze with money on it', () => {
    const lies = async (): Promise<{ outcome: 'success'; value: 'done' }> => ({ outcome: 'success', value: 'done' });
    const refuses = async (): Promise<{ outcome: 'declined'; reason: 'rejected'; detail: string }> => ({
      outcome: 'declined',
      reason: 'rejected',
      detail: 'told to',
    });

    /** Sweeps every second, and returns after how many seconds the issuer was asked. */
    async function askedAt(seconds: number, answer: typeof lies | typeof refuses): Promise<readonly number[]> {
      const asked: number[] = [];
      const startMs = world.clock.now();
      world.issuer.freeze = () => (asked.push((world.clock.now() - startMs) / 1_000), answer());
      await setDesiredState(world.services, { ...card, desired: 'frozen' });
      for (let second = 0; second < seconds; second += 1) {
        world.clock.advance(1_000);
        await sweepOperations(world.services);
      }
      return asked;
    }
    const alerts = (): readonly unknown[] => world.logs.filter(({ level }) => level === 'error');

    it.each([
      ['decides against it', refuses],
      ['only says that it is done', lies],
    ])('asks less and less often while it %s, and alerts a person once', async (_how, answer) => {
      expect(await askedAt(1_000, answer)).toEqual([0, 20, 80, 380, 680, 980]);
      expect(alerts()).toMatchObject([{ message: 'issuer refuses to change a card', fields: { wanted: 'frozen' } }]);
    });

    it('asks on for as long as the reason holds, and forgets the refusals once it is done', async () => {
      const freeze = world.issuer.freeze.bind(world.issuer);
      await askedAt(90, refuses);
      world.clock.advance(3 * 24 * 60 * 60_000);
      await sweepOperations(world.services);
      expect(await world.card(card)).toMatchObject({ actual: 'active', refusals: 4, dueAtMs: expect.any(Number) });
      world.issuer.freeze = freeze;
      world.clock.advance(5 * 60_000);
      await sweepOperations(world.services);
      expect(isActive()).toBe(false);
      const frozen = await world.card(card);
      expect(frozen).toMatchObject({ actual: 'frozen', dueAtMs: undefined });
      expect(frozen.refusals).toBeUndefined();
    });

    it('asks at once when a purchase comes through, or another reason is added', async () => {
      const asked: number[] = [];
      await askedAt(90, refuses);
      world.issuer.freeze = () => (asked.push(world.clock.now()), refuses());
      world.clock.advance(1_000);
      await postIssuerTransaction(world.services, card, world.issuer.charge(card.issuerCardId ?? '', 100, 'P-1'));
      await sweepOperations(world.services);
      expect(asked).toHaveLength(1);
      await setDesiredState(world.services, { ...card, desired: 'frozen', reason: 'declines' });
      expect(asked).toHaveLength(2);
    });

    it('says so to its owner after the third time', async () => {
      await askedAt(79, refuses);
      expect(statusReasonOf(await world.card(card))).not.toContain('has not frozen');
      world.clock.advance(1_000);
      await sweepOperations(world.services);
      expect(statusReasonOf(await world.card(card))).toContain('a purchase may still go through');
    });

    it('is not asked any more when its owner wants it active again', async () => {
      await askedAt(90, refuses);
      await setDesiredState(world.services, { ...card, desired: 'active' });
      const unfrozen = await world.card(card);
      expect(unfrozen).toMatchObject({ frozenReasons: [], actual: 'active' });
      expect(unfrozen.refusals).toBeUndefined();
    });
  });

  it('asks less and less often for an unfreeze that is refused with money on the card, and says so', async () => {
    await setDesiredState(world.services, { ...card, desired: 'frozen' });
    let asked = 0;
    world.issuer.unfreeze = async () => ((asked += 1), { outcome: 'declined', reason: 'rejected', detail: 'told to' });
    await setDesiredState(world.services, { ...card, desired: 'active' });
    for (let minute = 0; minute < 60; minute += 1) {
      world.clock.advance(60_000);
      await sweepOperations(world.services);
    }
    expect(asked).toBeGreaterThan(10);
    expect(asked).toBeLessThan(16);
    expect(statusReasonOf(await world.card(card))).toContain('has not unfrozen this card yet');
  });

  it.each([
    [99, true],
    [100, false],
  ])('and has %i cents is short of money: %s', async (balance, isShortOfMoney) => {
    await setDesiredState(world.services, { ...card, desired: 'frozen' });
    await make({ balanceCents: cents(balance) });
    world.issuer.misbehave('unfreeze', declined);
    await setDesiredState(world.services, { ...card, desired: 'active' });
    expect(await world.card(card)).toMatchObject({ isShortOfMoney, frozenReasons: [], actual: 'frozen' });
  });

  describe('and was taken for short of money', () => {
    beforeEach(async () => {
      await setDesiredState(world.services, { ...card, desired: 'frozen' });
      const bought = world.issuer.charge(card.issuerCardId ?? '', 401, 'purchase-1');
      await postIssuerTransaction(world.services, card, bought);
      world.issuer.misbehave('unfreeze', declined);
      await setDesiredState(world.services, { ...card, desired: 'active' });
      expect(await world.card(card)).toMatchObject({ isShortOfMoney: true, dueAtMs: undefined });
    });

    it.each([
      [1, true],
      [0, false],
    ])('is set going by a refund that leaves a dollar on it, not by less (%i cents over 99)', async (more, is) => {
      const refund = world.issuer.refund(card.issuerCardId ?? '', more, 'purchase-1_REVERSAL_1');
      await postIssuerTransaction(world.services, card, refund);
      await sweepOperations(world.services);
      expect(isActive()).toBe(is);
      expect((await world.card(card)).isShortOfMoney).toBe(!is);
    });

    it('is unfrozen by a read that shows money without a webhook', async () => {
      world.issuer.refund(card.issuerCardId ?? '', 1, 'refund-1');
      await refreshCard(world.services, card, undefined);
      await sweepOperations(world.services);
      expect(isActive()).toBe(true);
      expect(await world.card(card)).toMatchObject({ isShortOfMoney: false, actual: 'active' });
    });
  });

  it('since it is short of money is not asked for again before it is loaded', async () => {
    await setDesiredState(world.services, { ...card, desired: 'frozen' });
    await make({ balanceCents: zero, isShortOfMoney: true });
    await setDesiredState(world.services, { ...card, desired: 'active' });
    expect(world.issuer.calls['unfreeze']).toBeUndefined();
    expect(await world.card(card)).toMatchObject({ frozenReasons: [], dueAtMs: undefined });
  });
});
