import { handler as autoLoad } from '#functions/api/cards/auto-load.ts';
import { cents } from '#shared/money.ts';
import { endTransfers, hearOfCards, isBusy, letProcessesEnd, sweep } from './background-work.ts';
import { entitiesOf } from './audit.ts';
import { pick } from './choices.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/**
 * Orders an auto-load that nearly every purchase of a card starts, and buys with the card so often that the month's
 * maximum, the balance or the card's limits end it. The month may end between two purchases.
 */
export async function spendOnAutoLoad(world: SimulatedWorld): Promise<void> {
  const { choices, issuer, scheduler, table } = world;
  const able = entitiesOf(table, 'card').filter(({ issuerCardId = '' }) => {
    const theirs = issuer.cards.get(issuerCardId);
    return theirs?.isActive === true && theirs.bookBalanceCents >= 200;
  });
  const card = pick(world, able);
  if (card?.issuerCardId === undefined) return;
  const { userId, cardId, issuerCardId } = card;
  const amount = pick(world, [500, 1_000, 2_500]) ?? 500;
  const body = { below: 300 + choices.below(3_000), amount, monthlyMax: amount * (1 + choices.below(2)) };
  await world.ask(userId, 'cards.auto-load', { handler: autoLoad, params: { id: cardId }, body });
  await world.settle();
  for (let purchases = 2 + choices.below(4); purchases > 0; purchases -= 1) {
    if (choices.oneIn(4)) await endMonth(world);
    const cost = cents(1 + choices.below(100));
    const isApproved = issuer.purchase(issuerCardId, cost);
    world.narrate(`a purchase of ${cost} cents with ${issuerCardId} is ${isApproved ? 'approved' : 'declined'}`);
    await hearOfCards(world);
    if (choices.oneIn(2)) continue;
    await sweep(world);
    await world.settle();
    endTransfers(world, choices.oneIn(2));
    await hearOfCards(world);
    if (choices.oneIn(2)) scheduler.nowMs += 6 * 60_000;
  }
}

/** Lets the first month of a story end, when no order is under way. */
async function endMonth(world: SimulatedWorld): Promise<void> {
  const { choices, scheduler } = world;
  await letProcessesEnd(world);
  const nextMonthMs = Date.UTC(2026, 11, 1);
  if (isBusy(world) || scheduler.nowMs > nextMonthMs) return;
  scheduler.nowMs = nextMonthMs - 2_000 + choices.below(3_000);
  world.narrate('a month ends');
}
