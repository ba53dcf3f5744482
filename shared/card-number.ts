/** Groups of digits with at most one space, dot or dash between them. */
const run = /\p{Nd}+(?:[\s.\p{Pd}]\p{Nd}+)*/gu;

/** Lengths of card numbers, in digits. */
const [shortest, longest] = [13, 19];

/**
 * True when a text holds digits that can be a card number: 13 to 19 of them that begin as card numbers do and pass the
 * check digit, in one piece or in groups.
 */
export function holdsCardNumber(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  return (plain.match(run) ?? []).some((digits) => {
    const groups = digits.split(/\P{Nd}/u);
    return groups.some(hasWindow) || groups.some((_, from) => isGrouped(groups.slice(from, from + longest)));
  });
}

/** True when the first of these groups, taken together, are a card number. */
function isGrouped(groups: readonly string[]): boolean {
  let joined = '';
  for (const group of groups) {
    joined += group;
    if (joined.length > longest) return false;
    if (isCardNumber(joined)) return true;
  }
  return false;
}

function hasWindow(digits: string): boolean {
  for (let from = 0; from + shortest <= digits.length; from += 1) {
    for (let to = from + shortest; to <= Math.min(digits.length, from + longest); to += 1) {
      if (isCardNumber(digits.slice(from, to))) return true;
    }
  }
  return false;
}

function isCardNumber(digits: string): boolean {
  if (!/^[2-6]\d{12,18}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
