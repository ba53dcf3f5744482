/** The names of the variable parts of a path: `id` of `/cards/:id`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parts of an address by the names in a path. */
export type PathParams<Path extends string> = { readonly [Name in NamesIn<Path>]: string };

function segmentsOf(path: string): string[] {
  return path.replace(/\/+$/, '').split('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Returns the parts of an address by the names in a path (`/cards/:id`), or undefined when the address does not match.
 * Ignores case and slashes at the end.
 */
export function matchPath<Path extends string>(path: Path, pathname: string): PathParams<Path> | undefined {
  const wanted = segmentsOf(path);
  const given = segmentsOf(pathname);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [place, segment] of wanted.entries()) {
    const found = given[place] ?? '';
    if (segment.startsWith(':') && found !== '') params[segment.slice(1)] = decoded(found);
    else if (segment.toLowerCase() !== found.toLowerCase()) return undefined;
  }
  return params as PathParams<Path>;
}
