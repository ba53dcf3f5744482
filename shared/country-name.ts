let regions: Intl.DisplayNames | undefined;

/** Returns the English name of a country by its two letters of ISO 3166-1; undefined when there is none with these. */
export function countryName(code: string): string | undefined {
  // Built at its first use: a function that asks for no country does not pay for it at its start.
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined;
}
