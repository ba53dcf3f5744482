import type { Dice } from '../webhooks/dice.ts';
import { ask } from './ask.ts';
import { freshCents } from './fresh-cents.ts';
import { insist } from './insist.ts';
import { knock } from './knock.ts';
import { count, type SoakCard, type SoakPerson, type SoakWorld } from './soak-world.ts';

/** A person, one of their cards, and the dice that decide. */
type Use = { readonly world: SoakWorld; readonly dice: Dice; readonly person: SoakPerson; readonly card: SoakCard };

/** Price of a card, $5 on it included, in cents. */
const creationCents = 2_000;

/** Maximum balance of a card that may be deleted, in cents. */
const leftMaxCents = 100;

/** Orders a card. */
export async function createCard(world: SoakWorld, dice: Dice, person: SoakPerson): Promise<void> {
  const name = `Card ${world.asks.length + 1}`;
  const made = await ask<{ card: { _id: string } }>(world, dice, {
    person,
    method: 'POST',
    path: '/cards/create',
    body: { name, pin: dice.below(10_000) },
    kind: 'card_creation',
    mark: `New card: ${name}`,
    effectCents: -creationCents,
  });
  if (made === undefined) return;
  const { _id: cardId } = made.card;
  person.cards.set(cardId, { cardId, face: undefined, purchases: [] });
}

/** Moves money from the balance to the card. */
export async function loadCard({ world, dice, person, card }: Use): Promise<void> {
  const includesFee = dice.percent(30);
  const total = (cents: number): number => (includesFee ? cents : cents + Math.ceil((cents * 3) / 100) + 100);
  const cents = freshCents(dice, person, 'card_load', [300, 4_000], (amount) => String(total(amount)));
  if (cents === undefined) return;
  await ask(world, dice, {
    person,
    method: 'PATCH',
    path: `/cards/${card.cardId}/load`,
    body: { amount: cents, includesFee },
    kind: 'card_load',
    mark: String(total(cents)),
    effectCents: -total(cents),
  });
}

/** Moves money back from the card to the balance. */
export async function unloadCard({ world, dice, person, card }: Use, exactCents?: number): Promise<void> {
  const cents = exactCents ?? freshCents(dice, person, 'card_withdrawal', [10, 600]);
  if (cents === undefined || person.marks.has(`card_withdrawal ${cents}`)) return;
  await ask(world, dice, {
    person,
    method: 'PATCH',
    path: `/cards/${card.cardId}/unload`,
    body: { amount: cents },
    kind: 'card_withdrawal',
    mark: String(cents),
    effectCents: cents,
  });
}

/** Deletes the card if at most a dollar is on it, or takes off what is too much. */
export async function closeCard(use: Use): Promise<void> {
  const { world, dice, person, card } = use;
  const path = `/cards/${card.cardId}`;
  const seen = await insist<{ balance: number }>(world, person, { method: 'GET', path: `${path}/public` });
  if (seen === undefined || seen.status !== 200) return;
  const { balance } = seen.body;
  if (balance > leftMaxCents) return unloadCard(use, balance - leftMaxCents);
  const mark = `${card.cardId} ${world.asks.length + 1}`;
  const answer = await ask(world, dice, {
    person,
    method: 'DELETE',
    path,
    body: undefined,
    kind: 'card_closing',
    mark,
    effectCents: undefined,
  });
  if (answer !== undefined) person.cards.delete(card.cardId);
}

/** Freezes or unfreezes. Asking twice is harmless, so no key is needed. */
export async function freezeCard({ world, dice, person, card }: Use): Promise<void> {
  count(world, 'operations: freeze');
  const verb = dice.percent(35) ? 'freeze' : 'unfreeze';
  await insist(world, person, { method: 'PATCH', path: `/cards/${card.cardId}/${verb}` });
}

/** Buys something in the simulated shop. Before the first purchase it reveals the card's number. */
export async function buy({ world, dice, person, card }: Use): Promise<void> {
  if (card.face === undefined) {
    const path = `/cards/${card.cardId}/private`;
    const shown = await insist<NonNullable<SoakCard['face']>>(world, person, { method: 'GET', path });
    count(world, 'operations: reveal');
    if (shown === undefined || shown.status !== 200) return;
    card.face = shown.body;
  }
  const purchase = {
    ...card.face,
    amount: 20 + dice.below(900),
    merchant: dice.pick(['Kiosk', 'Book Shop', 'Cinema']),
  };
  const paid = await knock<{ approved: boolean; reference: string }>(
    `${world.stack.issuer}/sandbox/purchases`,
    purchase,
  );
  count(world, paid === undefined ? 'purchases lost on the way' : 'operations: purchase');
  if (paid?.approved !== true) return;
  world.approved.push(paid.reference);
  card.purchases.push(paid.reference);
}

/** Something of an earlier purchase comes back, or is charged once more. */
export async function correctPurchase({ world, dice, card }: Use): Promise<void> {
  const reference = card.purchases.pop();
  if (reference === undefined) return;
  const what = dice.pick(['reverse', 'refund', 'force'] as const);
  const body = dice.percent(40) ? { amount: 1 + dice.below(60) } : {};
  await knock(`${world.stack.issuer}/sandbox/purchases/${reference}/${what}`, body);
  count(world, `operations: purchase ${what}`);
}
