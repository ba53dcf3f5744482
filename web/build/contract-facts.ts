import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const library = path.resolve(import.meta.dirname, '../lib');
const moduleFiles: ReadonlySet<string> = new Set(
  ['contract-facts.ts', 'later-facts.ts', 'staff-facts.ts'].map((name) => path.join(library, name)),
);

/**
 * Puts the values of web/lib/contract-facts.ts, later-facts.ts and staff-facts.ts in place of their code, so that no
 * schema reaches a browser.
 */
export function contractFacts(): Plugin {
  return {
    name: 'satchel:contract-facts',
    enforce: 'pre',
    async load(id) {
      const file = path.resolve(id.split('?')[0] ?? id);
      if (!moduleFiles.has(file)) return undefined;
      const facts = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
      return Object.entries(facts)
        .map(([name, value]) => {
          const text = value instanceof RegExp ? String(value) : JSON.stringify(value);
          return `export const ${name} = ${text};`;
        })
        .join('\n');
    },
  };
}
