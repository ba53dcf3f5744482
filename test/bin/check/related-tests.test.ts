import { describe, expect, it } from 'vitest';
import { relatedTests } from '#bin/check/related-tests.ts';

const texts = new Map([
  ['functions/domain/cards/rule.ts', ''],
  ['functions/domain/cards/user.ts', "import './rule.ts';"],
  ['functions/api/far.ts', "import '#functions/domain/cards/user.ts';"],
  ['test/domain/cards/rule.test.ts', "import '#functions/domain/cards/rule.ts';"],
  ['test/domain/cards/user.test.ts', "import '#functions/domain/cards/user.ts';"],
  ['test/api/far.test.ts', "import '#functions/api/far.ts';"],
  ['test/stack/far.test.ts', "import '#functions/domain/cards/rule.ts';"],
  ['test/simulation/enumerate-faults.test.ts', "import '#functions/domain/cards/rule.ts';"],
  ['test/web/other.test.ts', ''],
]);
const rule = ['functions/domain/cards/rule.ts'];

describe('relatedTests', () => {
  it('returns the unit tests at most two imports away, the nearest first, without the slow ones', () => {
    expect(relatedTests(rule, texts, 'near')).toEqual({
      run: ['test/domain/cards/rule.test.ts', 'test/domain/cards/user.test.ts'],
      leftOut: ['test/simulation/enumerate-faults.test.ts'],
    });
  });

  it('returns every unit test that reaches the change when all are asked for', () => {
    expect(relatedTests(rule, texts, 'all').run).toEqual([
      'test/domain/cards/rule.test.ts',
      'test/simulation/enumerate-faults.test.ts',
      'test/domain/cards/user.test.ts',
      'test/api/far.test.ts',
    ]);
  });

  it('returns at most forty tests near a change, and names the others', () => {
    const many = Array.from({ length: 50 }, (_, at) => [`test/many/${at}.test.ts`, "import '#shared/a.ts';"] as const);
    const { run, leftOut } = relatedTests(['shared/a.ts'], new Map([['shared/a.ts', ''], ...many]), 'near');
    expect(run).toHaveLength(40);
    expect(leftOut).toHaveLength(10);
  });

  it('runs a slow test that was changed itself', () => {
    const changed = ['test/simulation/enumerate-faults.test.ts'];
    expect(relatedTests(changed, texts, 'near').run).toEqual(changed);
  });

  it('returns every unit test when a change concerns all of them', () => {
    expect(relatedTests(['package.json'], texts, 'near').run).toHaveLength(5);
  });

  it('adds the tests that read files without importing them', () => {
    const guard = 'test/simulation/planted-bugs.test.ts';
    const withGuard = new Map([...texts, [guard, '']]);
    for (const reach of ['near', 'all'] as const) expect(relatedTests(rule, withGuard, reach).run).toContain(guard);
    expect(relatedTests([], withGuard, 'all').run).toEqual([]);
  });

  it('returns none when nothing has changed', () => {
    expect(relatedTests([], texts, 'all')).toEqual({ run: [], leftOut: [] });
  });
});
