/** Returns an id as text. The id of a broken item may be of any type. */
export function textOf(id: unknown): string {
  return typeof id === 'string' ? id : (JSON.stringify(id) ?? 'undefined');
}
