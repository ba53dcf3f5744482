import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  countriesIn,
  countryName,
  differenceText,
  type Choice,
} from '#web/features/steering/settings-words.ts';

const on: Choice = {
  switches: { signUp: true, deposits: true, cardCreation: true, load: true, withdrawal: true, referrals: true },
  coinsOff: [],
  restrictedCountries: ['CU', 'IR'],
  announcement: null,
};

describe('the difference between two versions of the settings', () => {
  it('names each switch, coin and announcement that changes, and nothing else', () => {
    expect(differenceText(on, on)).toBe('');
    const off: Choice = {
      switches: { ...on.switches, load: false },
      coinsOff: ['DAI'],
      restrictedCountries: ['IR', 'RU'],
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
