import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import type { Store } from '#functions/ports/store.ts';
import { isMisplaced } from './broken-form.ts';

/** Items of a list without copies that somebody laid under other keys, and these. */
export type Originals<T> = { readonly items: readonly T[]; readonly copies: readonly T[] };

/**
 * Takes out of a list what lies under another key than it names while the one that it names is there too: it is a copy,
 * and nothing that it says happened twice. An item without such a twin stays: it is the one, and something of it was changed.
 */
export function withoutCopies<K extends EntityKind>(
  store: Pick<Store, 'misfitsOf'>,
  kind: K,
  items: readonly Entities[K][],
  idOf: (item: Entities[K]) => unknown,
): Originals<Entities[K]> {
  const misplaced = new Set(items.filter((item) => isMisplaced(store, kind, item)));
  if (misplaced.size === 0) return { items, copies: [] };
  const inPlace = new Set(items.filter((item) => !misplaced.has(item)).map(idOf));
  const isCopy = (item: Entities[K]): boolean => misplaced.has(item) && inPlace.has(idOf(item));
  return { items: items.filter((item) => !isCopy(item)), copies: items.filter(isCopy) };
}
