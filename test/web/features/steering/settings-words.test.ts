import { describe, expect, it } from 'vitest';
import { firstPrices } from '#shared/prices.ts';
import {
  choiceOf,
  countriesIn,
  countryName,
  differenceText,
  pricesOfUndo,
  type Choice,
  type PriceVersion,
  pricesLine,
} from '#web/features/steering/settings-words.ts';

const first: PriceVersion = { version: 1, from: '1970-01-01T00:00:00.000Z', ...firstPrices };
const second: PriceVersion = { ...first, version: 2, from: '2026-12-01T00:00:00.000Z', loadPercent: 3.5 };

const on: Choice = {
  switches: { signUp: true, deposits: true, cardCreation: true, load: true, withdrawal: true, referrals: true },
  coinsOff: [],
  restrictedCountries: ['CU', 'IR'],
  prices: [first],
  announcement: null,
};

describe('the difference between two versions of the settings', () => {
  it('names each switch, coin and announcement that changes, and nothing else', () => {
    expect(differenceText(on, on)).toBe('');
    const off: Choice = {
      switches: { ...on.switches, load: false },
      coinsOff: ['DAI'],
      restrictedCountries: ['IR', 'RU'],
      prices: [first],
      announcement: { text: 'Soon back.', until: null },
    };
    expect(differenceText(on, off)).toBe(
      'Loads off, DAI off, Russia not served, Cuba served again, announcement: “Soon back.”',
    );
    expect(differenceText(off, on)).toBe('Loads on, DAI on, Cuba not served, Russia served again, announcement off');
    const later = { ...off, announcement: { text: 'Soon back.', until: '2026-12-01T00:00:00.000Z' } };
    expect(differenceText(off, later)).toBe('announcement: “Soon back.”');
  });

  it('is put back without what only a stored version has', () => {
    expect(choiceOf({ ...on, version: 3, reason: 'x' } as Choice)).toEqual(on);
  });
});

describe('countries that a person types', () => {
  it('are read with any commas, blanks and cases, each once', () => {
    expect(countriesIn(' cu,IR;  ir\nsy, ')).toEqual(['CU', 'IR', 'SY']);
    expect(countriesIn('')).toEqual([]);
  });

  it('have a name, unless they are none', () => {
    expect(['CU', 'KP', 'QX', 'IRAN', 'I'].map(countryName)).toEqual([
      'Cuba',
      'North Korea',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('prices', () => {
  const planned = { ...on, prices: [first, second] };
  const beginMs = Date.parse(second.from);

  it('that are planned or taken back are a difference; those no longer kept are none', () => {
    expect(planned.prices.map(pricesLine).at(-1)).toBe('Card $15.00 + $5.00 on it, load 3.5% + $1.00');
    expect(differenceText(on, planned)).toBe('prices 2 planned: card $15.00 + $5.00 on it, load 3.5% + $1.00');
    expect(differenceText(planned, on)).toBe('prices 2 taken back');
    expect(differenceText(planned, { ...on, prices: [second] })).toBe('');
  });

  it('are taken back by an undo before they begin, and followed by those of before afterwards', () => {
    expect(pricesOfUndo(planned.prices, on.prices, beginMs - 1)).toEqual([first]);
    const { version: _version, from: _from, ...again } = first;
    expect(pricesOfUndo(planned.prices, on.prices, beginMs)).toEqual([
      first,
      { ...again, from: new Date(beginMs + 6 * 60_000).toISOString() },
    ]);
  });
});
