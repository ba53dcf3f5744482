import type { Dice } from '../webhooks/dice.ts';
import { ask } from './ask.ts';
import { beginWithMoney } from './begin-with-money.ts';
import { depositMoney } from './deposit-money.ts';
import { insist } from './insist.ts';
import { knock } from './knock.ts';
import type { ReferralStats } from './read-books.ts';
import { count, type SoakPerson, type SoakWorld } from './soak-world.ts';
import { buy, closeCard, correctPurchase, createCard, freezeCard, loadCard, unloadCard } from './use-card.ts';

/** The addresses of the API that people read. */
const pages = ['/user', '/cards', '/cards/list', '/transactions?limit=10', '/referrals/stats'] as const;

/** Price of a card with its first balance, in cents. */
const creationCents = 2_000;

/** Actions with a card, and their likelihood in percent. */
const uses = [
  [26, loadCard],
  [44, buy],
  [8, correctPurchase],
  [9, (use: Parameters<typeof unloadCard>[0]) => unloadCard(use)],
  [5, closeCard],
  [8, freezeCard],
] as const;

/**
 * Does one thing after another for a drawn person of those present, until it is over. Any number of these run at once.
 */
export async function live(
  world: SoakWorld,
  dice: Dice,
  present: () => readonly SoakPerson[],
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const [first, ...others] = present();
    if (!first) return;
    await liveAMoment(world, dice, dice.pick([first, ...others]));
  }
}

async function liveAMoment(world: SoakWorld, dice: Dice, person: SoakPerson): Promise<void> {
  if (person.deposits.length === 0) return beginWithMoney(world, dice, person);
  const cards = [...person.cards.values()];
  const card = cards[dice.below(Math.max(1, cards.length))];
  if (card === undefined) return orderCard(world, dice, person);
  if (cards.length < 3 && dice.percent(4)) return createCard(world, dice, person);
  if (dice.percent(14)) return depositMoney(world, dice, person);
  if (dice.percent(8)) return look(world, dice, person);
  if (person.referredBy === undefined && dice.percent(8)) return askForPayout(world, dice, person);
  let drawn = dice.below(100);
  for (const [chance, use] of uses) {
    if (drawn < chance) return use({ world, dice, person, card });
    drawn -= chance;
  }
}

/** Orders a card once there is money for it; pays the deposit again when that was lost on the way. */
async function orderCard(world: SoakWorld, dice: Dice, person: SoakPerson): Promise<void> {
  const user = await insist<{ balance: number }>(world, person, { method: 'GET', path: '/user' });
  count(world, 'reads');
  if (user?.status !== 200) return;
  if (user.body.balance >= creationCents) return createCard(world, dice, person);
  await knock(`${world.stack.payments}/sandbox/invoices/${person.deposits.at(-1)}/pay`);
}

/** Reads a page. It must show every effect that a person's answers reported. */
async function look(world: SoakWorld, dice: Dice, person: SoakPerson): Promise<void> {
  count(world, 'reads');
  const depositId = person.deposits.at(-1);
  const path = depositId !== undefined && dice.percent(30) ? `/transactions/${depositId}` : dice.pick(pages);
  const seen = await insist<unknown>(world, person, { method: 'GET', path });
  if (seen !== undefined && seen.status !== 200) {
    world.violations.push(`GET ${path} of ${person.email} was answered ${seen.status}: ${JSON.stringify(seen.body)}`);
  }
}

/** Requests a payout of referral rewards, once they are a whole unit. */
async function askForPayout(world: SoakWorld, dice: Dice, person: SoakPerson): Promise<void> {
  const stats = await insist<ReferralStats>(world, person, { method: 'GET', path: '/referrals/stats' });
  count(world, 'reads');
  if (stats?.status !== 200 || stats.body.withdrawableAmount === 0 || stats.body.pendingRequest !== null) return;
  await ask(world, dice, {
    person,
    method: 'POST',
    path: '/referrals/withdraw',
    body: undefined,
    kind: 'payout_request',
    mark: String(world.asks.length + 1),
    effectCents: undefined,
  });
}
