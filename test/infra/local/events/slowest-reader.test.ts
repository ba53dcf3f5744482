import { expect, it } from 'vitest';

import { createSlowestReader } from '#infra/local/events/slowest-reader.ts';

it('reports how far all readers have come, once each has reported', () => {
  const seen: string[] = [];
  const report = createSlowestReader(['one', 'other'], (number) => void seen.push(number));
  report('one', '12');
  expect(seen).toEqual([]);
  report('other', '9');
  report('other', '10');
  report('other', '13');
  report('one', '14');
  expect(seen).toEqual(['9', '10', '12', '13']);
});
