import type { Card } from './card-words.ts';

type Tile = Pick<Card, '_id' | 'name' | 'status'>;

function words(card: Tile): string {
  if (card.status === 'active') return `${card.name} is ready to use.`;
  return card.status === 'pending' ? `The issuer makes ${card.name}.` : `${card.name} can’t be used for now.`;
}

/** Says which cards have changed since the reading before, and which are gone; '' when none has. */
export function cardNews(before: readonly Tile[], after: readonly Tile[]): string {
  const changed = after.filter((card) => {
    const known = before.find(({ _id }) => _id === card._id);
    return known !== undefined && words(known) !== words(card) && known.name === card.name;
  });
  const gone = before.filter(({ _id }) => after.every((card) => card._id !== _id));
  return [...changed.map(words), ...gone.map(({ name }) => `${name} is gone.`)].join(' ');
}
