import type { EntityKeys } from './entities.ts';

/** The key of a new item in the table's stream. Its fields are read from the table. */
export type TableChange =
  | { readonly kind: 'journal'; readonly key: EntityKeys['journal'] }
  | { readonly kind: 'user'; readonly key: EntityKeys['user'] }
  | { readonly kind: 'reward'; readonly key: EntityKeys['reward'] };
