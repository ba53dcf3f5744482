import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import type { StackAddresses } from '#infra/local/seed/open-account.ts';
import type { Id } from '#shared/ids.ts';
import { expectSoundBooks, passTime, runJob, type Account, type HeldCard } from '#test/support/money-stack.ts';
import type { IssuedCard } from './issued.ts';
import type { OutsideIssuer } from './outside-issuer.ts';

/** The product, its outside issuer, and a person with money. */
export type OutsideWorld = {
  readonly stack: StackAddresses;
  readonly issuer: OutsideIssuer;
  readonly client: ApiClient;
};

/** Fee of a new card in cents, without the $5 that are on it. */
const creationFeeCents = 1_500;
const loadCents = 5_000;
const loadFeeCents = 250;

/** Number of checks before time moves on, and in all. */
const looksBeforeTime = 4;
const looksMax = 64;

/** Step of time between two checks, in milliseconds: jobs that sweep run once a minute in the cloud. */
const stepMs = 61_000;

/** Moves time on for the product and its issuer; people who are signed in stay so. */
async function passTimeOutside({ stack, issuer, client }: OutsideWorld, ms: number): Promise<void> {
  await passTime(stack, ms);
  issuer.advance(ms);
  await client.done('GET', '/auth/refresh');
}

/**
 * Lets the sweeper work, and time pass, until nothing is on its way any more. Throws when that takes more than an hour.
 */
export async function untilAtRest(world: OutsideWorld): Promise<void> {
  await lookUntil(world, 'something is on its way still', async () => {
    await runJob(world.stack, 'sweep-operations');
    const { held } = await world.client.done<Account>('GET', '/user');
    const cards = await world.client.done<HeldCard[]>('GET', '/cards');
    return held === 0 && cards.every((card) => card.held === 0 && card.status !== 'pending');
  });
}

/**
 * Does everything that can be done with a card, from its creation to its deletion, with an issuer of any behavior.
 * Expects in the middle and at the end that nothing is under way, and that account, issuer and reconciliation agree to
 * the cent.
 */
export async function liveOutside(
  world: OutsideWorld,
  meanwhile?: (cardId: Id<'card'>, issued: IssuedCard) => Promise<void>,
): Promise<void> {
  const { client, issuer, stack } = world;
  const before = { account: await balanceOf(client), floatCents: issuer.books.floatCents };
  const cardId = await order(world);
  const issued = issuer.cardOf(cardId);
  await insist(world, issued, loadCents, () =>
    client.call('PATCH', `/cards/${cardId}/load`, { amount: loadCents, includesFee: false }),
  );
  const spentCents = await goShopping(world, cardId, issued);
  await expectSoundBooks(stack);
  await meanwhile?.(cardId, issued);
  await setFrozen(world, cardId, true);
  await setFrozen(world, cardId, false);
  for (const cents of [1_000, issued.bookCents - 1_100]) {
    await insist(world, issued, -cents, () => client.call('PATCH', `/cards/${cardId}/unload`, { amount: cents }));
    await passTimeOutside(world, 301_000);
  }
  await lookUntil(world, 'the card is not deleted', async () => {
    if (issued.isDeleted) return true;
    await client.call('DELETE', `/cards/${cardId}`);
    await untilAtRest(world);
    return issued.isDeleted;
  });
  await untilAtRest(world);
  await issuer.post.idle();
  expect(await balanceOf(client)).toBe(before.account - creationFeeCents - loadFeeCents - spentCents);
  expect(issuer.books.floatCents).toBe(before.floatCents - spentCents);
  expect(issued).toMatchObject({ isDeleted: true, bookCents: 0 });
  expect(await client.call('GET', `/cards/${cardId}/public`)).toMatchObject({
    body: { status: 'deleted', balance: 0 },
  });
  await expectSoundBooks(stack);
}

/** Orders a card, and repeats a refused order until there is a card. */
async function order(world: OutsideWorld): Promise<Id<'card'>> {
  const { client } = world;
  const known = new Set((await client.done<HeldCard[]>('GET', '/cards')).map(({ _id }) => _id));
  let made: Id<'card'> | undefined;
  await lookUntil(world, 'no card was made', async () => {
    await client.call('POST', '/cards/create', { name: 'Travel', pin: 4826 });
    await untilAtRest(world);
    const cards = await client.done<HeldCard[]>('GET', '/cards');
    made = cards.find(({ _id, status }) => !known.has(_id) && status === 'active')?._id;
    return made !== undefined;
  });
  if (made === undefined) throw new Error('no card was made');
  return made;
}

/**
 * Repeats an order, also after a refusal, until the card's balance has changed by this much at the issuer and here.
 */
async function insist(
  world: OutsideWorld,
  issued: IssuedCard,
  cents: number,
  ask: () => Promise<unknown>,
): Promise<void> {
  const expected = issued.bookCents + cents;
  await lookUntil(world, `the card has ${issued.bookCents} and not ${expected}`, async () => {
    await ask();
    await untilAtRest(world);
    return issued.bookCents === expected;
  });
}

/** Makes purchases and their follow-ups, until the product knows all of them. Returns their cost, in cents. */
async function goShopping(world: OutsideWorld, cardId: Id<'card'>, issued: IssuedCard): Promise<number> {
  const { client, issuer } = world;
  const { books, post } = issuer;
  const before = issued.bookCents;
  const whole = books.purchase(issued.cardId, 1_549, 'Nimbus Stream');
  const partly = books.purchase(issued.cardId, 2_000, 'Greenleaf Market');
  if (!whole || !partly) throw new Error('the issuer declined what was affordable');
  expect(books.purchase(issued.cardId, 400_000, 'Boat Yard')).toBeUndefined();
  books.reverse(issued.cardId, whole);
  books.reverse(issued.cardId, partly, 700);
  books.post(issued.cardId, 'CREDIT', 250, 'Corner Coffee');
  books.chargeMaintenance(issued.cardId, 100);
  const held = issued.bookCents + 800;
  books.post(issued.cardId, 'DEBIT', held, 'Hotel');
  books.post(issued.cardId, 'CREDIT', held, 'Hotel');
  // Without webhooks the product depends on the list: these purchases are more than one page of it.
  if (post.delivery === 'never') for (let times = 0; times < 25; times += 1) books.purchase(issued.cardId, 3, 'Kiosk');
  if (post.delivery === 'held') await post.releaseReversed();
  await lookUntil(world, 'the product has not learned of all purchases', async () => {
    await runJob(world.stack, 'catch-up-cards');
    const { balance } = await client.done<HeldCard>('GET', `/cards/${cardId}/public`);
    return balance === issued.bookCents;
  });
  return before - issued.bookCents;
}

async function setFrozen(world: OutsideWorld, cardId: Id<'card'>, isFrozen: boolean): Promise<void> {
  const { client, issuer, stack } = world;
  const issued = issuer.cardOf(cardId);
  await client.call('PATCH', `/cards/${cardId}/${isFrozen ? 'freeze' : 'unfreeze'}`);
  await lookUntil(world, `the card is not ${isFrozen ? 'frozen' : 'unfrozen'}`, async () => {
    await runJob(stack, 'sweep-operations');
    const { status } = await client.done<HeldCard>('GET', `/cards/${cardId}/public`);
    return issued.isFrozen === isFrozen && status === (isFrozen ? 'freezed' : 'active');
  });
}

async function balanceOf(client: ApiClient): Promise<number> {
  return (await client.done<Account>('GET', '/user')).balance;
}

/** Checks until `isSo`. After a few immediate checks, lets time pass between two. */
async function lookUntil(world: OutsideWorld, otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 1; look <= looksMax; look += 1) {
    if (await isSo()) return;
    await sleep(50);
    if (look > looksBeforeTime) await passTimeOutside(world, stepMs);
  }
  throw new Error(`${otherwise}, after an hour`);
}
