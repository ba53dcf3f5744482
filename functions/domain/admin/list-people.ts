import type { Services } from '#functions/ports/services.ts';
import type { Page, PageQuery } from '#functions/ports/store.ts';
import { findPeople } from './find-people.ts';
import type { Person } from './read-people.ts';

/**
 * Reads a page of all people, newest first, or of those whose email address or name begins with `search` (folded, '' for
 * all). The number of round trips depends on the page, not on the number of accounts.
 */
export async function listPeople(
  { store }: Pick<Services, 'store'>,
  search: string,
  page: PageQuery,
): Promise<Page<Person>> {
  if (search !== '') return findPeople(store, search, page);
  const { items, cursor } = await store.listUsers(page);
  const wallets = await store.getMany('wallet', items);
  const people = items.map((user, index): Person => {
    const wallet = wallets[index];
    if (!wallet) throw new Error(`no wallet: ${user.userId}`);
    return { user, wallet };
  });
  return { items: people, cursor };
}
