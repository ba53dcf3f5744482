import type { EntityKeys } from './entities.ts';

/** A new item that the table's stream tells of: where to find it. What it holds is read from the table. */
export type TableChange =
  | { readonly kind: 'journal'; readonly key: EntityKeys['journal'] }
  | { readonly kind: 'user'; readonly key: EntityKeys['user'] }
  | { readonly kind: 'reward'; readonly key: EntityKeys['reward'] };
