import { expect, it } from 'vitest';

import { cardColours } from '#shared/contract/cards.ts';
import { artOf, colours, givenColour } from '#web/features/cards/card-art.ts';
import { artStyle } from '#web/features/cards/card-appearance.ts';

it('offers every colour that the contract knows', () => {
  expect(colours).toEqual(cardColours);
});

it('a card has the chosen colour, or the one that its id gives', () => {
  expect(artStyle({ _id: 'crd_1', colour: 'wine' })).toMatchObject({ '--card-from': artOf('crd_1', 'wine').from });
  expect(artStyle({ _id: 'crd_1', colour: null })).toEqual(artStyle({ _id: 'crd_1', colour: givenColour('crd_1') }));
});

it('another colour changes the face of a card, but not the turn of its lines', () => {
  expect(artOf('crd_1', 'wine')).not.toMatchObject({ from: artOf('crd_1', 'teal').from });
  expect(artOf('crd_1', 'wine').turn).toBe(artOf('crd_1', 'teal').turn);
});
