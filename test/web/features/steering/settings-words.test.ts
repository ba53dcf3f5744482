import { describe, expect, it } from 'vitest';
import { choiceOf, differenceText, type Choice } from '#web/features/steering/settings-words.ts';

const on: Choice = {
  switches: { signUp: true, deposits: true, cardCreation: true, load: true, withdrawal: true, referrals: true },
  coinsOff: [],
  announcement: null,
};

describe('the difference between two versions of the settings', () => {
  it('names each switch, coin and announcement that changes, and nothing else', () => {
    expect(differenceText(on, on)).toBe('');
    const off: Choice = {
      switches: { ...on.switches, load: false },
      coinsOff: ['DAI'],
      announcement: { text: 'Soon back.', until: null },
    };
    expect(differenceText(on, off)).toBe('Loads off, DAI off, announcement: “Soon back.”');
    expect(differenceText(off, on)).toBe('Loads on, DAI on, announcement off');
    const later = { ...off, announcement: { text: 'Soon back.', until: '2026-12-01T00:00:00.000Z' } };
    expect(differenceText(off, later)).toBe('announcement: “Soon back.”');
  });

  it('is put back without what only a stored version has', () => {
    expect(choiceOf({ ...on, version: 3, reason: 'x' } as Choice)).toEqual(on);
  });
});
