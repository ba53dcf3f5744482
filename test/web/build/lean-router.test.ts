import { expect, it } from 'vitest';
import { leanRouter } from '#web/build/lean-router.ts';

type Hook = (this: unknown, ...args: unknown[]) => unknown;
const file = '/node_modules/react-router/dist/production/chunk-X.mjs';
const source = [
  'var Link = React10.forwardRef(',
  'Link.displayName = "Link";',
  'function PrefetchPageLinks({ page }) {}',
  'RenderErrorBoundary.contextType = RSCRouterContext;',
  'function warning(cond, message) {}',
  '  return isDataRoute ? useNavigateStable() : useNavigateUnstable();',
].join('\n');

it('marks what may be left out, and draws no links for a server that is not there', () => {
  const plugin = leanRouter();
  const changed = (plugin.transform as Hook).call({}, source, file);
  expect(changed).toContain('var Link = /* @__PURE__ */ React10.forwardRef(');
  expect(changed).not.toContain('displayName');
  expect(changed).toContain('const PrefetchPageLinks = () => null;');
  expect(changed).not.toContain('contextType');
  expect(changed).toContain('/* @__NO_SIDE_EFFECTS__ */ function warning(');
  expect(changed).toContain('return useNavigateUnstable();');
  expect(() => (plugin.buildEnd as Hook).call({})).not.toThrow();
});

it('leaves everything else alone, and says when the router was not what it expects', () => {
  const plugin = leanRouter();
  expect((plugin.transform as Hook).call({}, source, '/node_modules/react/index.js')).toBeUndefined();
  expect(() => (plugin.buildEnd as Hook).call({})).toThrow('lean-router');
});
