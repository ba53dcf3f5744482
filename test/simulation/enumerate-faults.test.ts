import { describe, expect, it } from 'vitest';
import { testSeed } from '#test/support/test-seed.ts';
import { faultInWords, faultsOf, playWith, tryFaults } from './enumerate-faults.ts';
import { flows, type FlowName } from './flows.ts';

const names = Object.keys(flows) as FlowName[];

/** A run tries every third fault, and its seed decides which third; `node bin/prove-faults.ts` tries all faults. */
const share = { index: testSeed % 3, of: 3 };

describe('A single fault at every effect', () => {
  it.each(names)('leaves the flow %s right to the cent', async (name) => {
    const report = await tryFaults(name, { isPairs: false, share });
    expect(report.broken.map(({ faults, what }) => `${faults.map(faultInWords).join(', then ')}: ${what}`)).toEqual([]);
    expect(report.runs).toBeGreaterThan(40 / share.of);
  });

  it('strikes where it is aimed: a load that dies after its hold is finished by the sweeper', async () => {
    const holds = (await faultsOf('load')).filter(({ flow, mode }) => flow === 'cards.load' && mode === 'crash_after');
    expect(holds.length).toBeGreaterThan(2);
    const end = await playWith('load', holds.slice(0, 1), true);
    expect(end.world.story.join('\n')).toContain('dies after commit');
    expect(end.violation).toBeUndefined();
  });
});
