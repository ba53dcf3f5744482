import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { handler } from '#functions/api/user/all.ts';
import { findPeople } from '#functions/domain/admin/find-people.ts';
import { foldText, searchTermsOf } from '#functions/domain/admin/search-terms.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { insert, update, type Store } from '#functions/ports/store.ts';
import { authWorld } from '#test/support/auth-world.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { createMemoryStore } from '#test/support/memory-store.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { nextPageOf, walkPages } from '#test/support/pages.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';
import { forgedCursor } from '#test/support/forged-cursor.ts';

endpointSuite('user.all', { handler, good: async () => ({}), refusals: {} });

/** A person with enough for a card. */
const funded = async (world: MoneyWorld, user: User): Promise<User> => {
  const wallet = await world.wallet(user);
  await world.store.commit([update('wallet', wallet, { availableCents: cents(5_000) })]);
  return user;
};

describe('GET /user/all', () => {
  const staged = async (...people: Partial<User>[]) => {
    const world = moneyWorld();
    const users: User[] = [];
    for (const changes of people) users.push(await world.cardholder(0, changes));
    const admin = await world.cardholder(0, {
      role: 'admin',
      email: 'root@satchel.test',
      firstname: 'Root',
      lastname: '~',
    });
    const list = (query: Record<string, string> = {}): Promise<RouteAnswer<'user.all'>> =>
      callRoute('user.all', handler, world.services, { as: admin, query });
    const search = async (text: string): Promise<string[]> =>
      (await list({ search: text })).reply.map(({ firstname }) => firstname);
    return { world, users, admin, list, search };
  };

  it('lists everybody newest first, with balance and holds, and no secret', async () => {
    const { world, users, admin, list } = await staged({ passwordHash: 'the-hash' });
    const rich = await world.cardholder(70_000);
    await world.openCard(rich);
    const { reply, body } = await list();
    expect(reply.map(({ _id }) => _id)).toEqual([rich.userId, admin.userId, users[0]?.userId]);
    expect(reply[0]).toMatchObject({ balance: 68_000, held: 0, role: 'user', verified: true });
    expect(JSON.stringify(body)).not.toMatch(/hash|session|referr/i);
  });

  it('comes page by page, without a gap and without an early end', async () => {
    const { list, users, admin } = await staged({}, {}, {}, {}, {}, {});
    const ids = [...users, admin].map(({ userId }) => userId).toReversed();
    for (const limit of [1, 2, 3, 6, 7, 100]) {
      const pages = await walkPages(list, limit);
      expect(pages.flat().map(({ _id }) => _id)).toEqual(ids);
      expect(pages).toHaveLength(Math.ceil(7 / limit));
    }
  });

  it('is searched by the beginning of address, first, last and full name, in any case and with any accents', async () => {
    const { search } = await staged(
      { email: 'countess@Example.com', firstname: 'Ada', lastname: 'Lovelace' },
      { email: 'grace@navy.mil', firstname: 'Grace', lastname: 'Hopper' },
      { email: 'jose@example.com', firstname: 'José', lastname: 'Ørsted Łuk' },
      { email: 'a_%*@example.com', firstname: 'Åsa', lastname: 'Adamsson' },
    );
    expect(await search('ada')).toEqual(['Åsa', 'Ada']);
    expect(await search('ADA L')).toEqual(['Ada']);
    expect(await search('  ada   lovelace ')).toEqual(['Ada']);
    expect(await search('lovelace')).toEqual(['Ada']);
    expect(await search('COUNTESS@example.COM')).toEqual(['Ada']);
    expect(await search('ORSTED luk')).toEqual(['José']);
    expect(await search('jose ør')).toEqual(['José']);
    expect(await search('asa')).toEqual(['Åsa']);
    expect(await search('a_%*')).toEqual(['Åsa']);
    for (const nothing of ['%', '*', 'velace', 'hopper@', 'ada#', '.*']) expect(await search(nothing)).toEqual([]);
    expect(await search(' ')).toHaveLength(5);
  });

  it('is searched with any apostrophe and any dash, whichever the name has', async () => {
    const { search, list, users } = await staged(
      { email: 'a@example.com', firstname: 'Ann', lastname: "O'Brien" },
      { email: 'b@example.com', firstname: 'Bea', lastname: 'O’Brien' },
      { email: 'c@example.com', firstname: 'Cid', lastname: 'Oʼbrien' },
      { email: 'd@example.com', firstname: 'Anne-Marie', lastname: 'D’Arcy' },
      { email: 'e@example.com', firstname: 'Eva‑Lou', lastname: 'Kim' },
      { email: 'anne-paul@example.com', firstname: 'Dan', lastname: 'Obrien' },
    );
    for (const mark of ["'", '’', '‘', 'ʼ', '´', '`']) {
      expect((await search(`o${mark}brien`)).toSorted()).toEqual(['Ann', 'Bea', 'Cid']);
    }
    for (const dash of ['-', '‐', '‑', '–']) {
      expect(await search(`d'arcy anne${dash}m`)).toEqual(['Anne-Marie']);
      expect(await search(`kim eva${dash}lou`)).toEqual(['Eva‑Lou']);
      expect((await search(`anne${dash}`)).toSorted()).toEqual(['Anne-Marie', 'Dan']);
    }
    const ids = users.slice(0, 3).map(({ userId }) => userId);
    for (const limit of [1, 2, 3]) {
      const pages = await walkPages((query) => list({ ...query, search: "O'Brien" }), limit);
      expect(pages.flat().map(({ _id }) => _id)).toEqual(ids.toReversed());
    }
  });

  it('shows a person whom two texts match only once, page by page', async () => {
    const twice = { email: 'sam@sam.example', firstname: 'Sam', lastname: 'Samson' };
    const { list, users } = await staged(twice, { ...twice, email: 'sam@other.example' }, twice, { firstname: 'Kim' });
    const ids = users
      .slice(0, 3)
      .map(({ userId }) => userId)
      .toReversed();
    for (const limit of [1, 2, 3]) {
      const pages = await walkPages((query) => list({ ...query, search: 'Sám' }), limit);
      expect(pages.flat().map(({ _id }) => _id)).toEqual(ids);
    }
  });

  it('names the search in the link to its next page, and takes a cursor for no other search', async () => {
    const { list } = await staged({ firstname: 'Ada' }, { firstname: 'Ada' });
    const next = nextPageOf(await list({ search: 'Ada', limit: '1' })) ?? {};
    expect(next).toMatchObject({ search: 'Ada', limit: '1' });
    expect((await list(next)).reply).toHaveLength(1);
    const { cursor = '' } = next;
    const refused = { status: 400, code: 'ValidationFailed', body: { fields: { cursor: expect.any(String) } } };
    expect(await list({ cursor })).toMatchObject(refused);
    expect(await list({ cursor, search: 'ad' })).toMatchObject(refused);
    expect(await list({ cursor: forgedCursor(cursor), search: 'Ada' })).toMatchObject(refused);
    for (const query of [{ limit: '0' }, { limit: '1001' }, { search: 'x'.repeat(101) }, { sort: 'email' }]) {
      expect(await list(query)).toMatchObject({ status: 400, code: 'ValidationFailed' });
    }
  });

  it('finds people by an id of theirs and by the end of a card number, whole and page by page', async () => {
    const { world, users, list } = await staged({}, {}, {});
    const [ada, kim, lee] = users;
    if (!ada || !kim || !lee) throw new Error('nobody');
    const card = await world.openCard(await funded(world, ada));
    await world.openCard(await funded(world, kim));
    const deposit = await openDeposit(world, lee, 5_000);
    const ids = async (search: string) => (await list({ search })).reply.map(({ _id }) => _id);
    expect(await ids(ada.userId)).toEqual([ada.userId]);
    expect(await ids(card.cardId.toLowerCase())).toEqual([ada.userId]);
    expect(await ids(deposit.depositId)).toEqual([lee.userId]);
    expect(await ids(deposit.paymentId ?? '')).toEqual([lee.userId]);
    for (const limit of [1, 2, 50]) {
      const pages = await walkPages((query) => list({ ...query, search: card.last4Digits }), limit);
      expect(pages.flat().map(({ _id }) => _id)).toEqual([kim.userId, ada.userId]);
    }
    for (const nobody of [idAt('usr', 7), idAt('crd', 7), idAt('dep', 7), '9999', 'f'.repeat(64)])
      expect(await ids(nobody)).toEqual([]);
  });

  it('finds the person who paid with a card by the reference of the payment at the issuer', async () => {
    const { world, users, search } = await staged({ firstname: 'Lee' }, { firstname: 'Kim' });
    const userId = users[1]?.userId;
    const line = { ...samples.cardTransaction, userId, kind: 'purchase' } as const;
    const uuid = 'b1d0c7f2-0000-4abc-8def-1234567890ab';
    await world.store.commit([
      insert('cardTransaction', { ...line, number: 1, reference: '9E21-44C7' }),
      insert('cardTransaction', { ...line, number: 2, reference: uuid }),
    ]);
    for (const text of ['9E21-44C7', ' 9E21-44C7 ', uuid]) expect(await search(text)).toEqual(['Kim']);
    for (const nothing of ['9E21', '9E21-44C8', '44C7']) expect(await search(nothing)).toEqual([]);
  });

  it('reads a page with the same number of calls, however many people there are', async () => {
    const world = moneyWorld();
    const admin = await world.cardholder(0, { role: 'admin' });
    for (let count = 0; count < 40; count += 1) await world.cardholder(0);
    const asked: string[] = [];
    const store = new Proxy(world.store, {
      get: (target, name) => {
        asked.push(String(name));
        return Reflect.get(target, name) as unknown;
      },
    });
    const request = { as: admin, query: { limit: '30' } };
    await callRoute('user.all', handler, { ...world.services, store }, request);
    const reads = (): string[] => asked.splice(0).filter((name) => name !== 'commit');
    expect(reads()).toEqual(['getBoth', 'listUsers', 'getMany']);
    await callRoute('user.all', handler, { ...world.services, store }, { ...request, query: { search: 'person' } });
    expect(reads()).toEqual(['getBoth', 'listSearchTerms', 'getMany', 'getMany']);
  });

  it('finds a person who has just signed up', async () => {
    const world = authWorld();
    const { userId } = await world.joined();
    const terms = world.store.all('searchTerm').filter((each) => each.userId === userId);
    expect(terms.map(({ term }) => term).toSorted()).toEqual(['ada lovelace', 'ada@example.com', 'lovelace ada']);
  });
});

describe('a search with more hits than one stretch', () => {
  it('shows everybody once, newest first within each stretch', async () => {
    const store: Store = createMemoryStore(manualClock());
    const people = Array.from({ length: 620 }, (_, place) => ({
      ...samples.user,
      userId: idAt('usr', place),
      email: `a${String((place * 7) % 620).padStart(4, '0')}@example.com`,
      // Found by the name too, in another stretch of the alphabet.
      firstname: `Az${place}`,
      lastname: 'Z',
    }));
    for (const user of people) {
      const terms = searchTermsOf(user).map((term) => insert('searchTerm', { term, userId: user.userId }));
      const wallet = insert('wallet', { ...samples.wallet, userId: user.userId });
      await store.commit([insert('user', user), wallet, ...terms]);
    }
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await findPeople(store, 'a', { limit: 90, cursor });
      expect(page.items.length).toBeLessThanOrEqual(90);
      found.push(...page.items.map(({ user }) => user.userId));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(found).toHaveLength(620);
    expect(new Set(found).size).toBe(620);
    expect(found.slice(0, 500)).toEqual(found.slice(0, 500).toSorted().toReversed());
  });
});

describe('a folded text', () => {
  it.each([
    ['  José  ØRSTED ', 'jose orsted'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ﬁne', 'fine'],
    ['李', '李'],
  ])('%j is %j', (text, folded) => expect(foldText(text)).toBe(folded));
});
