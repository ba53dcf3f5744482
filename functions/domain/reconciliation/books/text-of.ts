/** An id as text. Of a broken item it may be anything. */
export function textOf(id: unknown): string {
  return typeof id === 'string' ? id : (JSON.stringify(id) ?? 'undefined');
}
