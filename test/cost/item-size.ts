import { tableDefinition } from '#infra/definition/table.ts';
import type { Item } from '#test/simulation/engine/expression.ts';

/**
 * Returns the size of an item in bytes by DynamoDB's documented rules: names and values, 3 bytes for a list or map, and
 * 1 for each of its elements.
 */
export function itemBytes(item: Item): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(item)) {
    if (value !== undefined) bytes += Buffer.byteLength(name) + valueBytes(value);
  }
  return bytes;
}

function valueBytes(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return Buffer.byteLength(value);
    case 'number':
      // One byte per two digits, and two more: the larger size that the documentation allows.
      return Math.ceil(String(Math.abs(value)).replace('.', '').length / 2) + 2;
    case 'object': {
      if (value === null) return 1;
      const elements = Array.isArray(value) ? value : Object.values(value);
      const inner = elements.reduce((sum: number, each) => sum + 1 + (each === undefined ? 0 : valueBytes(each)), 0);
      const names = Array.isArray(value)
        ? 0
        : Object.keys(value).reduce((sum, name) => sum + Buffer.byteLength(name), 0);
      return 3 + inner + names;
    }
    default:
      return 1;
  }
}

/**
 * Returns the read units of bytes that are read together: one for each 4 kB, half as many when the read is not
 * consistent.
 */
export function readUnits(bytes: number, isConsistent: boolean): number {
  return Math.max(1, Math.ceil(bytes / 4_096)) * (isConsistent ? 1 : 0.5);
}

/** Returns the table's write units for a write of one item: one for each kB of the larger image. */
export function plainUnits(before: Item | undefined, after: Item | undefined): number {
  const bytes = Math.max(before ? itemBytes(before) : 0, after ? itemBytes(after) : 0);
  return Math.max(1, Math.ceil(bytes / 1_024));
}

/** Returns the table's write units for one action of a transaction: twice those of a single write. */
export function transactionUnits(before: Item | undefined, after: Item | undefined): number {
  return 2 * plainUnits(before, after);
}

/**
 * Returns the write units of the indexes for a change of an item. Indexes hold whole items and follow outside of the
 * transaction. A new or changed entry is one write; an entry that moves is a removal and a write.
 */
export function indexUnits(before: Item | undefined, after: Item | undefined): number {
  const write = (item: Item): number => Math.max(1, Math.ceil(itemBytes(item) / 1_024));
  let units = 0;
  for (const { partitionKey, sortKey } of tableDefinition.indexes) {
    const placeOf = (item: Item | undefined): string | undefined =>
      item?.[partitionKey] === undefined ? undefined : JSON.stringify([item[partitionKey], item[sortKey]]);
    const [from, to] = [placeOf(before), placeOf(after)];
    if (before && from !== undefined && from !== to) units += write(before);
    if (after && to !== undefined) units += Math.max(write(after), before && from === to ? write(before) : 0);
  }
  return units;
}
