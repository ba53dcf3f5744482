import { describe, expect, it } from 'vitest';
import { markReturnedMails } from '#functions/domain/auth/addresses/mark-returned-mails.ts';
import { finishEmailChange } from '#functions/domain/auth/addresses/finish-email-change.ts';
import { startEmailChange } from '#functions/domain/auth/addresses/start-email-change.ts';
import { undoEmailChange } from '#functions/domain/auth/addresses/undo-email-change.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { forgotPassword } from '#functions/domain/auth/passwords/forgot-password.ts';
import { resetPassword } from '#functions/domain/auth/passwords/reset-password.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import type { ReturnedMail } from '#functions/ports/returned-mails.ts';
import { StoreUnavailable, update } from '#functions/ports/store.ts';
import { authWorld, digitsIn, resetCodeIn, undoTokenIn, type AuthWorld } from '#test/support/auth-world.ts';

const address = 'ada@example.com';
const bounced: ReturnedMail = { address, reason: 'bounce' };

async function joined(): Promise<AuthWorld> {
  const world = authWorld();
  await world.joined();
  return world;
}

const run = (world: AuthWorld, ...listed: readonly ReturnedMail[]) => {
  const asked: number[] = [];
  const returnedMails = { listedSince: async (fromMs: number) => (asked.push(fromMs), listed) };
  return markReturnedMails({ ...world.services, returnedMails }).then((report) => ({ ...report, asked }));
};
const markOf = (world: AuthWorld, email = address) => world.userByEmail(email).mailReturned;

describe('an address that mails come back from', () => {
  it('is marked at its account once, whatever its case, and the site can say why', async () => {
    const world = await joined();
    const nowMs = world.clock.now();
    expect(await run(world, { address: 'Ada@Example.com', reason: 'complaint' })).toEqual({
      listed: 1,
      marked: 1,
      failed: 0,
      asked: [nowMs - 24 * 60 * 60_000],
    });
    expect(markOf(world)).toEqual({ reason: 'complaint', atMs: nowMs });
    world.clock.advance(60_000);
    const { version } = world.userByEmail(address);
    expect(await run(world, bounced)).toMatchObject({ marked: 0 });
    expect(world.userByEmail(address)).toMatchObject({ version, mailReturned: { reason: 'complaint', atMs: nowMs } });
    const [wallet] = world.store.all('wallet');
    if (!wallet) throw new Error('there is no wallet');
    expect(describeUser(world.userByEmail(address), wallet)).toMatchObject({ mailReturned: 'complaint' });
  });

  it('changes nothing when no account has it', async () => {
    const world = await joined();
    expect(await run(world, { address: 'stranger@example.com', reason: 'bounce' })).toMatchObject({ marked: 0 });
    expect(markOf(world)).toBeUndefined();
  });

  it('leaves no mark once the account has another address', async () => {
    const world = await joined();
    await run(world, bounced);
    const { tokens } = await world.signIn();
    const { user, session } = await authenticate(world.services, tokens.accessToken);
    await startEmailChange(world.services, { user, newEmail: 'ada@new.example' });
    await finishEmailChange(world.services, { user, session, code: digitsIn(world.mails.at(-1)) });
    expect(markOf(world, 'ada@new.example')).toBeUndefined();
    // The list still has the old address, which is nobody's now.
    expect(await run(world, bounced)).toMatchObject({ marked: 0 });
  });

  it('is trusted again once a link was followed from a mail that arrived', async () => {
    const world = await joined();
    await run(world, bounced);
    await forgotPassword(world.services, { email: address, clientAddress: '203.0.113.7' });
    await resetPassword(world.services, {
      verificationCode: resetCodeIn(world.mails.at(-1)),
      password: 'Another-horse-2',
    });
    expect(markOf(world)).toBeUndefined();
  });

  it('leaves no mark on the account that an undo gives its old address back', async () => {
    const world = await joined();
    const { tokens } = await world.signIn();
    const { user, session } = await authenticate(world.services, tokens.accessToken);
    await startEmailChange(world.services, { user, newEmail: 'ada@new.example' });
    await finishEmailChange(world.services, { user, session, code: digitsIn(world.mails.at(-1)) });
    const token = undoTokenIn(world.mails.at(-1));
    expect(await run(world, { address: 'ada@new.example', reason: 'bounce' })).toMatchObject({ marked: 1 });
    await undoEmailChange(world.services, { token });
    expect(markOf(world)).toBeUndefined();
  });

  it('is marked by the next run when the store fails in this one', async () => {
    const world = await joined();
    const commit = world.services.store.commit.bind(world.services.store);
    let isDown = true;
    Object.assign(world.services.store, {
      commit: async (...given: Parameters<typeof commit>) => {
        if (isDown) throw new StoreUnavailable('down');
        return commit(...given);
      },
    });
    expect(await run(world, bounced)).toMatchObject({ marked: 0, failed: 1 });
    expect(world.logs.at(-1)).toMatchObject({ level: 'error', message: 'returned mail not noted' });
    expect(JSON.stringify(world.logs)).not.toContain(address);
    isDown = false;
    expect(await run(world, bounced)).toMatchObject({ marked: 1, failed: 0 });
  });

  it('does not lose a change of the account that was made meanwhile', async () => {
    const world = await joined();
    const get = world.services.store.get.bind(world.services.store);
    let isFirst = true;
    const store = {
      ...world.services.store,
      get: async (kind: 'user', key: never) => {
        const found = await get(kind, key);
        if (kind === 'user' && found !== undefined && isFirst) {
          isFirst = false;
          await world.store.commit([update('user', found, { firstname: 'Adele' })]);
        }
        return found;
      },
    } as typeof world.services.store;
    const returnedMails = { listedSince: async () => [bounced] };
    expect(await markReturnedMails({ ...world.services, store, returnedMails })).toMatchObject({ marked: 1 });
    expect(world.userByEmail(address)).toMatchObject({ firstname: 'Adele', mailReturned: { reason: 'bounce' } });
  });
});
