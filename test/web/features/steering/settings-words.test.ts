import { describe, expect, it } from 'vitest';
import { isCountryCode } from '#functions/domain/steering/country-codes.ts';
import { firstCardLimits } from '#shared/card-limits.ts';
import { cents } from '#shared/money.ts';
import { firstPrices } from '#shared/prices.ts';
import {
  countryName,
  choiceOf,
  countriesIn,
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
/** A moment before any plan below begins. */
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

  it('leaves out what only a stored version has when a version is put back', () => {
    expect(choiceOf({ ...on, version: 3, reason: 'x' } as Choice)).toEqual(on);
  });
});

describe('countries that a person types', () => {
  it('are read with any commas, blanks and cases, each once', () => {
    expect(countriesIn(' cu,IR;  ir\nsy, ')).toEqual(['CU', 'IR', 'SY']);
    expect(countriesIn('')).toEqual([]);
  });

  it('have a name, unless the code is no country', () => {
    expect(['CU', 'KP', 'QX', 'IRAN', 'I'].map(countryName)).toEqual([
      'Cuba',
      'North Korea',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('have a name where the API takes the code', () => {
    const letters = Array.from({ length: 26 }, (_, place) => String.fromCodePoint(65 + place));
    const taken = letters.flatMap((first) => letters.map((next) => first + next)).filter(isCountryCode);
    expect(taken.length).toBeGreaterThan(200);
    expect(taken.filter((code) => countryName(code) === undefined)).toEqual([]);
  });
});

describe('prices', () => {
  const planned = { ...on, prices: [first, second] };
  const beginMs = Date.parse(second.from);

  it('are a difference when planned or taken back, but not when no longer kept', () => {
    expect(planned.prices.map(pricesLine).at(-1)).toBe('Card $15.00 + $5.00 on it, load 3.5% + $1.00');
    expect(differenceText(on, planned, atMs)).toBe(
      'Prices 2 planned from Dec 1, 2026, 12:00 AM UTC: card $15.00 + $5.00 on it, load 3.5% + $1.00',
    );
    expect(differenceText(planned, on, atMs)).toBe('Prices 2 taken back');
    expect(differenceText(planned, { ...on, prices: [second] }, atMs)).toBe('');
    expect(differenceText(planned, on, beginMs)).toBe('');
  });

  it('begin at their planned time; every other change holds within seconds', () => {
    expect(changedText(on, planned)).toBe('Planned. It begins on Dec 1, 2026, 12:00 AM UTC.');
    expect(changedText(planned, on)).toBe('Changed. Everybody has it within 30 seconds.');
    expect(changedText(on, { ...on, coinsOff: ['DOGE'] })).toBe('Changed. Everybody has it within 30 seconds.');
  });

  it('are listed from the present version on, in any order of their numbers', () => {
    const sooner = { ...second, version: 3, from: new Date(beginMs - 60_000).toISOString() };
    const all = [first, sooner, second];
    expect(presentAndNext(all, beginMs - 60_001)).toEqual(all);
    expect(presentAndNext(all, beginMs - 60_000)).toEqual([sooner, second]);
    expect(presentAndNext(all, beginMs)).toEqual([second]);
    const kept = { ...on, prices: [sooner, second] };
    expect(differenceText(kept, { ...on, prices: [sooner] }, atMs)).toBe('Prices 2 taken back');
  });

  it('begin at a time in UTC, which the own clock shows differently', () => {
    expect(beginText('2026-12-01T00:00:00.000Z')).toBe('Dec 1, 2026, 12:00 AM UTC');
    expect(ownTimeText('2026-12-01T00:00', 'America/New_York')).toBe('Nov 30, 2026, 7:00 PM EST');
    expect(ownTimeText('2026-07-01T00:00', 'America/New_York')).toBe('Jun 30, 2026, 8:00 PM EDT');
    expect(ownTimeText('2026-12-01T00:00', 'UTC')).toBeUndefined();
    expect(ownTimeText('', 'America/New_York')).toBeUndefined();
  });
});

describe('limits', () => {
  const planned = { ...on, limits: [firstLimits, lower] };

  it('are a difference when planned or taken back', () => {
    expect(limitsLine(lower)).toBe('Up to $2,000.00 on a card and per transaction, $10,000.00 a month');
    expect(differenceText(on, planned, atMs)).toBe(
      'Limits 2 planned from Dec 1, 2026, 12:00 AM UTC: up to $2,000.00 on a card and per transaction, $10,000.00 a month',
    );
    expect(differenceText(planned, on, atMs)).toBe('Limits 2 taken back');
  });

  it('are not reported as taken back when they are dropped because lower ones began', () => {
    const lowest = { ...lower, version: 3, from: '2026-12-02T00:00:00.000Z', balanceCents: cents(100_000) };
    const later = { ...on, limits: [firstLimits, lowest] };
    expect(differenceText({ ...on, limits: [firstLimits, lower, lowest] }, later, Date.parse(lowest.from))).toBe('');
  });
});
