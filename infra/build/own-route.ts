import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Plugin } from 'esbuild';

import { repositoryRoot } from './content-addressed-build.ts';

/**
 * Keeps in a function's bundle the one route of the contract that it serves, and of `shared/` only what it uses. The
 * schemas of the other routes would be a tenth of its code and a fifth of its start. Schemas are made by calls, which
 * bundlers never drop, because a call may do something. Nothing in `shared/` does anything when it is loaded, so these
 * calls are marked as droppable here.
 */
export const ownRoute: Plugin = {
  name: 'own-route',
  setup(build) {
    build.onResolve({ filter: /^#shared\/contract\// }, ({ path: name, importer }) => {
      const [, group, route] = /functions[\\/]api[\\/]([\w-]+)[\\/]([\w-]+)\.ts$/.exec(importer) ?? [];
      if (group === undefined) return undefined;
      const file = path.join(repositoryRoot, name.slice(1));
      return { path: file, suffix: `?${group}.${route}`, sideEffects: false };
    });
    build.onLoad({ filter: /[\\/]shared[\\/].+\.ts$/ }, async ({ path: file, suffix }) => {
      const source = await readFile(file, 'utf8');
      const own = suffix === '' ? source : keepRoute(source, suffix.slice(1));
      return { contents: markDroppable(own), loader: 'ts' };
    });
  },
};

/** The source of a part of the contract with one route. Lines keep their numbers, for a debugger. */
export function keepRoute(source: string, id: string): string {
  return source.replaceAll(/^ {2}'([\w.-]+)': \{\n[\s\S]*?^ {2}\},\n/gm, (route: string, name: string) =>
    name === id ? route : route.replaceAll(/[^\n]/g, ''),
  );
}

/** A constant at the left margin, up to the `;` before the next thing that begins there. */
const constant = /^((?:export )?const \w+(?:: [^=\n]+)? = )([\s\S]*?);\n(?=\n*(?:[^\s)}\]>]|(?![\s\S])))/gm;

/** The source with all constants that are made by calls marked, so that a bundler may drop those that nobody uses. */
export function markDroppable(source: string): string {
  return source.replaceAll(constant, (whole: string, begin: string, value: string) =>
    value.includes('(') ? `${begin}/* @__PURE__ */ (() => (${value}))();\n` : whole,
  );
}
