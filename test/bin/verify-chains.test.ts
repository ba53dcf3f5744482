import { describe, expect, it } from 'vitest';
import { chainsOf } from '../../bin/verify-chains.ts';
import { authWorld } from '#test/support/auth-world.ts';

describe('bin/verify-chains.ts', () => {
  it('verifies the accounts of one person, and passes nobody for sound whom the table does not know', async () => {
    const world = authWorld();
    const { userId } = await world.joined();
    const { store } = world.services;
    expect(await chainsOf(store, userId).next()).toMatchObject({ value: { ownerId: userId, broken: undefined } });
    const lost = 'usr_01JD0000000000000000000000';
    await expect(chainsOf(store, lost).next()).rejects.toThrow(`${lost} has no account in this table.`);
  });
});
