import { expect, it } from 'vitest';
import { leanRouter } from '#web/build/lean-router.ts';

type Hook = (this: unknown, ...args: unknown[]) => unknown;
const file = '/node_modules/react-router/dist/production/chunk-X.mjs';
const source = [
  'var Link = React10.forwardRef(',
  'Link.displayName = "Link";',
  'function PrefetchPageLinks({ page }) {}',
  'RenderErrorBoundary.contextType = RSCRouterContext;',
  'var RenderErrorBoundary = class extends React8.Component {',
].join('\n');

it('marks the code of the router that may be left out', () => {
  const plugin = leanRouter();
  const changed = (plugin.transform as Hook).call({}, source, file);
  expect(changed).toContain('var Link = /* @__PURE__ */ React10.forwardRef(');
  expect(changed).not.toContain('displayName');
  expect(changed).not.toContain('contextType');
  expect(changed).toContain('var RenderErrorBoundary = class extends null {');
  expect(() => (plugin.buildEnd as Hook).call({})).not.toThrow();
});

it('fails the build when an edited part of the router has changed', () => {
  const other = source.replace('React8.Component', 'Base');
  expect(() => (leanRouter().transform as Hook).call({}, other, file)).toThrow(/lean-router: .*Boundary/);
});

it('leaves other modules alone, and fails the build when the router was not among them', () => {
  const plugin = leanRouter();
  expect((plugin.transform as Hook).call({}, source, '/node_modules/react/index.js')).toBeUndefined();
  expect(() => (plugin.buildEnd as Hook).call({})).toThrow('lean-router');
});
