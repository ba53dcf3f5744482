/** The first `length` digits of what was typed or pasted: `123-456` is 123456. */
export function onlyDigits(text: string, length: number): string {
  return text.replaceAll(/\D/g, '').slice(0, length);
}
