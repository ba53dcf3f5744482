/** Returns a cursor with a changed first character. The last characters hold padding bits that may not matter. */
export function forgedCursor(cursor: string): string {
  return `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
}
