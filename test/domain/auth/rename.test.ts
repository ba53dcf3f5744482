import { beforeEach, describe, expect, it } from 'vitest';
import { rename } from '#functions/domain/auth/rename.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

let world: MoneyWorld;
let user: User;
beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(0, { firstname: 'Grace', lastname: 'Murray' });
});

const terms = (): string[] =>
  world.store
    .all('searchTerm')
    .filter(({ userId }) => userId === user.userId)
    .map(({ term }) => term)
    .toSorted();

describe('renaming', () => {
  it('stores both names and replaces the search terms in the same write', async () => {
    const commits: string[][] = [];
    await rename(world.services, user.userId, { firstname: 'Grace', lastname: 'Murray' });
    world.store.beforeCommit = (writes) => void commits.push(writes.map(({ kind }) => kind));
    await rename(world.services, user.userId, { firstname: 'Grace', lastname: 'Hopper' });
    expect(await world.store.get('user', { userId: user.userId })).toMatchObject({
      firstname: 'Grace',
      lastname: 'Hopper',
      updatedAtMs: world.clock.now(),
    });
    expect(commits).toHaveLength(1);
    expect(terms()).toEqual(['grace hopper', 'hopper grace', user.email]);
  });

  it('changes nothing when the names are the present ones', async () => {
    const before = await world.store.get('user', { userId: user.userId });
    world.clock.advance(1_000);
    const after = await rename(world.services, user.userId, { firstname: 'Grace', lastname: 'Murray' });
    expect(after).toEqual(before);
  });

  it('keeps names and search terms consistent when two renames run at the same time', async () => {
    await Promise.all([
      rename(world.services, user.userId, { firstname: 'Anna', lastname: 'One' }),
      rename(world.services, user.userId, { firstname: 'Berta', lastname: 'Two' }),
    ]);
    const { firstname, lastname } = (await world.store.get('user', { userId: user.userId })) ?? user;
    expect(terms()).toEqual(
      [
        ...new Set([user.email, `${firstname} ${lastname}`.toLowerCase(), `${lastname} ${firstname}`.toLowerCase()]),
      ].toSorted(),
    );
  });

  it('refuses a person that does not exist', async () => {
    await expect(
      rename(world.services, 'usr_01J00000000000000000000000', { firstname: 'A', lastname: 'B' }),
    ).rejects.toMatchObject({ code: 'NotFound' });
  });
});
