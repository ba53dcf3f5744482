import type { Id } from '#shared/ids.ts';
import { searchFormOf } from '#shared/search-form.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Page, PageQuery, Store } from '#functions/ports/store.ts';
import { readPeople, type Person } from './read-people.ts';

/**
 * Finds people by an id or by the last four digits of a card, in three round trips at most. An id is ours (person,
 * card, deposit, operation), the provider's, a transfer's, or the issuer's for a card payment. Undefined for other
 * texts, which are searched as the beginning of an address or a name.
 */
export async function findPeopleBy(store: Store, typed: string, page: PageQuery): Promise<Page<Person> | undefined> {
  const form = searchFormOf(typed);
  switch (form?.by) {
    case 'person':
      return these(store, [form.id as Id<'user'>]);
    case 'card': {
      const owner = await store.get('cardOwner', { cardId: form.id as Id<'card'> });
      return these(store, owner ? [owner.userId] : []);
    }
    case 'id': {
      const { items } = await store.listAllActivity({ limit: 1, beginAt: form.id as ActivityLine['subjectId'] });
      return these(
        store,
        items.filter(({ subjectId }) => subjectId === form.id).map(({ userId }) => userId),
      );
    }
    case 'reference': {
      const references = await store.listDepositReferences(form.reference);
      if (references.length === 0) return ofPurchase(store, typed.trim());
      return these(
        store,
        references.map(({ userId }) => userId),
      );
    }
    case 'words':
      return form.words.length === 1 && /\d/.test(typed) ? ofPurchase(store, typed.trim()) : undefined;
    case 'last-four': {
      const { items, cursor } = await store.listCardsByLastFour(form.digits, page);
      const { items: people } = await these(
        store,
        items.map(({ userId }) => userId),
      );
      return { items: people, cursor };
    }
    default:
      return undefined;
  }
}

/** Returns the people whose cards have a payment or refund with this reference of the issuer; undefined for none. */
async function ofPurchase(store: Store, reference: string): Promise<Page<Person> | undefined> {
  const lines = await store.listCardLinesByReference(reference);
  const owners = lines.flatMap(({ userId }) => userId ?? []);
  return owners.length === 0 ? undefined : these(store, owners);
}

async function these(store: Store, userIds: readonly Id<'user'>[]): Promise<Page<Person>> {
  return { items: await readPeople(store, [...new Set(userIds)]), cursor: undefined };
}
