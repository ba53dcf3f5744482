import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import { creditedReference } from '#functions/domain/deposits/deposit-references.ts';
import { foldText, spellingsOf } from '#functions/domain/admin/search-terms.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Page, Store, TimedPageQuery, PageQuery } from '#functions/ports/store.ts';
import { isWanted, type ActivityFilter } from './activity-filter.ts';

/**
 * The wanted lines of a page. `reachedMs` is the time of the oldest line searched; undefined at the end of the list.
 */
export type FoundActivity = Page<ActivityLine> & { readonly reachedMs: number | undefined };

/** Maximum age of an id when its line is stored, in milliseconds: ids are made a moment earlier. */
export const idSlackMs = 60_000;

/** Maximum number of people whose activity lines are listed by the beginning of an email address. */
const peopleMax = 20;

const nothing: FoundActivity = { items: [], cursor: undefined, reachedMs: undefined };

/**
 * True for the id of an adjustment. Its line is stored under another id, so the list is searched for the line whose `tid`
 * it is.
 */
export function isOfAdjustment({ id }: { readonly id: string }): boolean {
  return id.startsWith('adj_');
}

function startOf({ toMs }: ActivityFilter, page: PageQuery): TimedPageQuery {
  return toMs === undefined ? page : { ...page, beforeMs: toMs + idSlackMs };
}

/** Keeps the wanted lines of a page of a list that is in the order of time. */
function keepWanted(
  filter: ActivityFilter,
  { items, cursor }: Page<ActivityLine>,
  cardOf: (line: ActivityLine) => Card | undefined,
): FoundActivity {
  const last = items.at(-1);
  const isOver = cursor === undefined || last === undefined || last.createdAtMs < (filter.fromMs ?? 0) - idSlackMs;
  return {
    items: items.filter((line) => isWanted(filter, line, cardOf(line))),
    cursor: isOver ? undefined : cursor,
    reachedMs: isOver ? undefined : last.createdAtMs,
  };
}

/**
 * Returns the lines of the deposits with this id of the provider or of a transfer; undefined when no deposit has it.
 * Deposits from before references were stored are not found.
 */
export async function findByReference(
  store: Store,
  reference: string,
  filter: ActivityFilter,
  ownerId?: Id<'user'>,
): Promise<FoundActivity | undefined> {
  const references = await store.listDepositReferences(reference);
  const keys = references
    .filter(({ userId }) => ownerId === undefined || userId === ownerId)
    .map(({ userId, depositId }) => ({ userId, subjectId: depositId }));
  if (keys.length === 0) return undefined;
  const lines = await store.getMany('movement', keys);
  const others = { ...filter, search: undefined };
  const items = lines.filter((each) => each !== undefined).filter((each) => isWanted(others, each, undefined));
  return { ...nothing, items };
}

/**
 * Reads a page of the wanted lines of one person's activity: one round trip, and one more for an id of the provider.
 */
export async function findActivityOf(
  store: Store,
  userId: Id<'user'>,
  filter: ActivityFilter,
  page: PageQuery,
): Promise<FoundActivity> {
  const { search } = filter;
  if (search?.by === 'id' && !isOfAdjustment(search)) {
    const line = await store.get('movement', { userId, subjectId: search.id as ActivityLine['subjectId'] });
    return line && isWanted(filter, line, undefined) ? { ...nothing, items: [line] } : nothing;
  }
  if (search?.by === 'reference' && page.cursor === undefined) {
    const found = await findByReference(store, search.reference, filter, userId);
    if (found) return found;
  }
  const byCard = search?.by === 'last-four' || search?.by === 'words';
  const [lines, cards] = await Promise.all([
    store.listActivity(userId, startOf(filter, page)),
    byCard ? store.listCards(userId) : [],
  ]);
  return keepWanted(filter, lines, ({ cardId }) => cards.find((card) => card.cardId === cardId));
}

/**
 * Reads a page of the wanted lines of everybody's activity, in two round trips at most. Ids, amounts, email addresses,
 * the last four digits of a card and a name that only one person has lead to the lines by an index. For anything else a
 * page of the whole list is searched.
 */
export async function findAllActivity(store: Store, filter: ActivityFilter, page: PageQuery): Promise<FoundActivity> {
  const { search } = filter;
  switch (search?.by) {
    case 'id': {
      if (isOfAdjustment(search)) {
        const adjustment = await store.get('adjustment', { adjustmentId: search.id as Id<'adjustment'> });
        return adjustment ? findActivityOf(store, adjustment.userId, filter, page) : nothing;
      }
      const { items: found } = await store.listAllActivity({
        limit: 1,
        beginAt: search.id as ActivityLine['subjectId'],
      });
      const items = found.filter((line) => isWanted(filter, line, undefined));
      return { ...nothing, items };
    }
    case 'person':
      return findActivityOf(store, search.id as Id<'user'>, { ...filter, search: undefined }, page);
    case 'reference': {
      const found = page.cursor === undefined && (await findByReference(store, search.reference, filter));
      return found || keepWanted(filter, await store.listAllActivity(startOf(filter, page)), () => undefined);
    }
    case 'amount':
      return findByAmount(store, search.cents, filter, page);
    case 'email':
      return findByEmail(store, search.text, filter, page);
    case 'card': {
      const owner = await store.get('cardOwner', { cardId: search.id as Id<'card'> });
      return owner ? findActivityOf(store, owner.userId, filter, page) : nothing;
    }
    case 'last-four':
      return findByLastFour(store, search.digits, filter, page);
    case 'words':
      return findByName(store, foldText(search.words.join(' ')), filter, page);
    default:
      return keepWanted(filter, await store.listAllActivity(startOf(filter, page)), () => undefined);
  }
}

/**
 * Returns the lines with this amount. The first page also has the deposits that were credited this amount although
 * another one was asked for. Their index is by month: a query of at most 31 days touches three months at most.
 */
async function findByAmount(
  store: Store,
  amountCents: Cents,
  filter: ActivityFilter,
  page: PageQuery,
): Promise<FoundActivity> {
  const { fromMs = 0, toMs = 0 } = filter;
  const span = { fromMs: fromMs - idSlackMs, toMs: toMs + idSlackMs };
  const months = [span.fromMs, (span.fromMs + span.toMs) / 2, span.toMs].map((ms) =>
    creditedReference(amountCents, Math.max(0, ms)),
  );
  const [asked, ...credited] = await Promise.all([
    store.listActivityByAmount(amountCents, { ...page, ...span }),
    ...(page.cursor === undefined ? [...new Set(months)] : []).map((name) => findByReference(store, name, filter)),
  ]);
  const others = credited.flatMap((found) => found?.items ?? []);
  const items = [...asked.items, ...others].filter((line) => isWanted(filter, line, undefined));
  const last = asked.items.at(-1);
  return {
    items: items.toSorted((a, b) => b.createdAtMs - a.createdAtMs),
    cursor: asked.cursor,
    reachedMs: asked.cursor === undefined ? undefined : last?.createdAtMs,
  };
}

/**
 * Lists the activity of the cards with these last four digits, newest card first. A page has lines of one card and
 * reads only its owner's list. The cursor names the card before it and the place in the owner's list.
 */
async function findByLastFour(
  store: Store,
  digits: string,
  filter: ActivityFilter,
  { limit, cursor }: PageQuery,
): Promise<FoundActivity> {
  const [, after, rest] = /^([^|]*)\|(.*)$/.exec(cursor ?? '') ?? [];
  const cards = await store.listCardsByLastFour(digits, { limit: 1, cursor: after || undefined });
  const [card] = cards.items;
  if (card === undefined) return nothing;
  const { cardId, userId } = card;
  const ofCard = { ...filter, search: { by: 'card', id: cardId } } as const;
  const found = await findActivityOf(store, userId, ofCard, { limit, cursor: rest || undefined });
  if (found.cursor !== undefined) return { ...found, cursor: `${after ?? ''}|${found.cursor}` };
  return { ...found, cursor: cards.cursor === undefined ? undefined : `${cards.cursor}|` };
}

/**
 * Returns the list of the only person with this whole name; if no one or several people have it, the list of everybody,
 * searched for the words. The cursor of a person's list begins with the person.
 */
async function findByName(store: Store, name: string, filter: ActivityFilter, page: PageQuery): Promise<FoundActivity> {
  const [, known, rest] = /^([^|]+)\|(.*)$/.exec(page.cursor ?? '') ?? [];
  const userId = known ?? (page.cursor === undefined ? await onlyOneOf(store, name) : undefined);
  if (userId === undefined) {
    return keepWanted(filter, await store.listAllActivity(startOf(filter, page)), () => undefined);
  }
  const own = { limit: page.limit, cursor: rest };
  const found = await findActivityOf(store, userId as Id<'user'>, { ...filter, search: undefined }, own);
  return found.cursor === undefined ? found : { ...found, cursor: `${userId}|${found.cursor}` };
}

async function onlyOneOf(store: Store, name: string): Promise<string | undefined> {
  if (name === '') return undefined;
  const spellings = spellingsOf(name);
  const pages = await Promise.all(spellings.map((each) => store.listSearchTerms(each, { limit: peopleMax })));
  const named = pages.flatMap(({ items }) => items).filter(({ term }) => spellings.includes(term));
  const ids = new Set(named.map(({ userId }) => userId));
  return ids.size === 1 ? [...ids][0] : undefined;
}

/**
 * Lists the activity of the only person with this address; for several people, searches everybody's. The cursor says
 * which.
 */
async function findByEmail(
  store: Store,
  prefix: string,
  filter: ActivityFilter,
  { limit, cursor }: PageQuery,
): Promise<FoundActivity> {
  const [, known, rest] = /^([^|]*)\|(.*)$/.exec(cursor ?? '') ?? [];
  const userId = known ?? (await onlyPerson(store, prefix));
  if (userId === undefined) return nothing;
  const page = { limit, cursor: rest };
  const found =
    userId === ''
      ? keepWanted(filter, await store.listAllActivity(startOf(filter, page)), () => undefined)
      : await findActivityOf(store, userId as Id<'user'>, { ...filter, search: undefined }, page);
  return found.cursor === undefined ? found : { ...found, cursor: `${userId}|${found.cursor}` };
}

/**
 * Returns the id of the only person with this address or, if nobody has it, this beginning of one; '' for several
 * people, undefined for none.
 */
async function onlyPerson(store: Store, prefix: string): Promise<string | undefined> {
  const { items } = await store.listSearchTerms(prefix, { limit: peopleMax });
  const exact = items.filter(({ term }) => term === prefix);
  const ids = new Set((exact.length > 0 ? exact : items).map(({ userId }) => userId));
  return ids.size > 1 ? '' : [...ids][0];
}
