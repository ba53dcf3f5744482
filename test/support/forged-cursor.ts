/** A cursor with another first character: of the last ones some bits are padding, so a change there may change nothing. */
export function forgedCursor(cursor: string): string {
  return `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
}
