import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { artOf, givenHue, hueNames } from '#web/features/cards/card-art.ts';
import { chooseHue, readHue } from '#web/features/cards/card-look.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('is the colour that was chosen for this card, and for no other', () => {
  const other = hueNames.find((name) => name !== givenHue('crd_1') && name !== givenHue('crd_2')) ?? 'Wine';
  chooseHue('crd_1', other);
  expect(readHue('crd_1')).toBe(other);
  expect(readHue('crd_2')).toBe(givenHue('crd_2'));
});

it.each(['Chartreuse', 'toString', ''])('is the given one when %j was kept', (nonsense) => {
  kept.set('satchel.card-colour.crd_1', nonsense);
  expect(readHue('crd_1')).toBe(givenHue('crd_1'));
});

it('is the given one without storage, and choosing does no harm', () => {
  vi.stubGlobal('localStorage', undefined);
  chooseHue('crd_1', 'Wine');
  expect(readHue('crd_1')).toBe(givenHue('crd_1'));
});

it('changes the face, but not the turn of its lines', () => {
  expect(artOf('crd_1', 'Wine')).not.toMatchObject({ from: artOf('crd_1', 'Teal').from });
  expect(artOf('crd_1', 'Wine').turn).toBe(artOf('crd_1', 'Teal').turn);
});
