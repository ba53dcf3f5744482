import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import type { Store } from '#functions/ports/store.ts';
import { isMisplaced } from '#functions/domain/reconciliation/broken-form.ts';

/** The items of a list, and the copies of them under other keys. */
export type Originals<T> = { readonly items: readonly T[]; readonly copies: readonly T[] };

/**
 * Separates copies from a list: items under another key than their fields name, while the original lies under that key.
 * The content of a copy did not happen twice. A misplaced item without such an original stays: it is the original,
 * edited.
 */
export function withoutCopies<K extends EntityKind>(
  store: Pick<Store, 'integrityErrorsOf'>,
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
