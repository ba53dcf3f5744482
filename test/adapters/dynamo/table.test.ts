import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tableDefinition } from '#infra/definition/table.ts';
import { cents } from '#shared/money.ts';
import { dueShards, indexAttributes, journalPartition, keyOf, patterns } from '#functions/adapters/dynamo/table.ts';
import type { EntityKind } from '#functions/ports/entities.ts';
import { journalShards } from '#functions/ports/store.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const sources = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8'));
const kinds = Object.keys(keyOf) as EntityKind[];

describe('the table', () => {
  it.each(kinds)('has no kind that no code creates: %s', (kind) => {
    const makes = new RegExp(`insert\\(\\s*'${kind}'`);
    expect(sources('functions/domain').some((text) => makes.test(text))).toBe(true);
  });

  it('is never scanned, neither by command nor by statement', () => {
    for (const text of sources('functions'))
      expect(text).not.toMatch(/\bScan(Command)?\b(?!IndexForward)|ExecuteStatement|PartiQL/);
  });

  it('gives every kind a key of its own', () => {
    const places = kinds.map((kind) => Object.values(keyOf[kind](samples[kind] as never)).join('|'));
    expect(new Set(places).size).toBe(kinds.length);
  });

  it('writes only index attributes that it defines', () => {
    const { indexes, ttlAttribute } = tableDefinition;
    const defined = new Set([ttlAttribute, ...indexes.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])]);
    for (const kind of kinds) {
      for (const name of Object.keys(indexAttributes(kind, samples[kind]))) expect(defined).toContain(name);
    }
    for (const { use } of patterns) expect(['table', ...indexes.map(({ name }) => name)]).toContain(use);
  });

  it('deletes every expiring item by its time to live, never early', () => {
    for (const kind of kinds) {
      const value = samples[kind];
      const { ttlAtSeconds } = indexAttributes(kind, value);
      if ('expiresAtMs' in value) expect(Number(ttlAtSeconds) * 1000).toBeGreaterThanOrEqual(value.expiresAtMs);
      else expect(ttlAtSeconds).toBeUndefined();
    }
  });

  it.each(['operation', 'deposit', 'card', 'wallet', 'referralAccount', 'notification', 'cardCodesKey'] as const)(
    'lists a %s while it is due, and no longer',
    (kind) => {
      expect(indexAttributes(kind, { ...samples[kind], dueAtMs: 5 })['gsi2pk']).toMatch(`DUE#${kind}#`);
      expect(indexAttributes(kind, { ...samples[kind], dueAtMs: undefined } as never)).not.toHaveProperty('gsi2pk');
    },
  );

  it.each(['subscriptions', 'closing'] as const)('lists %s that are due', (kind) => {
    expect(indexAttributes(kind, { ...samples[kind], dueAtMs: 5 })).toMatchObject({
      gsi2pk: expect.stringMatching(`DUE#${kind}#`) as string,
    });
  });

  it('lists a deposit for staff while it waits for them, even while its money is in transit', () => {
    const deposit = { ...samples.deposit, state: 'confirming', dueAtMs: 5, waitsSinceMs: undefined } as const;
    expect(indexAttributes('deposit', deposit)['gsi1pk']).toMatch('TRANSIT#');
    expect(indexAttributes('deposit', { ...deposit, waitsSinceMs: 7 })['gsi1pk']).toMatch('WAITS#deposit#');
  });

  it('lists a case for staff until it is closed', () => {
    expect(indexAttributes('case', { ...samples.case, state: 'waiting' })['gsi2pk']).toBe('OPENCASES#waiting');
    expect(indexAttributes('case', { ...samples.case, state: 'closed' })).not.toHaveProperty('gsi2pk');
  });

  it.each(['purchase', 'reversal', 'refund', 'fee'] as const)('lists a card’s %s in its owner’s history', (kind) => {
    const line = { ...samples.cardTransaction, kind };
    expect(indexAttributes('cardTransaction', line)['gsi1pk']).toBe(`CARDLINES#${line.userId}`);
  });

  it('spreads due items, and a day of the journal, over all of their shards', () => {
    const many = Array.from({ length: 200 }, (_, index) => index);
    const due = many.map((place) =>
      indexAttributes('operation', { ...samples.operation, operationId: idAt('op', place) }),
    );
    expect(new Set(due.map(({ gsi2pk }) => gsi2pk)).size).toBe(dueShards);
    const days = many.map((place) => indexAttributes('journal', { ...samples.journal, journalId: `j-${place}` }));
    expect(new Set(days.map(({ gsi1pk }) => gsi1pk))).toEqual(
      new Set(Array.from({ length: journalShards }, (_, shard) => journalPartition('2026-11-21', shard))),
    );
  });

  // Numbers next to which one more digit begins.
  const counts = Array.from({ length: 9 }, (_, digits) => [10 ** digits, 10 ** (digits + 1) - 1]).flat();
  const times = [0, 999, Date.UTC(2026, 10, 21), Date.UTC(2286, 10, 21)];
  it.each<[string, readonly number[], (number: number) => unknown]>([
    ["a card's transactions", counts, (number) => keyOf.cardTransaction({ ...samples.cardTransaction, number }).sk],
    ["an account's entries", counts, (sequence) => keyOf.entry({ ...samples.entry, sequence }).sk],
    ['the journal', times, (atMs) => indexAttributes('journal', { ...samples.journal, atMs })['gsi1sk']],
    ['what is due', times, (dueAtMs) => indexAttributes('operation', { ...samples.operation, dueAtMs })['gsi2sk']],
    ['cards to be caught up', times, (at) => indexAttributes('card', { ...samples.card, catchUpAtMs: at })['gsi1sk']],
    [
      'who deposited most',
      counts,
      (sum) => indexAttributes('userFigures', { ...samples.userFigures, fundedCents: cents(sum) })['gsi1sk'],
    ],
  ])('keeps %s in the order of its numbers', (_what, numbers, sortKeyOf) => {
    const sortKeys = numbers.map((number) => String(sortKeyOf(number)));
    expect(sortKeys).toEqual(sortKeys.toSorted());
    expect(new Set(sortKeys).size).toBe(numbers.length);
  });
});
