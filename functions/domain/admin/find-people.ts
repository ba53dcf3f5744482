import type { Id } from '#shared/ids.ts';
import type { SearchTerm, User } from '#functions/ports/entities/accounts.ts';
import type { Page, PageQuery, Store } from '#functions/ports/store.ts';
import { readPeople, type Person } from './read-people.ts';
import { searchTermsOf, spellingsOf } from './search-terms.ts';

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
  const spellings = spellingsOf(search);
  const terms = await listTerms(store, spellings, after);
  const found = [...new Set(terms.items.map((each) => each.userId))]
    .filter((id) => id < userId)
    .toSorted()
    .toReversed();
  const shown = found.slice(0, limit);
  const people = await readPeople(store, shown);
  // A person who has a matching text in an earlier stretch was shown there.
  const isNew = (user: User): boolean =>
    after === undefined ||
    searchTermsOf(user).every(
      (term) => !spellings.some((each) => term.startsWith(each)) || `${term}#${user.userId}` > after,
    );
  return {
    items: people.filter(({ user }) => isNew(user)),
    cursor:
      found.length > limit
        ? placeText({ after, userId: shown.at(-1) })
        : terms.cursor && placeText({ after: terms.cursor, userId: undefined }),
  };
}

/** Reads the texts that begin with one of the spellings, from a place on, to the end of one spelling's stretch. */
async function listTerms(
  store: Store,
  spellings: readonly string[],
  after: string | undefined,
): Promise<Page<SearchTerm>> {
  const pages = await Promise.all(
    spellings
      .filter((spelling) => after === undefined || spelling > after || after.startsWith(spelling))
      .map((spelling) =>
        store.listSearchTerms(spelling, {
          limit: stretch,
          cursor: after?.startsWith(spelling) ? after : undefined,
        }),
      ),
  );
  const end = pages.findIndex(({ cursor }) => cursor !== undefined);
  const read = end === -1 ? pages : pages.slice(0, end + 1);
  return { items: read.flatMap(({ items }) => items), cursor: read.at(-1)?.cursor };
}

function placeText(place: Place): string {
  return JSON.stringify([place.userId ?? '', place.after ?? '']);
}

function readPlace(cursor: string | undefined): Place {
  if (cursor === undefined) return { after: undefined, userId: undefined };
  const [userId, after] = JSON.parse(cursor) as [Id<'user'> | '', string];
  return { after: after || undefined, userId: userId || undefined };
}
