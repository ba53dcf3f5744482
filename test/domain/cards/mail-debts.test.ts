import { expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { mailDebts } from '#functions/domain/cards/mail-debts.ts';
import { insert } from '#functions/ports/store.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';

/** A world in which this number of people have begun to owe money. */
async function owing(people: number) {
  const world = moneyWorld();
  for (let place = 1; place <= people; place += 1) {
    const userId = idAt('usr', place);
    const email = `${place}@example.com`;
    await world.store.commit([
      insert('user', { ...samples.user, userId, email, erasedAtMs: undefined, mailReturned: undefined }),
      insert('wallet', { ...samples.wallet, userId, debtCents: cents(100), dueAtMs: world.clock.now() }),
    ]);
  }
  return world;
}

it('mails everybody who owes money in one run, however many they are', async () => {
  const world = await owing(450);
  expect(await mailDebts(world.services)).toEqual({ mails: 450, failed: 0 });
  expect(new Set(world.mails.map(({ to }) => to)).size).toBe(450);
});

it('begins no mail after its time, and the next run sends the rest', async () => {
  const world = await owing(40);
  const mailer = {
    ...world.services.mailer,
    send: async (...mail: Parameters<typeof world.services.mailer.send>) => {
      world.clock.advance(4_000);
      await world.services.mailer.send(...mail);
    },
  };
  const { mails } = await mailDebts({ ...world.services, mailer });
  expect(mails).toBeGreaterThan(0);
  expect(mails).toBeLessThan(40);
  expect(await mailDebts(world.services)).toEqual({ mails: 40 - mails, failed: 0 });
});

it('sends the mail of a debt under the same id when the process died before noting it', async () => {
  const world = await owing(1);
  world.store.beforeCommit = () => {
    world.store.beforeCommit = undefined;
    throw new Error('died');
  };
  expect(await mailDebts(world.services)).toEqual({ mails: 0, failed: 1 });
  expect(await mailDebts(world.services)).toEqual({ mails: 1, failed: 0 });
  const [first, second] = world.mails.map(({ mailId }) => mailId);
  expect(first).toEqual(expect.any(String));
  expect(second).toBe(first);
});
