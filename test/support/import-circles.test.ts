import { describe, expect, it } from 'vitest';
import { readSources } from '#bin/check/changed-files.ts';
import { importCircles } from './import-circles.ts';
import { readImporters } from '#bin/check/import-graph.ts';

const circlesOf = (texts: Readonly<Record<string, string>>) =>
  importCircles(readImporters(new Map(Object.entries(texts))));

describe('circles of imports', () => {
  it('are found at any length, each on its own', () => {
    expect(
      circlesOf({
        'bin/a.ts': "import './b.ts';",
        'bin/b.ts': "import type { C } from '#web/c.ts';",
        'web/c.ts': "import('../bin/a.ts');",
        'web/d.ts': "import '#web/c.ts'; export * from './e.ts';",
        'web/e.ts': "import './d.ts';",
      }),
    ).toEqual([
      ['bin/a.ts', 'bin/b.ts', 'web/c.ts'],
      ['web/d.ts', 'web/e.ts'],
    ]);
  });

  it('do not include a path that only joins another path', () => {
    expect(
      circlesOf({ 'bin/a.ts': "import './b.ts'; import './c.ts';", 'bin/b.ts': "import './c.ts';", 'bin/c.ts': '' }),
    ).toEqual([]);
  });

  it('do not exist in this repository', () => {
    const sources = readSources();
    expect(sources.size).toBeGreaterThan(1000);
    expect(importCircles(readImporters(sources))).toEqual([]);
  });
});
