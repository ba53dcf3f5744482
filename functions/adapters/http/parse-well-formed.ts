/**
 * Parses JSON of a provider, and replaces half a character (of an emoji cut in two) with U+FFFD. The table refuses to
 * store half a character, so an event that holds one could never be processed. Throws SyntaxError.
 */
export function parseWellFormed(json: string): unknown {
  return JSON.parse(json, (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}
