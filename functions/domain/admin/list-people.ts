import type { Services } from '#functions/ports/services.ts';
import type { Page, PageQuery } from '#functions/ports/store.ts';
import { findPeople } from './find-people.ts';
import { findPeopleBy } from './find-people-by.ts';
import type { Person } from './read-people.ts';
import { foldText } from './search-terms.ts';

/**
 * Reads a page of all people, newest first, or of those whom `search` finds ('' for all): by an id, the end of a card's
 * number, or the beginning of an address or a name. The number of round trips depends on the page, not on the number of
 * accounts.
 */
export async function listPeople(
  { store }: Pick<Services, 'store'>,
  search: string,
  page: PageQuery,
): Promise<Page<Person>> {
  const folded = foldText(search);
  if (folded !== '') return (await findPeopleBy(store, search, page)) ?? findPeople(store, folded, page);
  const { items, cursor } = await store.listUsers(page);
  const wallets = await store.getMany('wallet', items);
  const people = items.map((user, index): Person => {
    const wallet = wallets[index];
    if (!wallet) throw new Error(`no wallet: ${user.userId}`);
    return { user, wallet };
  });
  return { items: people, cursor };
}
