import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

const web = path.resolve(import.meta.dirname, '../../../web');

it('only the kit has global classes; every other style is a module', () => {
  const global = globSync('**/*.css', { cwd: web }).filter((file) => !file.endsWith('.module.css'));
  expect(global.length).toBeGreaterThan(20);
  expect(global.filter((file) => !/^(ui|gallery|fonts)[\\/]/.test(file))).toEqual([]);
});

it('no module styles a global class that the kit does not have', () => {
  const kit = globSync('ui/**/*.css', { cwd: web })
    .filter((file) => !file.endsWith('.module.css'))
    .map((file) => readFileSync(path.join(web, file), 'utf8'))
    .join('\n');
  const unknown = globSync('**/*.module.css', { cwd: web }).flatMap((file) =>
    [...readFileSync(path.join(web, file), 'utf8').matchAll(/:global\(\.([\w-]+)\)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(kit))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});
