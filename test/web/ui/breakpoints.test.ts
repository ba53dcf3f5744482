import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

const web = path.resolve(import.meta.dirname, '../../../web');

it('the layout changes at four widths, which the tokens name, and nowhere else', () => {
  const tokens = readFileSync(path.join(web, 'ui/tokens.css'), 'utf8');
  const named = [...tokens.matchAll(/^ \* {3}(\d+)px /gm)].map(([, width]) => Number(width));
  expect(named).toHaveLength(4);
  const allowed = new Set(named.flatMap((width) => [`min-width: ${width}px`, `max-width: ${width - 0.02}px`]));
  const files = globSync('**/*.css', { cwd: web });
  expect(files.length).toBeGreaterThan(50);
  const others = files.flatMap((file) =>
    [...readFileSync(path.join(web, file), 'utf8').matchAll(/@media[^{]*/g)].flatMap(([rule]) =>
      [...rule.matchAll(/(?:min|max)-width: [\d.]+px/g)]
        .map(([width]) => width)
        .filter((width) => !allowed.has(width))
        .map((width) => `${file}: ${width}`),
    ),
  );
  expect(others).toEqual([]);
});
