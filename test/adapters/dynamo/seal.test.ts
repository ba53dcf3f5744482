import { expect, it } from 'vitest';
import { sealOf } from '#functions/adapters/dynamo/seal.ts';
import { samples } from '#test/support/sample-entities.ts';

it('is the same for the same fields in whatever order, as the table gives them back', () => {
  const { deposit } = samples;
  const shuffled = Object.fromEntries(Object.entries(deposit).toReversed()) as typeof deposit;
  expect(sealOf('deposit', shuffled)).toBe(sealOf('deposit', deposit));
  expect(sealOf('deposit', { ...deposit, reviewReason: undefined, decision: undefined })).toBe(
    sealOf('deposit', JSON.parse(JSON.stringify({ ...deposit, reviewReason: undefined, decision: undefined }))),
  );
});

it('is another for any other field, the version and what lies within one among them, and for another kind', () => {
  const { deposit } = samples;
  const seals = [
    sealOf('deposit', deposit),
    sealOf('deposit', { ...deposit, version: deposit.version + 1 }),
    sealOf('deposit', { ...deposit, surplusCents: (deposit.surplusCents + 1) as never }),
    sealOf('deposit', { ...deposit, events: deposit.events.map((event) => ({ ...event, atMs: event.atMs + 1 })) }),
    sealOf('operation', deposit),
  ];
  expect(new Set(seals).size).toBe(seals.length);
});
