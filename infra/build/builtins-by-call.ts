import { builtinModules } from 'node:module';

import type { Plugin } from 'esbuild';

/**
 * A static ESM import of `node:http` runs every lazy getter of the module and costs 15–19 ms of a cold start
 * (nodejs/node#57649, #59686); `process.getBuiltinModule` costs 2–3. Of a module that is imported by names only these are
 * read: copying all of them, as bundlers do with CommonJS, costs another sixth of a start.
 */
export const builtinsByCall: Plugin = {
  name: 'builtins-by-call',
  setup(build) {
    const names = builtinModules.filter((name) => !name.startsWith('_') && !name.startsWith('node:'));
    const filter = new RegExp(`^(node:.+|${names.join('|')})$`);
    build.onResolve({ filter }, ({ path: name, kind }) => ({
      path: name.replace(/^node:/, ''),
      // A module that is loaded whole, by `require` or `import()`, may be used in every way.
      namespace: kind === 'import-statement' ? 'node-names' : 'node-builtin',
      sideEffects: false,
    }));
    build.onLoad({ filter: /./, namespace: 'node-builtin' }, ({ path: name }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${name}');`,
      loader: 'js',
    }));
    build.onLoad({ filter: /./, namespace: 'node-names' }, async ({ path: name }) => ({
      contents: exportsOf(name, Object.keys((await import(`node:${name}`)) as object)),
      loader: 'js',
    }));
  },
};

/** A module whose names are read when it is loaded, each only if somebody imports it. */
function exportsOf(builtin: string, names: readonly string[]): string {
  const named = names.filter(
    (name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default' && name !== 'module.exports',
  );
  return [
    `const whole = /* @__PURE__ */ process.getBuiltinModule('node:${builtin}');`,
    'export default whole;',
    ...named.map(
      (name) => `const its_${name} = /* @__PURE__ */ (() => whole.${name})(); export { its_${name} as ${name} };`,
    ),
  ].join('\n');
}
