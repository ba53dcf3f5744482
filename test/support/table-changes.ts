import type { TableChange } from '#functions/ports/table-change.ts';
import type { MemoryStore } from './memory-store.ts';

/** Returns every record that the table's stream has delivered by now. */
export function changesIn(store: Pick<MemoryStore, 'all'>): TableChange[] {
  return [
    ...store.all('user').map(({ userId }): TableChange => ({ kind: 'user', key: { userId } })),
    ...store.all('journal').map(({ journalId }): TableChange => ({ kind: 'journal', key: { journalId } })),
    ...store.all('reward').map(({ refereeId, event }): TableChange => ({ kind: 'reward', key: { refereeId, event } })),
    ...store
      .all('cardTransaction')
      .map(({ cardId, number }): TableChange => ({ kind: 'cardTransaction', key: { cardId, number } })),
  ];
}

/** Returns the change of one journal record, by its kind. */
export function changeOf(store: Pick<MemoryStore, 'all'>, kind: string): TableChange {
  const record = store.all('journal').find((each) => each.kind === kind);
  if (!record) throw new Error(`nothing of ${kind} was posted`);
  return { kind: 'journal', key: { journalId: record.journalId } };
}
