import { describe, expect, it } from 'vitest';
import { decideDepositFor } from '#bin/decide-deposit.ts';
import { decideOperationFor } from '#bin/decide-operation.ts';
import { WrongCall } from '#bin/command-line/run-command.ts';
import type { DecidingPeople } from '#bin/operator/deciding-people.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { insert } from '#functions/ports/store.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { snapshotOf } from '#test/support/world-snapshot.ts';
import { operationInReview } from '#test/support/operation-in-review.ts';

const reason = 'Ticket 4711';

/** Gives people addresses by which a command finds them. */
async function staged() {
  const world = moneyWorld();
  const { store, keys } = world.services;
  const join = async (name: string, cents: number, changes: Partial<User> = {}): Promise<User> => {
    const email = `${name}@example.com`;
    const user = await world.cardholder(cents, { email, ...changes });
    const emailHash = await keys.emailHash(email);
    await store.commit([insert('emailOwner', { emailHash, userId: user.userId })]);
    return user;
  };
  const owner = await join('owner', 100_000, { role: 'admin' });
  const fin = await join('fin', 0, { role: 'admin', staffRole: 'finance' });
  const boss = await join('boss', 0, { role: 'admin' });
  await join('sam', 0, { role: 'admin', staffRole: 'support' });
  await join('ada', 0);
  await join('gone', 0, { role: 'admin', isSuspended: true });
  await join('taken', 0, { role: 'admin', isLockedUntilReset: true });
  return { world, owner, fin, boss };
}

/** An operation of $300 in review, and its decision by command. */
async function operationOf({ world, owner }: { readonly world: MoneyWorld; readonly owner: User }) {
  const { operationId } = await operationInReview(world, owner, 30_000);
  return (people: DecidingPeople, outcome: 'never' | 'happened' = 'never') =>
    decideOperationFor(world.services, { operationId, outcome, movedCents: undefined, reason }, people);
}

/** A deposit with $500 more than its invoice, and its decision by command. */
async function depositOf({ world, owner }: { readonly world: MoneyWorld; readonly owner: User }) {
  const { depositId } = await openDeposit(world, owner, 5_000);
  world.payments.become(depositId, { state: 'paid_over', receivedAmount: '550.00' });
  const payment = world.payments.invoices.get(depositId);
  if (!payment) throw new Error('no invoice');
  await applyFresh(world.services, depositId, payment);
  return (people: DecidingPeople) => decideDepositFor(world.services, { depositId, outcome: 'credit', reason }, people);
}

const wrongPeople = [
  [{ by: 'fin@example.com', second: 'ada@example.com' }, 'ada@example.com may not decide this: '],
  [{ by: 'fin@example.com', second: 'sam@example.com' }, 'sam@example.com may not decide this: '],
  [{ by: 'fin@example.com', second: 'gone@example.com' }, 'gone@example.com may not decide this: '],
  [{ by: 'fin@example.com', second: 'taken@example.com' }, 'taken@example.com may not decide this: '],
  [{ by: 'fin@example.com', second: 'owner@example.com' }, 'owner@example.com may not decide on their own account.'],
  [{ by: 'fin@example.com', second: 'nobody@example.com' }, 'No account has the address nobody@example.com.'],
  [{ by: 'sam@example.com', second: 'fin@example.com' }, 'sam@example.com may not decide this: '],
  [{ by: 'fin@example.com', second: 'FIN@example.com' }, '--by and --second take two different people.'],
] as const;

describe.each([
  ['decide-operation', operationOf],
  ['decide-deposit', depositOf],
] as const)('bin/%s.ts', (_command, begin) => {
  it.each(wrongPeople)('writes nothing for %j and names the person', async (people, words) => {
    const stage = await staged();
    const decide = await begin(stage);
    const before = snapshotOf(stage.world);
    await expect(decide(people)).rejects.toThrow(words);
    expect(snapshotOf(stage.world)).toEqual(before);
  });

  it('refuses the same person twice as a wrong call', async () => {
    const decide = await begin(await staged());
    await expect(decide({ by: 'fin@example.com', second: 'fin@example.com' })).rejects.toThrow(WrongCall);
  });

  it('carries out what two admins decide, and records both', async () => {
    const stage = await staged();
    const decide = await begin(stage);
    const before = auditsIn(stage.world.store).length;
    const decided = await decide({ by: 'fin@example.com', second: 'boss@example.com' });
    expect(decided).toMatchObject('status' in decided ? { status: 'decided' } : { endedBy: 'decision' });
    const actors = auditsIn(stage.world.store)
      .slice(before)
      .map(({ actorId }) => actorId);
    expect(actors).toEqual([stage.fin.userId, stage.boss.userId]);
    expectSoundBooks(stage.world);
  });
});

describe('bin/decide-operation.ts', () => {
  it('leaves the waiting decision of another admin in place when the second person may not decide', async () => {
    const stage = await staged();
    const decide = await operationOf(stage);
    await decide({ by: 'boss@example.com', second: undefined }, 'happened');
    await expect(decide({ by: 'fin@example.com', second: 'sam@example.com' })).rejects.toThrow('sam@example.com');
    expect(stage.world.store.all('operation').flatMap(({ proposal }) => proposal?.outcome ?? [])).toEqual(['happened']);
  });
});
