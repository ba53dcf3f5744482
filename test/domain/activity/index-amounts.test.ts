import { expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { indexAmounts } from '#functions/domain/activity/index-amounts.ts';
import { creditedReference } from '#functions/domain/deposits/deposit-references.ts';
import { insert, update } from '#functions/ports/store.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { samples } from '#test/support/sample-entities.ts';
import { simulatedStore } from '#test/support/simulated-store.ts';
import { SimulatedTable } from '#test/simulation/engine/simulated-table.ts';

/** Removes the keys of the amount index from all lines, as lines were stored before that index existed. */
function forgetPlaces(table: SimulatedTable): void {
  for (const { gsi2pk: _pk, gsi2sk: _sk, ...item } of table.all())
    if (item['entity'] === 'movement') table.transact([{ Put: { Item: item } }]);
}

const span = { fromMs: 0, toMs: Date.parse('2100-01-01') };

it('indexes older lines by amount, and deposits also by the credited amount; a second run changes nothing', async () => {
  const table = new SimulatedTable();
  const store = simulatedStore(table, manualClock());
  const { deposit, movement, user } = samples;
  const { userId, depositId } = deposit;
  const line = { ...movement, userId, subjectId: depositId, kind: 'deposit', amountCents: cents(6_000) } as const;
  await store.commit([
    insert('user', { ...user, userId }),
    insert('deposit', { ...deposit, amountCents: cents(6_000), creditedCents: cents(4_812), references: [] }),
    insert('movement', { ...line, paidCents: cents(4_812) }),
  ]);
  forgetPlaces(table);
  const found = async () => (await store.listActivityByAmount(cents(6_000), { limit: 5, ...span })).items.length;
  expect(await found()).toBe(0);
  const [before] = (await store.listActivity(userId, { limit: 5 })).items;
  expect(before && store.integrityErrorsOf('movement', before)).toEqual({});

  expect(await indexAmounts(store)).toEqual({ people: 1, lines: 1 });
  expect(await found()).toBe(1);
  const reference = creditedReference(cents(4_812), deposit.createdAtMs);
  expect(await store.listDepositReferences(reference)).toEqual([{ reference, depositId, userId }]);
  expect(await indexAmounts(store)).toEqual({ people: 1, lines: 1 });
  expect((await store.get('deposit', { depositId }))?.references).toEqual([reference]);
});

it('lists deposits of before of which something is refused', async () => {
  const table = new SimulatedTable();
  const store = simulatedStore(table, manualClock());
  const { deposit, movement, user } = samples;
  const { userId, depositId } = deposit;
  const refused = { ...deposit, state: 'paid', dueAtMs: undefined, refusedCents: cents(700) } as const;
  await store.commit([
    insert('user', { ...user, userId }),
    insert('deposit', refused),
    insert('movement', { ...movement, userId, subjectId: depositId, kind: 'deposit' }),
  ]);
  for (const { gsi1pk: _pk, gsi1sk: _sk, ...item } of table.all())
    if (item['entity'] === 'deposit') table.transact([{ Put: { Item: item } }]);
  expect(await store.listRefusedDeposits({ limit: 5 })).toMatchObject({ items: [] });
  expect(store.integrityErrorsOf('deposit', (await store.get('deposit', { depositId }))!)).toEqual({});
  await indexAmounts(store);
  expect(await store.listRefusedDeposits({ limit: 5 })).toMatchObject({ items: [{ depositId, refusedCents: 700 }] });
});

it('leaves a line to a simultaneous writer', async () => {
  const store = simulatedStore(new SimulatedTable(), manualClock());
  const { movement, user } = samples;
  await store.commit([insert('user', { ...user, userId: movement.userId }), insert('movement', movement)]);
  const racing = {
    ...store,
    listActivity: async (...asked: Parameters<typeof store.listActivity>) => {
      const page = await store.listActivity(...asked);
      await store.commit([update('movement', movement, { paidCents: cents(1) })]);
      return page;
    },
  };
  expect(await indexAmounts(racing)).toEqual({ people: 1, lines: 1 });
  expect(await store.get('movement', movement)).toMatchObject({ paidCents: 1, version: movement.version + 1 });
});
