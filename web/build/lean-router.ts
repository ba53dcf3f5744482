import type { Plugin } from 'vite';

const routerFile = /react-router[\\/]dist[\\/]production[\\/]chunk-/;

/**
 * Edits of the router's one module that let the bundler drop what only other kinds of routers use. Code at its top level
 * counts as used otherwise: names for developers' tools, components that are never rendered, and classes of error
 * boundaries, whose base class could have an effect. A link of ours neither prefetches data nor animates a transition.
 */
const edits: readonly (readonly [RegExp, string])[] = [
  [/^\w+\.(?:displayName|contextType) = .*$/gm, ''],
  [/function warning\(/g, '/* @__NO_SIDE_EFFECTS__ */ function warning('],
  [/isDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\)/g, 'useNavigateUnstable()'],
  [/= (React\d*\.(?:createContext|forwardRef|memo))\(/g, '= /* @__PURE__ */ $1('],
  [/^var (\w+Boundary) = class extends React\d*\.Component \{/gm, 'var $1 = class extends null {'],
  [/function PrefetchPageLinks\(/g, 'const PrefetchPageLinks = () => null;\nfunction UnusedPageLinks('],
  [/= usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/g, '= [false, undefined, {}]'],
  [/routerState != null &&[^;]*? && viewTransition === true/g, 'false'],
];

/** Lets the bundler leave out what the router brings for others: half of it. */
export function leanRouter(): Plugin {
  let found = false;
  return {
    name: 'satchel:lean-router',
    apply: 'build',
    transform(code, id) {
      if (!routerFile.test(id) || !code.includes('function PrefetchPageLinks(')) return undefined;
      found = true;
      return edits.reduce((edited, [pattern, instead]) => {
        // After an update of the router that looks otherwise, the build says so instead of growing unnoticed.
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
