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
  'var RenderErrorBoundary = class extends React8.Component {',
  '  const [should, ref, handlers] = usePrefetchBehavior(',
  '    prefetch,',
  '    rest',
  '  );',
  '  const moves = routerState != null && // a comment',
  '  useViewTransitionState(path) && viewTransition === true;',
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
  expect(changed).toContain('var RenderErrorBoundary = class extends null {');
  expect(changed).toContain('const [should, ref, handlers] = [false, undefined, {}];');
  expect(changed).toContain('const moves = false;');
  expect(() => (plugin.buildEnd as Hook).call({})).not.toThrow();
});

it('ends the build when a part of the router is written otherwise', () => {
  const other = source.replace('React8.Component', 'Base');
  expect(() => (leanRouter().transform as Hook).call({}, other, file)).toThrow(/lean-router: .*Boundary/);
});

it('leaves everything else alone, and says when the router was not what it expects', () => {
  const plugin = leanRouter();
  expect((plugin.transform as Hook).call({}, source, '/node_modules/react/index.js')).toBeUndefined();
  expect(() => (plugin.buildEnd as Hook).call({})).toThrow('lean-router');
});
