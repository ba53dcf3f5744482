import { describe, expect, it } from 'vitest';
import { firstCardLimits } from '#shared/card-limits.ts';
import { cents } from '#shared/money.ts';
import { firstPrices } from '#shared/prices.ts';
import {
  choiceOf,
  countriesIn,
  countryName,
  differenceText,
  limitsLine,
  type Choice,
  type LimitVersion,
  type PriceVersion,
  presentAndNext,
  pricesLine,
  beginText,
  changedText,
  ownTimeText,
} from '#web/features/steering/settings-words.ts';

const first: PriceVersion = { version: 1, from: '1970-01-01T00:00:00.000Z', ...firstPrices };
const second: PriceVersion = { ...first, version: 2, from: '2026-12-01T00:00:00.000Z', loadPercent: 3.5 };
const firstLimits: LimitVersion = { version: 1, from: first.from, ...firstCardLimits };
const lower: LimitVersion = { ...firstLimits, version: 2, from: second.from, balanceCents: cents(200_000) };
/** Before anything that is planned here begins. */
const atMs = Date.parse('2026-11-20T00:00:00.000Z');

const on: Choice = {
  switches: { signUp: true, deposits: true, cardCreation: true, load: true, withdrawal: true, referrals: true },
  coinsOff: [],
  restrictedCountries: ['CU', 'IR'],
  prices: [first],
  limits: [firstLimits],
  announcement: null,
};

describe('the difference between two versions of the settings', () => {
  it('names each switch, coin and announcement that changes, and nothing else', () => {
    expect(differenceText(on, on, atMs)).toBe('');
    const off: Choice = {
      switches: { ...on.switches, load: false },
      coinsOff: ['DAI'],
      restrictedCountries: ['IR', 'RU'],
      prices: [first],
      limits: [firstLimits],
      announcement: { text: 'Soon back.', until: null },
    };
    expect(differenceText(on, off, atMs)).toBe(
      'Loads off, DAI off, Russia not served, Cuba served again, announcement: “Soon back.”',
    );
    expect(differenceText(off, on, atMs)).toBe(
      'Loads on, DAI on, Cuba not served, Russia served again, announcement off',
    );
    const later = { ...off, announcement: { text: 'Soon back.', until: '2026-12-01T00:00:00.000Z' } };
    expect(differenceText(off, later, atMs)).toBe('announcement: “Soon back.”');
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
    expect(differenceText(on, planned, atMs)).toBe(
      'Prices 2 planned from Dec 1, 2026, 12:00 AM UTC: card $15.00 + $5.00 on it, load 3.5% + $1.00',
    );
    expect(differenceText(planned, on, atMs)).toBe('Prices 2 taken back');
    expect(differenceText(planned, { ...on, prices: [second] }, atMs)).toBe('');
    expect(differenceText(planned, on, beginMs)).toBe('');
  });

  it('that are planned are said to begin at their time, and all else to hold within seconds', () => {
    expect(changedText(on, planned)).toBe('Planned. It begins on Dec 1, 2026, 12:00 AM UTC.');
    expect(changedText(planned, on)).toBe('Changed. Everybody has it within 30 seconds.');
    expect(changedText(on, { ...on, coinsOff: ['DOGE'] })).toBe('Changed. Everybody has it within 30 seconds.');
  });

  it('are those that hold and those to come, in any order of their numbers', () => {
    const sooner = { ...second, version: 3, from: new Date(beginMs - 60_000).toISOString() };
    const all = [first, sooner, second];
    expect(presentAndNext(all, beginMs - 60_001)).toEqual(all);
    expect(presentAndNext(all, beginMs - 60_000)).toEqual([sooner, second]);
    expect(presentAndNext(all, beginMs)).toEqual([second]);
    const kept = { ...on, prices: [sooner, second] };
    expect(differenceText(kept, { ...on, prices: [sooner] }, atMs)).toBe('Prices 2 taken back');
  });

  it('begin at a time in UTC, which is another by the own clock', () => {
    expect(beginText('2026-12-01T00:00:00.000Z')).toBe('Dec 1, 2026, 12:00 AM UTC');
    expect(ownTimeText('2026-12-01T00:00', 'America/New_York')).toBe('Nov 30, 2026, 7:00 PM EST');
    expect(ownTimeText('2026-07-01T00:00', 'America/New_York')).toBe('Jun 30, 2026, 8:00 PM EDT');
    expect(ownTimeText('2026-12-01T00:00', 'UTC')).toBeUndefined();
    expect(ownTimeText('', 'America/New_York')).toBeUndefined();
  });
});

describe('limits', () => {
  const planned = { ...on, limits: [firstLimits, lower] };

  it('are a difference as prices are', () => {
    expect(limitsLine(lower)).toBe('Up to $2,000.00 on a card and per transaction, $10,000.00 a month');
    expect(differenceText(on, planned, atMs)).toBe(
      'Limits 2 planned from Dec 1, 2026, 12:00 AM UTC: up to $2,000.00 on a card and per transaction, $10,000.00 a month',
    );
    expect(differenceText(planned, on, atMs)).toBe('Limits 2 taken back');
  });

  it('that are no longer kept because lower ones began were not taken back', () => {
    const lowest = { ...lower, version: 3, from: '2026-12-02T00:00:00.000Z', balanceCents: cents(100_000) };
    const later = { ...on, limits: [firstLimits, lowest] };
    expect(differenceText({ ...on, limits: [firstLimits, lower, lowest] }, later, Date.parse(lowest.from))).toBe('');
  });
});
