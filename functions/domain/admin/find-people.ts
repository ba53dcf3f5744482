import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Page, PageQuery, Store } from '#functions/ports/store.ts';
import { readPeople, type Person } from './read-people.ts';
import { searchTermsOf } from './search-terms.ts';

/**
 * Maximum number of search texts that are read at once and put in order of time. A search with more texts returns people
 * newest first within each such stretch of the alphabet.
 */
const stretch = 500;

/** The end of a page: the text before its stretch, and the last person shown while the stretch has more. */
type Place = { readonly after: string | undefined; readonly userId: Id<'user'> | undefined };

/** Returns a page of the people who have a text that begins with `search`, which is folded and not empty. */
export async function findPeople(store: Store, search: string, { limit, cursor }: PageQuery): Promise<Page<Person>> {
  const { after, userId = '~' } = readPlace(cursor);
  const terms = await store.listSearchTerms(search, { limit: stretch, cursor: after });
  const found = [...new Set(terms.items.map((each) => each.userId))]
    .filter((id) => id < userId)
    .toSorted()
    .toReversed();
  const shown = found.slice(0, limit);
  const people = await readPeople(store, shown);
  // A person who has a matching text in an earlier stretch was shown there.
  const isNew = (user: User): boolean =>
    after === undefined ||
    searchTermsOf(user).every((term) => !term.startsWith(search) || `${term}#${user.userId}` > after);
  return {
    items: people.filter(({ user }) => isNew(user)),
    cursor:
      found.length > limit
        ? placeText({ after, userId: shown.at(-1) })
        : terms.cursor && placeText({ after: terms.cursor, userId: undefined }),
  };
}

function placeText(place: Place): string {
  return JSON.stringify([place.userId ?? '', place.after ?? '']);
}

function readPlace(cursor: string | undefined): Place {
  if (cursor === undefined) return { after: undefined, userId: undefined };
  const [userId, after] = JSON.parse(cursor) as [Id<'user'> | '', string];
  return { after: after || undefined, userId: userId || undefined };
}
