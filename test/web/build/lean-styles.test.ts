import { expect, it } from 'vitest';
import { leanStyles, scopedName } from '#web/build/lean-styles.ts';

type Hook = (this: unknown, ...args: unknown[]) => unknown;
const transform = leanStyles().transform as Hook;

it('imports the classes of a CSS module by their names, in code only', () => {
  const code = 'import { x } from "./x.ts";\nimport styles from "./panel.module.css";\nuse(styles.head);';
  expect(transform(code, '/web/ui/panel.tsx')).toBe(
    'import { x } from "./x.ts";\nimport * as styles from "./panel.module.css";\nuse(styles.head);',
  );
  expect(transform('import "./panel.css";', '/web/ui/panel.tsx')).toBeUndefined();
});

it('keeps the styles of a CSS module of which only the names are used', () => {
  expect(transform('export const head = "head_x";', '/web/ui/panel.module.css')).toEqual({
    code: 'export const head = "head_x";',
    moduleSideEffects: 'no-treeshake',
  });
});

it('gives one class two names in two files, and the same at every build', () => {
  const name = scopedName('head', '/web/ui/panel.module.css');
  expect(name).toMatch(/^head_[\w-]{3}$/);
  expect(scopedName('head', '/web/ui/panel.module.css?used')).toBe(name);
  expect(scopedName('head', '/web/ui/table.module.css')).not.toBe(name);
});
