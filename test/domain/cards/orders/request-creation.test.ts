import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { firstPrices } from '#shared/prices.ts';
import { changeLimits, changePrices } from '#test/support/change-prices.ts';
import { refusalOf } from '#test/support/auth-world.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld } from '#test/support/money-world.ts';

describe('asking for a card', () => {
  it.each([
    [1_500, 'InsufficientFunds'],
    [1_501, 'InsufficientFunds'],
    [1_999, 'InsufficientFunds'],
  ])('with a balance of %i cents is refused: %s', async (available, code) => {
    const world = moneyWorld();
    const user = await world.cardholder(available);
    expect(await refusalOf(requestCreation(world.services, { user, name: 'A', claim: undefined }))).toBe(code);
    expect(world.store.all('operation')).toHaveLength(0);
    expect(world.store.all('card')).toHaveLength(0);
  });

  it('costs the present price of a card, which is stored with the operation', async () => {
    const world = moneyWorld();
    await changePrices(world, { ...firstPrices, cardFeeCents: cents(1_000), firstLoadCents: cents(300) });
    const user = await world.cardholder(1_300);
    await requestCreation(world.services, { user, name: 'A', quotedVersion: '2', claim: undefined });
    expect(world.store.all('operation')).toMatchObject([{ amountCents: 300, feeCents: 1_000, priceVersion: 2 }]);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, heldCents: 1_300 });
  });

  it('stores the present limits, with which the issuer creates the card', async () => {
    const world = moneyWorld();
    const limits = { balanceCents: cents(200_000), monthlySpendCents: cents(500_000) };
    await changeLimits(world, limits);
    const user = await world.cardholder(10_000);
    const operationId = await requestCreation(world.services, { user, name: 'A', claim: undefined });
    // Other limits begin while the card is being created.
    await changeLimits(world, { ...limits, monthlySpendCents: cents(1_000_000) });
    const asked: number[] = [];
    const { issuer } = world.services;
    const services = {
      ...world.services,
      issuer: {
        ...issuer,
        createCard: (command: Parameters<typeof issuer.createCard>[0]) => {
          asked.push(command.monthlySpendCents);
          return issuer.createCard(command);
        },
      },
    };
    await driveOperation(services, operationId, { untilMs: world.clock.now() + 5_000, secrets: { pin: '1234' } });
    expect(asked).toEqual([500_000]);
    expect(world.store.all('card')).toMatchObject([{ lifecycle: 'open', limits }]);
  });

  it('is refused without a cardholder', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(10_000, { holderId: undefined });
    expect(await refusalOf(requestCreation(world.services, { user, name: 'A', claim: undefined }))).toBe(
      'CardholderMissing',
    );
  });

  it('gives three cards, however many are requested at once', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(100_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        refusalOf(requestCreation(world.services, { user, name: 'A', claim: undefined })),
      ),
    );
    expect(answers.filter((answer) => answer === 'CardLimitReached')).toHaveLength(17);
    expect((await world.wallet(user)).cardCount).toBe(3);
    expectSoundBooks(world);
  });
});

describe('asking for a load', () => {
  const ask = async (available: number, requested: number, includesFee = false) => {
    const world = moneyWorld();
    const user = await world.cardholder(available + 2_000);
    const card = await world.openCard(user);
    const answer = await refusalOf(
      requestLoad(world.services, {
        user,
        cardId: card.cardId,
        requestedCents: cents(requested),
        includesFee,
        claim: undefined,
      }),
    );
    expectSoundBooks(world);
    return { world, user, card, answer };
  };

  it('may take the whole balance, fee included', async () => {
    const { world, user, answer } = await ask(5_250, 5_000);
    expect(answer).toMatch(/^op_/);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, heldCents: 5_250 });
  });

  it('is refused when one cent is missing', async () => {
    expect((await ask(5_249, 5_000)).answer).toBe('InsufficientFunds');
  });

  it('with the fee included takes exactly the amount', async () => {
    const { world, user, card } = await ask(5_000, 5_000, true);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, heldCents: 5_000 });
    expect((await world.card(card)).pendingInCents).toBe(4_757);
  });

  it('is refused when the card would hold more than $5,000', async () => {
    expect((await ask(1_000_000, 499_500)).answer).toMatch(/^op_/);
    expect((await ask(1_000_000, 499_501)).answer).toBe('CardBalanceLimit');
  });

  it('is refused when the fee leaves nothing for the card', async () => {
    expect((await ask(1_000, 101, true)).answer).toBe('AmountTooSmall');
  });

  it.each([
    [1, false, 102],
    [34, false, 136],
    [102, true, 102],
  ])('takes the smallest amounts: %d cents, fee included %s, cost %d', async (amount, includesFee, total) => {
    const { world, user, answer } = await ask(1_000, amount, includesFee);
    expect(answer).toMatch(/^op_/);
    expect((await world.wallet(user)).heldCents).toBe(total);
  });

  it('is refused for a frozen card from the moment that freezing is stored', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(20_000);
    const card = await world.openCard(user);
    world.issuer.misbehave('freeze', { does: 'lost' });
    await setDesiredState(world.services, { userId: user.userId, cardId: card.cardId, desired: 'frozen' });
    const load = requestLoad(world.services, {
      user,
      cardId: card.cardId,
      requestedCents: cents(500),
      includesFee: false,
      claim: undefined,
    });
    expect(await refusalOf(load)).toBe('CardNotActive');
  });

  it("does not find another person's card", async () => {
    const { world, card } = await ask(5_250, 500);
    const stranger = await world.cardholder(10_000);
    const load = requestLoad(world.services, {
      user: stranger,
      cardId: card.cardId,
      requestedCents: cents(500),
      includesFee: false,
      claim: undefined,
    });
    expect(await refusalOf(load)).toBe('NotFound');
  });

  it('spends no cent twice when many loads are requested at once', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(2_000 + 9 * 203);
    const card = await world.openCard(user);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        refusalOf(
          requestLoad(world.services, {
            user,
            cardId: card.cardId,
            requestedCents: cents(100),
            includesFee: false,
            claim: undefined,
          }),
        ),
      ),
    );
    expect(answers.filter((answer) => String(answer).startsWith('op_'))).toHaveLength(9);
    expect((await world.wallet(user)).availableCents).toBe(0);
    expectSoundBooks(world);
  });
});
