import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

const web = path.resolve(import.meta.dirname, '../../../web');

it('lets only the kit put failures into words, which adds the reference to quote', () => {
  const others = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^(ui|lib)[\\/]/.test(file))
    .filter((file) => /\berrorText\b|\.message\b.*ApiError/.test(readFileSync(path.join(web, file), 'utf8')));
  expect(others).toEqual([]);
});
