import { expect, it } from 'vitest';
import { driveDueUsers } from '#functions/domain/auth/drive-due-users.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { insert } from '#functions/ports/store.ts';
import { authWorld } from '#test/support/auth-world.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';

it('takes up every mail about a changed address in one run, however many they are', async () => {
  const world = authWorld();
  const dueAtMs = world.clock.now();
  for (let place = 1; place <= 450; place += 1) {
    const email = `${place}@old.example`;
    const change = { email, emailHash: email, codeHash: email, atMs: 0, untilMs: 0, mailDueAtMs: dueAtMs };
    const emailChanges = [change] as unknown as NonNullable<User['emailChanges']>;
    await world.store.commit([
      insert('user', { ...samples.user, userId: idAt('usr', place), factorReset: undefined, emailChanges }),
    ]);
  }
  expect(await driveDueUsers(world.services)).toEqual({ driven: 450, failed: 0 });
});
