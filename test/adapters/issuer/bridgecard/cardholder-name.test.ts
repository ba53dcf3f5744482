import { describe, expect, it } from 'vitest';
import { cardholderName } from '#functions/adapters/issuer/bridgecard/cardholder-name.ts';

describe('A name for the issuer', () => {
  it.each([
    ['Amina', 'Bello', 'Amina'],
    ['Bao', 'Ng', 'Bao'],
    ['Ng', 'Bao', 'Ng Bao'],
    ['Jo', 'Ng', 'Jo Ng'],
    ['J.', 'O', 'J.JJ'],
    ["O'", 'É', "O'OO"],
    ['Ó', 'Li', 'Ó Li'],
    ['S/O Raju', 'Muthu', 'S O Raju'],
    ['Mary (May)', 'Li', 'Mary May'],
    ['’t Hooft', 'Ko', '’t Hooft'],
  ])('%s of %s %s has three letters', (name, other, expected) => {
    const given = cardholderName(name, other);
    expect(given).toBe(expected);
    expect(given.replaceAll(/[^\p{L}]/gu, '').length).toBeGreaterThanOrEqual(3);
  });
});
