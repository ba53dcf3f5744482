import { describe, expect, it } from 'vitest';
import { coverageLines, summarise } from './coverage-table.ts';
import { proveSeeds } from './prove-seeds.ts';

const commit = { well: 9, crash_before: 1, crash_after: 2, refused: 3, contended: 4, unheard: 5, late: 100, twice: 0 };
const read = { well: 9, crash_before: 1, refused: 3 };
const coverage = { 'cards.load › commit operation': commit, 'cards.load › read card of user': read };

describe('The table of hit faults', () => {
  it('shows counts, impossible faults with their reasons, and faults that were never hit', () => {
    const lines = coverageLines(coverage);
    expect(lines[1]).toMatch(/^ +1 +2 +5 +3 +NEVER +100 +cards\.load › commit operation$/);
    expect(lines[2]).toMatch(/^ +1 +a +a +3 +a +a +cards\.load › read card of user$/);
    expect(lines).toContain('never hit: cards.load › commit operation, twice');
    expect(lines.at(-1)).toContain('4 cannot be; of the other 8 7 were hit, 1 of them 100 times or more');
  });

  it('refuses an empty cell without a reason', () => {
    expect(() => summarise({ 'cards.load › commit operation': read })).toThrow('nobody says why');
  });

  it('knows every boundary that stories reach', async () => {
    const { coverage: reached } = await proveSeeds({ from: 1, count: 40, step: 1, brokenMax: 1 });
    expect(summarise(reached).boundaries).toBeGreaterThan(100);
  });
});
