import { expect, it, vi } from 'vitest';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { notifyOfChanges } from '#functions/domain/notifications/notify-of-changes.ts';
import { handler as remindPeople } from '#functions/jobs/remind-people.ts';
import { ada, authWorld } from '#test/support/auth-world.ts';
import { grantedServices } from '#test/support/granted-services.ts';

const dayMs = 24 * 60 * 60_000;

/** Ada, whose lock of two days ago the stream's worker set aside, and whose unlock it delivered. */
async function staged() {
  const world = authWorld();
  const { services, clock, mails } = world;
  const { userId } = await world.joined();
  await setAccountLock(services, { userId, isLocked: true });
  clock.advance(2 * dayMs);
  await setAccountLock(services, { userId, isLocked: false });
  const delivered = world.store.all('audit').filter(({ action }) => action !== 'lock');
  await notifyOfChanges(
    services,
    delivered.map((after) => ({ kind: 'audit', after })),
  );
  mails.length = 0;
  const refused = vi.fn<(what: string) => void>();
  const remind = async (wish?: { readonly days: number }) => {
    await remindPeople.using(grantedServices(services, 'job.remind-people', refused))(wish);
    expect(refused).not.toHaveBeenCalled();
    return mails.map(({ to, subject, mailId }) => [to, subject, mailId]);
  };
  return { world, remind };
}

it('a run by hand mails the changes of security that the worker of the stream set aside, once', async () => {
  const { world, remind } = await staged();
  expect(await remind()).toEqual([]);
  expect(await remind({ days: 1 })).toEqual([]);
  const mailed = await remind({ days: 3 });
  expect(mailed).toEqual([[ada.email, 'Your account is locked', expect.stringMatching(/^ntf_/)]]);
  expect(world.store.all('notification').map(({ title }) => title)).toContain('Account locked');
  expect(await remind({ days: 3 })).toHaveLength(1);
});

it('a run by hand goes through all records of its days, and sends none of an earlier time', async () => {
  const { world, remind } = await staged();
  const { userId } = world.userByEmail(ada.email);
  for (let time = 0; time < 130; time += 1) {
    world.clock.advance(1_000);
    await setAccountLock(world.services, { userId, isLocked: time % 2 === 0 });
  }
  expect(await remind({ days: 1 })).toHaveLength(130);
  world.clock.advance(14 * dayMs);
  expect(await remind({ days: 3_660 })).toHaveLength(130);
});
