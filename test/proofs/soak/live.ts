import type { Dice } from '../webhooks/dice.ts';
import { depositMoney } from './deposit-money.ts';
import { insist } from './insist.ts';
import { count, type SoakPerson, type SoakWorld } from './soak-world.ts';
import { buy, closeCard, correctPurchase, createCard, freezeCard, loadCard, unloadCard } from './use-card.ts';

/** The pages that people look at. */
const pages = ['/user', '/cards', '/cards/list', '/transactions?limit=10', '/referrals/stats'] as const;

/** What people do with a card, and how likely: of a hundred. */
const uses = [
  [26, loadCard],
  [44, buy],
  [8, correctPurchase],
  [9, (use: Parameters<typeof unloadCard>[0]) => unloadCard(use)],
  [5, closeCard],
  [8, freezeCard],
] as const;

/** Does one thing after another for whoever is drawn, until it is over. Any number of these run at once. */
export async function live(world: SoakWorld, dice: Dice, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const [first, ...others] = world.people;
    if (!first) return;
    await liveAMoment(world, dice, dice.pick([first, ...others]));
  }
}

async function liveAMoment(world: SoakWorld, dice: Dice, person: SoakPerson): Promise<void> {
  const cards = [...person.cards.values()];
  const card = cards[dice.below(Math.max(1, cards.length))];
  if (card === undefined || (cards.length < 3 && dice.percent(4))) return createCard(world, dice, person);
  if (dice.percent(14)) return depositMoney(world, dice, person);
  if (dice.percent(8)) return look(world, dice, person);
  let drawn = dice.below(100);
  for (const [chance, use] of uses) {
    if (drawn < chance) return use({ world, dice, person, card });
    drawn -= chance;
  }
}

/** Looks at a page. What a person was told of must be there. */
async function look(world: SoakWorld, dice: Dice, person: SoakPerson): Promise<void> {
  count(world, 'reads');
  const depositId = person.deposits.at(-1);
  const path = depositId !== undefined && dice.percent(30) ? `/transactions/${depositId}` : dice.pick(pages);
  const seen = await insist<unknown>(world, person, { method: 'GET', path });
  if (seen !== undefined && seen.status !== 200) {
    world.violations.push(`GET ${path} of ${person.email} was answered ${seen.status}: ${JSON.stringify(seen.body)}`);
  }
}
