import { zero } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import { insert, remove } from '#functions/ports/store.ts';
import { openDeposit } from './open-deposit.ts';
import type { MoneyWorld } from './money-world.ts';

/** Adds a paid deposit as the source of each person's opening money, because a reconciliation checks sources. */
export async function backOpenings(world: MoneyWorld): Promise<void> {
  const { store, payments, clock } = world;
  for (const record of store.all('journal')) {
    if (record.cause !== 'opening') continue;
    const userId = record.journalId.replace('opening:', '') as Id<'user'>;
    const user = await store.get('user', { userId });
    const [{ amountCents }] = record.legs as [(typeof record.legs)[number]];
    if (!user) throw new Error('nobody');
    const { depositId } = await openDeposit(world, user, amountCents);
    const deposit = await store.get('deposit', { depositId });
    const line = await store.get('movement', { userId, subjectId: depositId });
    if (!deposit || !line) throw new Error('no deposit');
    payments.become(depositId, { state: 'paid', isFinal: true, receivedAmount: (amountCents / 100).toFixed(2) });
    const paid = { ...deposit, state: 'paid', creditedCents: amountCents, frozenCents: zero } as const;
    await store.commit([remove('journal', record), remove('deposit', { depositId }), remove('movement', line)]);
    await store.commit([
      insert('journal', { ...record, cause: depositId }),
      insert('deposit', { ...paid, dueAtMs: clock.now() + 86_400_000 }),
      insert('movement', {
        ...line,
        status: 'paid',
        paidCents: amountCents,
        sequence: 1,
        balanceAfterCents: amountCents,
      }),
    ]);
  }
}
