import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

import { commandOf, figureNames, figuresFile, withFigure, type Figure } from '#bin/command-line/figures.ts';

const page = `# Statistics

| figure | command | result | measured |
|---|---|---|---|
| Wrong requests | \`node bin/fuzz-api.ts\` | old | 2026-01-01 |
| Soak with kills | \`node bin/soak.ts\` | 3 kills | 2026-01-02 |
`;

const figure: Figure = {
  name: 'Wrong requests',
  command: 'node bin/fuzz-api.ts --requests 10',
  result: '10 requests, no fault',
  measured: '2026-11-22, 2 cores',
};

it('replaces the row of a figure and leaves every other line as it is', () => {
  expect(withFigure(page, figure)).toBe(
    page.replace(
      '| Wrong requests | `node bin/fuzz-api.ts` | old | 2026-01-01 |',
      '| Wrong requests | `node bin/fuzz-api.ts --requests 10` | 10 requests, no fault | 2026-11-22, 2 cores |',
    ),
  );
});

it('keeps a result in one cell of one line', () => {
  const written = withFigure(page, { ...figure, result: 'a | b\n  c' });
  expect(written).toContain('| a \\| b; c | 2026-11-22, 2 cores |');
  expect(written.split('\n')).toHaveLength(page.split('\n').length);
});

it('refuses a figure that the page has no row for', () => {
  expect(() => withFigure('# Statistics\n', figure)).toThrow('no row “Wrong requests”');
});

it('names the call without its option --record', () => {
  expect(commandOf(['/usr/bin/node', '/clone/bin/prove.ts', '--seeds', '10', '--record', '--from', '1'])).toBe(
    'node bin/prove.ts --seeds 10 --from 1',
  );
});

it('has one row for every figure on the page, each dated', () => {
  const rows = readFileSync(figuresFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('| `node bin/'));
  expect(rows).toHaveLength(figureNames.length);
  expect(new Set(rows.map((row) => row.split(' | ')[0]?.slice(2)))).toEqual(new Set(figureNames));
  for (const row of rows) expect(row).toMatch(/\| \d{4}-\d{2}-\d{2}[^|]*\|$/);
});

it('has a command that writes each figure', () => {
  const commands = readdirSync(path.dirname(figuresFile)).filter((file) => file.endsWith('.ts'));
  const sources = commands
    .map((file) => readFileSync(path.join(path.dirname(figuresFile), file), 'utf8'))
    .filter((source) => source.includes('recordFigure('));
  expect(figureNames.filter((name) => !sources.some((source) => source.includes(`'${name}'`)))).toEqual([]);
});
