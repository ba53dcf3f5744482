import react from 'react';
import { expect, it } from 'vitest';
import { leanReact } from '#web/build/lean-react.ts';

type Hook = (this: unknown, ...args: unknown[]) => unknown;
const plugin = leanReact();
const resolveId = plugin.resolveId as Hook;
const load = plugin.load as Hook;

it.each([
  ['react', Object.keys(react).filter((part) => !part.startsWith('__'))],
  ['react/jsx-runtime', ['jsx', 'jsxs', 'Fragment']],
])('exports the parts of %s one by one', (name, parts) => {
  const code = String(load(resolveId(name, '/web/ui/panel.tsx')));
  for (const part of parts) expect(code).toMatch(new RegExp(String.raw`\bexport .*\b${part}\b`));
});

it('leaves every other module as it is, and gives React itself to React and to these modules', () => {
  expect(resolveId('react-dom', '/web/ui/panel.tsx')).toBeUndefined();
  expect(resolveId('react', '/node_modules/react-dom/client.js')).toBeUndefined();
  expect(resolveId('react', resolveId('react', '/web/ui/panel.tsx'))).toBeUndefined();
  expect(load('/web/ui/panel.tsx')).toBeUndefined();
});
