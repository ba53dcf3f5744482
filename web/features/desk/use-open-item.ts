import { useState } from 'react';

/**
 * Returns the item of a list whose dialog is open. One that has left the list meanwhile, by another's decision, is returned
 * as it was: its dialog says why the person's own decision was refused.
 */
export function useOpenItem<Item extends { readonly _id: string }>(
  items: readonly Item[] | undefined,
  open: string | null,
): Item | undefined {
  const [kept, keep] = useState<Item>();
  const found = items?.find(({ _id }) => _id === open) ?? kept;
  if (found !== kept) keep(found);
  return found?._id === open ? found : undefined;
}
