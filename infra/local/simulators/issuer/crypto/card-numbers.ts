import { randomInt } from 'node:crypto';

/** The prefix of every card number here: a test prefix, so that no number can belong to a real card. */
export const testPrefix = '555555';

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

/** The digit that makes `digits` followed by it pass the Luhn check. */
export function luhnCheckDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of digits.split('').toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return String((10 - (sum % 10)) % 10);
}

/** A random, Luhn-valid, 16-digit number of the test prefix. */
export function randomCardNumber(): string {
  const digits = testPrefix + randomDigits(9);
  return digits + luhnCheckDigit(digits);
}

/** Three random digits. */
export function randomCvv(): string {
  return randomDigits(3);
}
