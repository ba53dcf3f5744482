import path from 'node:path';
import type { Plugin } from 'vite';

const moduleFile = path.resolve(import.meta.dirname, '../lib/contract-facts.ts');

/** Puts the values of web/lib/contract-facts.ts in place of its code, so that no schema reaches a browser. */
export function contractFacts(): Plugin {
  return {
    name: 'satchel:contract-facts',
    enforce: 'pre',
    async load(id) {
      if (path.resolve(id.split('?')[0] ?? id) !== moduleFile) return undefined;
      const facts = await import('../lib/contract-facts.ts');
      return [
        `export const calls = ${JSON.stringify(facts.calls)};`,
        `export const staffOf = ${JSON.stringify(facts.staffOf)};`,
        `export const passwordPattern = ${String(facts.passwordPattern)};`,
        `export const weakPassword = ${JSON.stringify(facts.weakPassword)};`,
      ].join('\n');
    },
  };
}
