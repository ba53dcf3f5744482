import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Plugin } from 'esbuild';

import type { FunctionDefinition } from '../definition/types.ts';
import { repositoryRoot } from './content-addressed-build.ts';
import { namesCut } from './names-cut.ts';

type Bundled = Pick<FunctionDefinition, 'id' | 'entry' | 'grant'>;

/** Prefix of a function's id in the name of its entry point. */
const prefix = 'function:';

/** The entry points of functions in one esbuild run, for `eachItsOwn` to resolve: `<function id>/index`. */
export function ownEntries(functions: readonly Bundled[]): Record<string, string> {
  return Object.fromEntries(functions.map(({ id }) => [`${id}/index`, `${prefix}${id}`]));
}

/** Our own files of which copies are made: the shells, the code that they run, and the code that a grant cuts. */
const ownFiles = /[\\/]functions[\\/]((runtime|api|jobs|workers)[\\/].+|adapters[\\/]keys[\\/]keys)\.ts$/;

/**
 * Makes one copy of these files for all functions with the same `copyOf`, which have the same grant. Code that is not
 * granted is cut out of a copy. Each copy passes its key on to the files that it imports.
 */
export function eachItsOwn<T extends Bundled>(functions: readonly T[], copyOf: (fn: T) => string): Plugin {
  const byId = new Map(functions.map((fn) => [fn.id, fn]));
  const grants = new Map(functions.map((fn) => [copyOf(fn), fn.grant]));
  return {
    name: 'each-its-own',
    setup(build) {
      const copy = (file: string, of: string) => ({ path: file, suffix: `?of=${of}`, pluginData: of });
      build.onResolve({ filter: new RegExp(`^${prefix}`) }, ({ path: name }) => {
        const fn = byId.get(name.slice(prefix.length));
        return fn && copy(path.resolve(repositoryRoot, fn.entry), copyOf(fn));
      });
      build.onResolve({ filter: /^(\.|#functions\/)/ }, ({ path: name, resolveDir, pluginData: of }) => {
        if (typeof of !== 'string') return undefined;
        const file = name.startsWith('#') ? path.join(repositoryRoot, name.slice(1)) : path.resolve(resolveDir, name);
        return ownFiles.test(file) ? copy(file, of) : undefined;
      });
      build.onLoad({ filter: /\.ts$/ }, async ({ path: file, suffix, pluginData: of }) => {
        const grant = typeof of === 'string' && suffix.startsWith('?of=') ? grants.get(of) : undefined;
        if (!grant) return undefined;
        const source = await readFile(file, 'utf8');
        const contents = namesCut(grant).reduce((text, name) => text.replaceAll(`process.env.${name}`, '"no"'), source);
        return { contents, loader: 'ts', resolveDir: path.dirname(file), pluginData: of };
      });
    },
  };
}
