import { hash } from 'node:crypto';
import type { Entities, EntityKind } from '#functions/ports/entities.ts';

/** Number of characters kept of a checksum: 96 bits, so that no two versions of an item share one by chance. */
const checksumLength = 16;

/**
 * Returns the checksum of an entity, stored as `seal`: base64url SHA-256 over its kind and all its fields, its version
 * included. Every write computes it, so a field that was edited past the store no longer fits. The checksum is no
 * signature: it finds edits, but not an intruder who runs this code.
 */
export function checksumOf(kind: EntityKind, value: Entities[EntityKind]): string {
  return hash('sha256', JSON.stringify([kind, inOrder(value)]), 'base64url').slice(0, checksumLength);
}

/**
 * Returns the value with its fields in the order of their names and without undefined ones, as the table returns it.
 */
function inOrder(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const fields = value as Readonly<Record<string, unknown>>;
  const ordered: [string, unknown][] = [];
  // Runs for each write and each read of a reconciliation: a loop takes a third less time than lists of lists.
  for (const name of Object.keys(fields).toSorted()) {
    const field = fields[name];
    if (field !== undefined) ordered.push([name, inOrder(field)]);
  }
  return ordered;
}
