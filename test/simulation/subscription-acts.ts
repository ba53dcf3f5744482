import { handler as mute } from '#functions/api/subscriptions/mute.ts';
import { handler as list } from '#functions/api/subscriptions/list.ts';
import { cents } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import {
  catchUp,
  endTransfers,
  hearOfCards,
  isBusy,
  letProcessesEnd,
  noteCharges,
  remind,
  sweep,
} from './background-work.ts';
import { entitiesOf } from './audit.ts';
import { pick } from './choices.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { day } from './story-times.ts';
import { shownRight, weeklyMerchant } from './subscription-audit.ts';

/**
 * Has a card pay the same merchant once a week, for three weeks. The product finds the subscription and announces its
 * next payment; meanwhile its owner may mute it, or end that, and the payment comes or does not. At the end of a story,
 * because it takes three weeks, and no payment is watched for longer than two.
 */
export async function subscribe(world: SimulatedWorld): Promise<void> {
  const { choices, issuer, scheduler, table } = world;
  for (let tries = 0; tries < 3 && isBusy(world); tries += 1) {
    await sweep(world);
    await world.settle();
    endTransfers(world, true);
    await letProcessesEnd(world);
  }
  const able = entitiesOf(table, 'card').filter(({ issuerCardId = '' }) => {
    const theirs = issuer.cards.get(issuerCardId);
    return theirs?.isActive === true && theirs.bookBalanceCents >= 200;
  });
  const card = pick(world, able);
  if (card === undefined || isBusy(world)) return;
  // After two weeks, the product reads a payment no more: what changes then is known by its webhook alone.
  world.onPaymentRead = undefined;
  world.chargesFrom = table.stream.length;
  const cost = 20 + choices.below(100);
  for (let week = 0; week < 3; week += 1) {
    await pay(world, card, cost);
    if (week < 2) scheduler.nowMs += 7 * day - hour;
  }
  const paidMs = scheduler.nowMs;
  for (let runs = 0; runs < 2; runs += 1) {
    await remind(world);
    await world.settle();
  }
  for (const aheadMs of [3 * day, day]) {
    if (choices.oneIn(2)) await muteOrNot(world, card);
    if (choices.oneIn(3)) await world.settle();
    scheduler.nowMs = Math.max(scheduler.nowMs, paidMs + 7 * day - aheadMs);
    world.narrate('a payment is expected');
    for (let runs = 1 + choices.below(2); runs > 0; runs -= 1) await remind(world);
    if (choices.oneIn(3)) await muteOrNot(world, card);
    await world.settle();
    await ask(world, card);
  }
  scheduler.nowMs = Math.max(scheduler.nowMs, paidMs + 7 * day);
  if (choices.oneIn(2)) await pay(world, card, cost);
}

const hour = 60 * 60_000;

/** Has the merchant charge a card, and the product hear of it. */
async function pay(world: SimulatedWorld, { issuerCardId = '' }: Card, cost: number): Promise<void> {
  const isApproved = world.issuer.purchase(issuerCardId, cents(cost), weeklyMerchant);
  world.narrate(`${weeklyMerchant} charges ${cost} cents to ${issuerCardId}: ${isApproved ? 'approved' : 'declined'}`);
  await hearOfCards(world);
  // A payment that was not heard of is read within minutes.
  world.scheduler.nowMs += hour;
  await catchUp(world);
  await letProcessesEnd(world);
  // A batch whose worker died comes again.
  for (let tries = 0; tries < 3 && (await noteCharges(world)); tries += 1);
}

async function muteOrNot(world: SimulatedWorld, { userId, cardId }: Card): Promise<void> {
  const found = entitiesOf(world.table, 'subscriptions').flatMap((each) => each.found);
  const subscription = found.find((each) => each.cardId === cardId);
  if (subscription === undefined) return;
  const { merchant, mutedUntilMs } = subscription;
  const mutedUntil = mutedUntilMs === undefined ? new Date(world.scheduler.nowMs + 365 * day).toISOString() : null;
  await world.ask(userId, 'subscriptions.mute', { handler: mute, body: { cardId, merchant, mutedUntil } });
}

/** Asks for the list when nothing else is under way, and compares what the card is said to lack. */
async function ask(world: SimulatedWorld, { userId }: Card): Promise<void> {
  const { answers } = await world.ask(userId, 'subscriptions.list', { handler: list });
  await world.settle();
  shownRight(world, answers.at(-1));
}
