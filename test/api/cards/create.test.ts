import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { handler } from '#functions/api/cards/create.ts';
import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { update } from '#functions/ports/store.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { acceptOlderTerms } from '#test/support/accept-older-terms.ts';
import { changePrices } from '#test/support/change-prices.ts';
import { callRoute, type RouteAnswer, type RouteRequest } from '#test/support/call-route.ts';
import { emptyFloat } from '#test/support/empty-float.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { runningClock } from '#test/support/running-clock.ts';

const body = { name: 'Everyday', pin: 8642 };

endpointSuite('cards.create', {
  handler,
  good: async () => ({ body }),
  badBodies: [
    ['name', { name: '' }],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(41) }],
    ['name', { name: 7 }],
    ['pin', { pin: -1 }],
    ['pin', { pin: 10_000 }],
    ['pin', { pin: 12.5 }],
    ['pin', { pin: '123' }],
    ['pin', { pin: '12345' }],
    ['pin', { pin: '１２３４' }],
    ['pin', { pin: null }],
  ],
  otherBody: { pin: 1 },
  refusals: {
    InsufficientFunds: async ({ world }) => ({ as: await world.cardholder(1_999), body }),
    CardLimitReached: async ({ world, user }) => {
      for (let count = 0; count < 3; count += 1) await world.openCard(user);
      return { body };
    },
    CardholderMissing: async ({ world }) => ({ as: await world.cardholder(10_000, { holderId: undefined }), body }),
    AccountInDebt: async ({ world, user }) => {
      await world.store.commit([update('wallet', await world.wallet(user), { debtCents: cents(1) })]);
      return { body };
    },
    ProviderRefused: async ({ world }) => {
      world.issuer.misbehave('createCard', { does: 'declined', reason: 'unavailable' });
      return { body };
    },
    TermsNotAccepted: async (stage) => {
      await acceptOlderTerms(stage.world.services, stage.user);
      return { body };
    },
    QuoteChanged: async () => ({ body, headers: { 'price-version': '2' } }),
    RegionNotServed: async () => ({ body, headers: { 'cloudfront-viewer-country': 'KP' } }),
    TemporarilyUnavailable: async ({ world }) => {
      await emptyFloat(world);
      return { body };
    },
  },
});

describe('POST /cards/create', () => {
  const create = (world: MoneyWorld, as: User, changes: RouteRequest = {}): Promise<RouteAnswer<'cards.create'>> =>
    callRoute('cards.create', handler, world.services, { as, body, ...changes });

  it('makes a card with $5 on it for $20', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(10_000);
    const { status, reply } = await create(world, user, { body: { ...body, name: '  Travel ' } });
    expect(status).toBe(201);
    expect(reply).toMatchObject({
      reward: 0,
      message: 'Your card Travel is ready.',
      card: { name: 'Travel', balance: 500, last4Digits: '4444', status: 'active', statusReason: null, held: 0 },
    });
    expect(await world.wallet(user)).toMatchObject({ availableCents: 8_000, heldCents: 0, cardCount: 1 });
    expectSoundBooks(world);
  });

  it.each([
    [7, '0007'],
    [0, '0000'],
    ['0042', '0042'],
    [9999, '9999'],
  ])('sends the 3DS code %j to the issuer as %s and stores it nowhere', async (pin, expected) => {
    const world = moneyWorld();
    const user = await world.cardholder(10_000);
    const sent: string[] = [];
    const issuer = {
      ...world.services.issuer,
      createCard: (command: Parameters<CardIssuer['createCard']>[0]) => {
        sent.push(command.pin);
        return world.issuer.createCard(command);
      },
    };
    await callRoute('cards.create', handler, { ...world.services, issuer }, { as: user, body: { ...body, pin } });
    expect(sent).toEqual([expected]);
  });

  it('uses the bonus of a referred user: $15.01 is enough, once', async () => {
    const world = moneyWorld();
    const referral = { isEligible: true, reason: undefined };
    const user = await world.cardholder(1_501, { referral });
    const { status, reply } = await create(world, user);
    expect([status, reply.reward]).toEqual([201, 500]);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 1, heldCents: 0 });
    expect(await create(world, user)).toMatchObject({ code: 'InsufficientFunds' });
    expectSoundBooks(world);
  });

  it('shows the bonus that helps to pay even while the card is being created', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(10_000, { referral: { isEligible: true, reason: undefined } });
    world.issuer.misbehave('createCard', { does: 'lost' });
    const { status, reply } = await create(world, user);
    expect([status, reply.reward]).toEqual([202, 500]);
  });

  it('answers 202 while the issuer has not confirmed: the card is pending and $20 is held', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(10_000);
    world.issuer.misbehave('createCard', { does: 'lost' });
    const { status, reply } = await create(world, user);
    expect(status).toBe(202);
    expect(reply).toMatchObject({
      card: { status: 'pending', balance: 0 },
      operation: { kind: 'card_creation', status: 'pending', amount: 500, fee: 1_500, cardId: reply.card._id },
    });
    expect(await world.wallet(user)).toMatchObject({ availableCents: 8_000, heldCents: 2_000 });
    // Nothing was made in the time that a lost request may take to arrive: everything goes back.
    for (let minutes = 0; minutes < 20; minutes += 1) {
      world.clock.advance(60_000);
      await sweepOperations(world.services);
    }
    expect(await world.wallet(user)).toMatchObject({ availableCents: 10_000, heldCents: 0, cardCount: 0 });
    expectSoundBooks(world);
  });

  it('makes one card when 64 requests with one key ask for the third one', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(6_000);
    await world.openCard(user);
    await world.openCard(user);
    const services = { ...world.services, clock: runningClock(world.clock.now()) };
    const request = { as: user, body, headers: { 'idempotency-key': 'third' } };
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => callRoute('cards.create', handler, services, request)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(world.issuer.cards.size).toBe(3);
    expectSoundBooks(world);
  });
});

it('a card costs the present prices, and is refused for a low balance or an old quote', async () => {
  const world = moneyWorld();
  await changePrices(world, {
    cardFeeCents: cents(2_000),
    firstLoadCents: cents(700),
    loadPercent: 3,
    loadFixedCents: cents(100),
  });
  const ask = (as: User, headers = {}) => callRoute('cards.create', handler, world.services, { as, body, headers });
  expect(await ask(await world.cardholder(2_699))).toMatchObject({ code: 'InsufficientFunds' });
  const rich = await world.cardholder(2_700);
  expect(await ask(rich, { 'price-version': '1' })).toMatchObject({ code: 'QuoteChanged' });
  expect(await ask(rich, { 'price-version': '2' })).toMatchObject({ status: 201, reply: { card: { balance: 700 } } });
  expect(await world.wallet(rich)).toMatchObject({ availableCents: 0, heldCents: 0 });
  expect(world.store.all('operation').filter(({ kind }) => kind === 'card_creation')).toMatchObject([
    { amountCents: 700, feeCents: 2_000, priceVersion: 2 },
  ]);
});
