import type { Plugin } from 'vite';

const routerFile = /react-router[\\/]dist[\\/]production[\\/]chunk-/;

/**
 * Lets the bundler leave out what the router brings for others. It is one module of everything, and what stands at its
 * top level counts as used: names for developers' tools, and components that are never rendered. `PrefetchPageLinks` is
 * part of every link, but only draws something where a server renders the pages. Warnings are for developers; the error
 * boundary and the second way to navigate belong to routers that load data.
 */
export function leanRouter(): Plugin {
  let found = false;
  return {
    name: 'satchel:lean-router',
    apply: 'build',
    transform(code, id) {
      if (!routerFile.test(id) || !code.includes('function PrefetchPageLinks(')) return undefined;
      found = true;
      return code
        .replaceAll(/^\w+\.(?:displayName|contextType) = .*$/gm, '')
        .replace('function warning(', '/* @__NO_SIDE_EFFECTS__ */ function warning(')
        .replace('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()')
        .replaceAll(/= (React\d*\.(?:createContext|forwardRef|memo))\(/g, '= /* @__PURE__ */ $1(')
        .replace('function PrefetchPageLinks(', 'const PrefetchPageLinks = () => null;\nfunction UnusedPageLinks(');
    },
    buildEnd(error) {
      // After an update of the router that looks otherwise, somebody should see that this does nothing any more.
      if (!error && !found) throw new Error('lean-router: the router is built otherwise than expected');
    },
  };
}
