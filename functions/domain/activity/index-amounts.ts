import type { ActivityLine } from '#functions/ports/entities/books.ts';
import { insert, update, WriteConflict, type Store, type Write } from '#functions/ports/store.ts';
import { creditedReferences } from '#functions/domain/deposits/deposit-references.ts';

/**
 * Writes all activity lines again, so that older ones are found by their amount too, and a deposit also by the credited
 * amount, and deposits with refused money are listed. A second run changes nothing that can be seen.
 */
export async function indexAmounts(store: Store): Promise<{ readonly people: number; readonly lines: number }> {
  let [people, lines] = [0, 0];
  let cursor: string | undefined;
  do {
    const page = await store.listUsers({ limit: 100, cursor });
    for (const { userId } of page.items) {
      people += 1;
      let next: string | undefined;
      do {
        const activity = await store.listActivity(userId, { limit: 100, cursor: next });
        for (const line of activity.items) {
          await writeAgain(store, line);
          lines += 1;
        }
        next = activity.cursor;
      } while (next !== undefined);
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return { people, lines };
}

async function writeAgain(store: Store, line: ActivityLine): Promise<void> {
  try {
    await store.commit([update('movement', line, {}), ...(await depositWrites(store, line))]);
  } catch (thrown) {
    // Another call wrote the line meanwhile, and indexed it by doing so.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}

async function depositWrites(store: Store, { kind, subjectId, paidCents }: ActivityLine): Promise<readonly Write[]> {
  if (kind !== 'deposit') return [];
  const depositId = subjectId as `dep_${string}`;
  const deposit = await store.get('deposit', { depositId });
  if (deposit === undefined) return [];
  const { userId, references = [] } = deposit;
  const [reference] = creditedReferences(deposit, paidCents).filter((each) => !references.includes(each));
  if (reference === undefined) return deposit.refusedCents === undefined ? [] : [update('deposit', deposit, {})];
  return [
    update('deposit', deposit, { references: [...references, reference] }),
    insert('depositReference', { reference, depositId, userId }),
  ];
}
