import react from 'react';
import type { Plugin } from 'vite';

/** By the name of a module of React: the code that exports its parts one by one. */
const sources: Readonly<Record<string, string>> = {
  react: [
    'import React from "react";',
    'export default React;',
    ...Object.keys(react)
      .filter((name) => !name.startsWith('__'))
      .map((name) => `export const ${name} = React.${name};`),
  ].join('\n'),
  // In production `jsxs` is the same function as `jsx`.
  'react/jsx-runtime': [
    'import runtime from "react/jsx-runtime";',
    'export const { jsx, Fragment } = runtime;',
    'export { jsx as jsxs };',
  ].join('\n'),
};

/** The folder of these modules: React's own, so that they are bundled with it. */
const folder = '\0node_modules/react/';

/**
 * Imports the parts of React by their names. React is CommonJS, so that every call of a part would be
 * `(0,react.useState)(…)`, and every element `(0,runtime.jsx)(…)`.
 */
export function leanReact(): Plugin {
  return {
    name: 'satchel:lean-react',
    enforce: 'pre',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    resolveId(source, importer = '') {
      const isOfReact = importer.startsWith(folder) || /node_modules[\\/](react|react-dom)[\\/]/.test(importer);
      return source in sources && !isOfReact ? folder + source : undefined;
    },
    load: (id) => (id.startsWith(folder) ? sources[id.slice(folder.length)] : undefined),
  };
}
