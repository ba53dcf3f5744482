import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import type { Store } from '#functions/ports/store.ts';
import { person, type Break } from './break.ts';

/**
 * Returns the break of an item that is not as the store last wrote it: a field was changed past the store (its checksum
 * differs), or it lies under another key or in other lists than its fields name. Undefined for every other item. No
 * write in flight can cause it, because an item is always written whole.
 */
export function brokenForm<K extends EntityKind>(
  { integrityErrorsOf }: Pick<Store, 'integrityErrorsOf'>,
  kind: K,
  id: string,
  item: Entities[K] | undefined,
  { ownerId, atMs }: Pick<Break, 'ownerId' | 'atMs'>,
): Break | undefined {
  const evidence = item === undefined ? {} : integrityErrorsOf(kind, item);
  if (Object.keys(evidence).length === 0) return undefined;
  const isChanged = 'seal' in evidence;
  return {
    part: 'internal',
    class: isChanged ? 'HASH' : 'INDEX',
    subject: `${kind}:${id}`,
    ownerId,
    cents: 0,
    atMs,
    evidence,
    proposal: isChanged
      ? person(`find out who wrote to the table, and restore the ${kind} from the point-in-time backup`)
      : person(`find out who wrote to the table; where the ${kind} is a copy, remove it, else write it again as it is`),
  };
}

/** True for an item that lies under another key than its own fields say. */
export function isMisplaced<K extends EntityKind>(
  store: Pick<Store, 'integrityErrorsOf'>,
  kind: K,
  item: Entities[K],
): boolean {
  const errors = store.integrityErrorsOf(kind, item);
  return 'pk' in errors || 'sk' in errors;
}
