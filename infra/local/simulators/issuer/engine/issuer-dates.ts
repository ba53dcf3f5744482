/** `YYYY-MM-DD HH:MM:SS` in GMT without a zone: how the issuer writes dates. */
export function issuerDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

/** Milliseconds of the first instant of the calendar month (GMT) that contains `milliseconds`. */
export function startOfMonth(milliseconds: number): number {
  const date = new Date(milliseconds);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
