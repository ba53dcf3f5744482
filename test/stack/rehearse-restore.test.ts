import { expect, it } from 'vitest';

import { runRehearsal } from '#test/proofs/restore/run-rehearsal.ts';

it('a lost table comes back from its backup: no cent that a provider knows is lost or doubled', async () => {
  const lines: string[] = [];
  const { items, found, violations } = await runRehearsal(1, (line) => lines.push(line));
  expect(violations, lines.join('\n')).toEqual([]);
  expect(items).toBeGreaterThan(100);
  // The one load that only the issuer and the lost table knew.
  expect(found).toEqual([expect.stringMatching(/^CARD_BALANCE crd_/)]);
});
