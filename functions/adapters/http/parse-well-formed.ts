/**
 * Parses JSON of a provider. A text in it that holds half of a character, as cutting an emoji in two leaves it, gets U+FFFD
 * there: the table refuses to store it otherwise, and an event about it would never be worked on. Throws SyntaxError.
 */
export function parseWellFormed(json: string): unknown {
  return JSON.parse(json, (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}
