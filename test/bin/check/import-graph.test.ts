import { describe, expect, it } from 'vitest';
import { readImporters, stepsFrom } from '#bin/check/import-graph.ts';

const texts = new Map([
  ['shared/money.ts', ''],
  ['functions/domain/load.ts', "import { cents } from '#shared/money.ts';"],
  ['functions/api/load.ts', "export { load } from '../domain/load.ts';"],
  ['test/api/load.test.ts', "const { load } = await import('#functions/api/load.ts');"],
  ['test/worker.test.ts', "new Worker(new URL('../functions/domain/load.ts', import.meta.url))"],
  ['test/other.test.ts', "import { it } from 'vitest';\nimport '#shared/nothing.ts';"],
]);

describe('stepsFrom', () => {
  it('returns every file that reaches a changed one, with the least number of imports between them', () => {
    expect(Object.fromEntries(stepsFrom(['functions/domain/load.ts'], readImporters(texts)))).toEqual({
      'functions/domain/load.ts': 0,
      'functions/api/load.ts': 1,
      'test/worker.test.ts': 1,
      'test/api/load.test.ts': 2,
    });
  });

  it('ends where files import each other', () => {
    const circle = new Map([
      ['a.ts', "import './b.ts';"],
      ['b.ts', "import './a.ts';"],
    ]);
    expect([...stepsFrom(['a.ts'], readImporters(circle)).keys()]).toEqual(['a.ts', 'b.ts']);
  });
});
