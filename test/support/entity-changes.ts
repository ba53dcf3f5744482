import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import type { EntityChange } from '#functions/ports/table-change.ts';
import { keyOf } from '#functions/adapters/dynamo/table.ts';
import type { MemoryStore } from './memory-store.ts';

const changing: readonly EntityKind[] = ['card', 'deposit', 'wallet', 'referralAccount', 'case'];

/** Collects the changes that the table's stream would deliver from now on; take them with `splice(0)`. */
export function recordChanges(store: MemoryStore): EntityChange[] {
  const changes: EntityChange[] = [];
  const commit = store.commit.bind(store);
  store.commit = async (writes) => {
    const before = new Map(
      changing.flatMap((kind) => store.all(kind).map((value) => [placeOf(kind, value), value] as const)),
    );
    await commit(writes);
    for (const write of writes) {
      if (write.write === 'insert' && write.kind === 'audit') {
        changes.push({ kind: 'audit', after: write.value as Entities['audit'] });
      }
      if (write.write !== 'update' || !changing.includes(write.kind)) continue;
      const was = before.get(placeOf(write.kind, write.value));
      changes.push({ kind: write.kind, before: was, after: write.value } as unknown as EntityChange);
    }
  };
  return changes;
}

function placeOf(kind: EntityKind, value: Entities[EntityKind]): string {
  const { pk, sk } = keyOf[kind](value as never);
  return `${pk}|${sk}`;
}
