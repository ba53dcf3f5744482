/**
 * Finds the first text of a JSON value, or name of a field, that is not well-formed Unicode: half of a surrogate pair,
 * which UTF-8 cannot hold. A hash would take two such passwords for one, and the table refuses to store them. Returns the
 * path of its field (`a.b`, '' for the value itself), or undefined. Works without recursion, so depth costs nothing.
 */
export function findHalfCharacter(value: unknown): string | undefined {
  const open: { readonly path: readonly string[]; readonly value: unknown }[] = [{ path: [], value }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value: found } = next;
    if (typeof found === 'string' && !found.isWellFormed()) return path.join('.');
    if (typeof found !== 'object' || found === null) continue;
    for (const [name, inner] of Object.entries(found)) {
      if (!name.isWellFormed()) return [...path, name.toWellFormed()].join('.');
      // Nothing below the third level is a field of any call.
      open.push({ path: path.length < 3 ? [...path, name] : path, value: inner });
    }
  }
  return undefined;
}
