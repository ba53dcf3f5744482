import { expect, it } from 'vitest';
import { checksumOf } from '#functions/adapters/dynamo/checksum.ts';
import { samples } from '#test/support/sample-entities.ts';

it('a checksum is the same for the same fields in any order, because the table changes their order', () => {
  const { deposit } = samples;
  const shuffled = Object.fromEntries(Object.entries(deposit).toReversed()) as typeof deposit;
  expect(checksumOf('deposit', shuffled)).toBe(checksumOf('deposit', deposit));
  expect(checksumOf('deposit', { ...deposit, reviewReason: undefined, decision: undefined })).toBe(
    checksumOf('deposit', JSON.parse(JSON.stringify({ ...deposit, reviewReason: undefined, decision: undefined }))),
  );
});

it('a checksum changes with the kind and with every field, the version and nested fields included', () => {
  const { deposit } = samples;
  const checksums = [
    checksumOf('deposit', deposit),
    checksumOf('deposit', { ...deposit, version: deposit.version + 1 }),
    checksumOf('deposit', { ...deposit, surplusCents: (deposit.surplusCents + 1) as never }),
    checksumOf('deposit', { ...deposit, events: deposit.events.map((event) => ({ ...event, atMs: event.atMs + 1 })) }),
    checksumOf('operation', deposit),
  ];
  expect(new Set(checksums).size).toBe(checksums.length);
});
