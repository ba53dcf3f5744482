import path from 'node:path';

/** The files that import each file, by paths from the repository's root with slashes. */
export type Importers = ReadonlyMap<string, readonly string[]>;

/** A specifier of one of our own files, wherever code names it: imports, exports, dynamic imports, URLs of modules. */
const ownSpecifier = /['"]((?:#(?:shared|functions|infra|web|bin|test)\/|\.{1,2}\/)[\w./-]+)['"]/g;

/** Reads which of our files import which, from their texts. */
export function readImporters(texts: ReadonlyMap<string, string>): Importers {
  const importers = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const [, specifier = ''] of text.matchAll(ownSpecifier)) {
      const imported = specifier.startsWith('#')
        ? specifier.slice(1)
        : path.posix.join(path.posix.dirname(file), specifier);
      if (!texts.has(imported) || imported === file) continue;
      const known = importers.get(imported);
      if (known) known.push(file);
      else importers.set(imported, [file]);
    }
  }
  return importers;
}

/** Returns every file that reaches one of `changed` by imports, with the least number of steps; `changed` itself with 0. */
export function stepsFrom(changed: readonly string[], importers: Importers): ReadonlyMap<string, number> {
  const steps = new Map(changed.map((file) => [file, 0]));
  for (const [file, at] of steps)
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, at + 1);
  return steps;
}
