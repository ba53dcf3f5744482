import { describe, expect, it } from 'vitest';

import { greet, greetingAt } from '#web/features/dashboard/greeting.ts';

describe('the greeting', () => {
  it('is good morning from 5 to 11, good afternoon from 12 to 17, good evening otherwise', () => {
    const byHour = Array.from({ length: 24 }, (_, hour) => greetingAt(hour));
    expect(byHour.slice(0, 5)).toEqual(Array(5).fill('Good evening'));
    expect(byHour.slice(5, 12)).toEqual(Array(7).fill('Good morning'));
    expect(byHour.slice(12, 18)).toEqual(Array(6).fill('Good afternoon'));
    expect(byHour.slice(18)).toEqual(Array(6).fill('Good evening'));
  });

  it('names the person, or says User', () => {
    const nine = new Date(2026, 0, 5, 9);
    expect(greet('Ada', nine)).toBe('Good morning, Ada');
    expect(greet('  ', nine)).toBe('Good morning, User');
    expect(greet(undefined, nine)).toBe('Good morning, User');
  });
});
