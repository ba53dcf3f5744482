/** A piece of an address: four characters or fewer. `strong` pieces are the ones to compare. */
export type AddressPart = { readonly text: string; readonly strong: boolean; readonly startsGroup: boolean };

const emphasised = 6;

/**
 * Cuts an address into groups of four with the first and last six characters emphasised: those are what people compare
 * against what their wallet shows, to catch malware that swaps the clipboard.
 */
export function addressParts(address: string): readonly AddressPart[] {
  const parts: AddressPart[] = [];
  const isStrong = (at: number): boolean => at < emphasised || at >= address.length - emphasised;
  for (let start = 0; start < address.length; start += 4) {
    let text = '';
    let startsGroup = true;
    for (let at = start; at < Math.min(start + 4, address.length); at += 1) {
      if (text !== '' && isStrong(at) !== isStrong(at - 1)) {
        parts.push({ text, strong: isStrong(at - 1), startsGroup });
        text = '';
        startsGroup = false;
      }
      text += address.charAt(at);
    }
    parts.push({ text, strong: isStrong(Math.min(start + 3, address.length - 1)), startsGroup });
  }
  return parts;
}

/** True when the pasted text is the address, spaces aside. Undefined while nothing was pasted. */
export function isSameAddress(address: string, pasted: string): boolean | undefined {
  const compact = pasted.replaceAll(/\s/g, '');
  return compact === '' ? undefined : compact === address;
}
