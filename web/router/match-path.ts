/** The parameters of a pattern by their names: `/cards/:id` has an `id`. */
export type PathParams<Pattern extends string> = {
  readonly [Name in Pattern extends `${string}:${infer Found}` ? Found : never]: string;
};

function partsOf(path: string): string[] {
  return path.replace(/\/+$/, '').split('/');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The parameters of `pathname` when it is as `pattern` says, in any case and with or without a slash at its end. */
export function matchPath<Pattern extends string>(pattern: Pattern, pathname: string): PathParams<Pattern> | undefined {
  const given = partsOf(pathname);
  const wanted = partsOf(pattern);
  if (given.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const found = given[index] ?? '';
    if (part.startsWith(':') && found !== '') params[part.slice(1)] = decoded(found);
    else if (part.toLowerCase() !== found.toLowerCase()) return undefined;
  }
  return params as PathParams<Pattern>;
}
