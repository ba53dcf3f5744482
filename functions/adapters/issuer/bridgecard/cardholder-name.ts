/** The issuer takes no name with fewer letters. */
const lettersMin = 3;

function letters(name: string): number {
  return name.replaceAll(/[^\p{L}]/gu, '').length;
}

/**
 * A name as the issuer takes it. People are called Jo and Ng: such a name goes with the person's other one, and where
 * even both are too short its last letter is repeated. Nobody's identity hangs on it, and it is not printed on the card.
 */
export function cardholderName(name: string, otherName: string): string {
  if (letters(name) >= lettersMin) return name;
  const both = `${name} ${otherName}`;
  if (letters(both) >= lettersMin) return both;
  const last = /\p{L}(?=[^\p{L}]*$)/u.exec(name)?.[0] ?? 'x';
  return name + last.repeat(lettersMin - letters(name));
}
