import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { coinSprite } from './build/coin-sprite.ts';
import { contractFacts } from './build/contract-facts.ts';
import { leanReact } from './build/lean-react.ts';
import { leanStyles, scopedName } from './build/lean-styles.ts';

const inPackages = (file: string): string => path.resolve(import.meta.dirname, '../node_modules', file);

/** The scripts of every page. */
const everywhere = /^assets\/(vendor|rolldown-runtime|kit(?!-(app|card|dialog)-))-[\w-]+\.js$/;

/** The site's build, shared by the browser's bundle and the two that prerender. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leanReact(), contractFacts(), coinSprite(), leanStyles()],
  css: { modules: { generateScopedName: scopedName } },
  resolve: {
    alias: [
      { find: /^#shared\//, replacement: `${path.resolve(import.meta.dirname, '../shared')}/` },
      { find: /^#web\//, replacement: `${import.meta.dirname}/` },
      // The router without its warnings for developers.
      { find: /^react-router(-dom)?$/, replacement: inPackages('react-router/dist/production/index.js') },
      // React has the hook itself that SWR asks a package for.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: {
      polyfill: false,
      // Without scripts that are there before a part is fetched: each part would list their names for nothing.
      resolveDependencies: (_file, dependencies) => dependencies.filter((file) => !everywhere.test(file)),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    emptyOutDir: true,
    // Class names are inlined where they are used: as variables each would be in the bundle three times. Reading a
    // property has no effect in our code or our packages, so a read whose value is unused is dropped. `memo` and
    // `createContext` are React's: without these names, the router's unused components stay, 5 kB on every page.
    rolldownOptions: {
      treeshake: {
        propertyReadSideEffects: false,
        manualPureFunctions: ['memo', 'createContext', 'Set'],
      },
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      // Two signs of the hash less than by default: scripts name files hundreds of times, and a hash does not compress.
      output: { assetFileNames: 'assets/[name]-[hash:6][extname]' },
    },
  },
  logLevel: 'error',
});
