import { expect, it } from 'vitest';
import { allowanceCpuSeconds, closingTable, type Outcome } from '#bin/check/closing-table.ts';

const outcome = (name: string, cpuSeconds: number | undefined, failure?: string): Outcome => ({
  name,
  failure,
  seconds: 12.34,
  cpuSeconds,
});

it('shows each part with its CPU seconds, the recorded ones, and the change', () => {
  const table = closingTable([outcome('unit', 130.04), outcome('site', 199.9, 'exit code 1')], {
    unit: 120,
    site: 201,
  });
  expect(table).toEqual([
    '        part      wall s  CPU s  recorded  change',
    'passed  unit        12.3  130.0     120.0   +10.0',
    'FAILED  site        12.3  199.9     201.0    −1.1',
    '        together          329.9     321.0    +8.9',
  ]);
});

it('says that the parts together grew by more than one piece of work may add', () => {
  const within = closingTable([outcome('unit', 100 + allowanceCpuSeconds)], { unit: 100 });
  const beyond = closingTable([outcome('unit', 101 + allowanceCpuSeconds)], { unit: 100 });
  expect(within.join('\n')).not.toContain('one piece of work may add');
  expect(beyond.at(-1)).toMatch(/^The parts took 46 CPU seconds more than recorded; one piece of work may add 45\./);
});

it('compares nothing where a part was never recorded or cannot be measured', () => {
  expect(closingTable([outcome('unit', undefined), outcome('new', 3)], { unit: 120 }).slice(1)).toEqual([
    'passed  unit        12.3      –     120.0       –',
    'passed  new         12.3    3.0         –       –',
    '        together              –         –       –',
  ]);
});
