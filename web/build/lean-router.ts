import type { Plugin } from 'vite';

const routerFile = /react-router[\\/]dist[\\/]production[\\/]chunk-/;

/**
 * Edits of the router's one module that let the bundler drop the code of other kinds of routers. Without these edits,
 * code at its top level counts as used: names for developers' tools, components that are never rendered, and classes of
 * error boundaries, whose base class could have an effect. Each page of the app would have 10 kB of script more, and
 * dashboard and sign-in would exceed their budgets. The bundler has no option for it. `manualPureFunctions` knows
 * `React2.memo` only where React is not bundled; with `React2` alone it drops effects of components.
 * `propertyWriteSideEffects: false` drops what react-dom writes for itself.
 */
const edits: readonly (readonly [RegExp, string])[] = [
  [/^\w+\.(?:displayName|contextType) = .*$/gm, ''],
  [/= (React\d*\.(?:createContext|forwardRef|memo))\(/g, '= /* @__PURE__ */ $1('],
  [/^var (\w+Boundary) = class extends React\d*\.Component \{/gm, 'var $1 = class extends null {'],
];

/** Lets the bundler drop nine tenths of the router: the code of other kinds of routers. */
export function leanRouter(): Plugin {
  let found = false;
  return {
    name: 'satchel:lean-router',
    apply: 'build',
    transform(code, id) {
      if (!routerFile.test(id) || !code.includes('function PrefetchPageLinks(')) return undefined;
      found = true;
      return edits.reduce((edited, [pattern, instead]) => {
        // Fails the build when an updated router no longer matches, instead of letting the site grow unnoticed.
        if (edited.search(pattern) === -1)
          throw new Error(`lean-router: the router has nothing like ${pattern.source}`);
        return edited.replaceAll(pattern, instead);
      }, code);
    },
    buildEnd(error) {
      if (!error && !found) throw new Error('lean-router: the router is built otherwise than expected');
    },
  };
}
