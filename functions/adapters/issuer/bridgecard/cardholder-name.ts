/** Minimum number of letters in a name that the issuer takes. */
const lettersMin = 3;

function letters(name: string): number {
  return name.replaceAll(/[^\p{L}]/gu, '').length;
}

/**
 * Returns a name that the issuer takes, without slashes and brackets. A shorter one, such as Jo or Ng, is joined with the
 * person's other name; when both together are too short, its last letter is repeated. No identity check uses the name, and
 * the card does not show it.
 */
export function cardholderName(name: string, otherName: string): string {
  if (letters(name) >= lettersMin) return plain(name);
  const both = `${name} ${otherName}`;
  if (letters(both) >= lettersMin) return plain(both);
  const last = /\p{L}(?=[^\p{L}]*$)/u.exec(name)?.[0] ?? 'x';
  return plain(name + last.repeat(lettersMin - letters(name)));
}

function plain(name: string): string {
  return name.replaceAll(/[ /()]+/g, ' ').trim();
}
