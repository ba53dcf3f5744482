import { describe, expect, it } from 'vitest';
import { refreshCard } from '#functions/domain/cards/refresh-card.ts';
import { wantCard } from '#functions/domain/cards/want-card.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import type { Card } from '#functions/ports/entities/cards.ts';

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
    await wantCard(services, { ...card, desired: 'active' });
    const answer = await freeze(issuerCardId);
    if (end === 'dies') throw dead;
    return answer;
  };
  await wantCard(services, { ...card, desired: 'frozen' }).catch((thrown: unknown) => {
    if (thrown !== dead) throw thrown;
  });
  return { world, card, isActive: () => issuer.cards.get(card.issuerCardId ?? '')?.isActive };
}

/** Twice: the card is looked at when an earlier call can take effect no more, and once more after what is done then. */
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
    expect(await world.card(card)).toMatchObject({ desired: 'active', actual: 'active' });
  });

  it('is what was wanted last after a while, when the process of the overtaken freeze died', async () => {
    const { world, card, isActive } = await overtaken('dies');
    expect(isActive()).toBe(false);
    world.clock.advance(16 * 60_000);
    await sweepOperations(world.services);
    expect(isActive()).toBe(true);
    world.clock.advance(16 * 60_000);
    await sweepOperations(world.services);
    expect(await world.card(card)).toMatchObject({ desired: 'active', actual: 'active', dueAtMs: undefined });
  });

  it('is what was wanted last although a freeze whose answer was lost arrives after that', async () => {
    const world = moneyWorld();
    const { services, issuer } = world;
    const card = await world.openCard(await world.cardholder(10_000));
    let arrive = (): void => undefined;
    issuer.misbehave('freeze', { does: 'late', arrive: (apply) => void (arrive = apply) });
    await wantCard(services, { ...card, desired: 'frozen' });
    await wantCard(services, { ...card, desired: 'active' });
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
      await wantCard(services, { ...card, desired });
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
      await wantCard(services, { ...card, desired: 'frozen' });
      return answer;
    };
    await refreshCard(services, card, undefined);
    expect(await world.card(card)).toMatchObject({ desired: 'frozen', actual: 'frozen' });
    await wantCard(services, { ...card, desired: 'active' });
    expect(issuer.cards.get(card.issuerCardId ?? '')?.isActive).toBe(true);
  });
});
