/** An id as text. Of an item that somebody broke it may be anything. */
export function textOf(id: unknown): string {
  return typeof id === 'string' ? id : (JSON.stringify(id) ?? 'undefined');
}
