import { expect, it } from 'vitest';
import { setTerms, termsOf } from '#bin/set-referral-terms.ts';
import { authWorld } from '#test/support/auth-world.ts';

it('bin/set-referral-terms.ts undoes by one word what another one set, and leaves the rest', async () => {
  const world = authWorld();
  const user = await world.joined();
  const { store, keys, clock } = world.services;
  const set = async (word: string) => {
    await setTerms({ store, keys, clock }, user.email.toUpperCase(), termsOf[word] ?? {});
    const { isPremium, isAutomatic } = (await store.get('referralAccount', user)) ?? {};
    return [isPremium, isAutomatic];
  };
  expect(await set('premium')).toEqual([true, false]);
  expect(await set('automatic')).toEqual([true, true]);
  expect(await set('standard')).toEqual([false, true]);
  expect(await set('on-request')).toEqual([false, false]);
});
