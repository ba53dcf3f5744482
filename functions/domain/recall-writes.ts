import type { Entities, EntityKeys, EntityKind } from '#functions/ports/entities.ts';
import type { Services } from '#functions/ports/services.ts';
import { StoreUnavailable, type Store, type Write } from '#functions/ports/store.ts';

/** The kinds that are recalled, with the fields of their keys. */
const keyFields: Partial<Record<EntityKind, readonly string[]>> = {
  operation: ['operationId'],
  wallet: ['userId'],
  card: ['userId', 'cardId'],
  movement: ['userId', 'subjectId'],
  claim: ['userId', 'routeId', 'keyHash'],
};

/** The store that lies below each recalling store. */
const beneath = new WeakMap<Store, Store>();

/** Returns the store of the whole process that lies below a recalling one. */
export function lastingStore(store: Store): Store {
  return beneath.get(store) ?? store;
}

/**
 * Returns the services with a store that recalls what this piece of work has just written, instead of reading it from
 * the table. A recalled item may be older than the table's, as any item read a moment ago; decisions on it are written
 * on the condition of its version. Nothing is recalled after a wait or a failed write. An order, its wallet, card and
 * line are forgotten together once one of them is read from the table, so that no item is decided on beside a newer
 * one.
 */
export function recallingWrites<Needs extends Pick<Services, 'store' | 'clock'>>(needs: Needs): Needs {
  const { store, clock } = needs;
  const written = new Map<string, Entities[EntityKind]>();
  const recall = <K extends EntityKind>(kind: K, key: EntityKeys[K]): Entities[K] | undefined =>
    written.get(placeOf(kind, key) ?? '') as Entities[K] | undefined;

  async function read<T>(kinds: readonly EntityKind[], answer: Promise<T>): Promise<T> {
    const found = await answer;
    if (kinds.some((kind) => kind !== 'claim' && keyFields[kind])) {
      for (const place of written.keys()) if (!place.startsWith('claim ')) written.delete(place);
    }
    return found;
  }

  const recalling: Partial<Store> = {
    get: async (kind, key) => recall(kind, key) ?? read([kind], store.get(kind, key)),
    async getBoth(first, second) {
      const [one, two] = [recall(first.kind, first.key), recall(second.kind, second.key)];
      return one && two ? [one, two] : read([first.kind, second.kind], store.getBoth(first, second));
    },
    async getThree(first, second, third) {
      const [one, two] = [recall(first.kind, first.key), recall(second.kind, second.key)];
      const three = recall(third.kind, third.key);
      if (one && two && three) return [one, two, three];
      return read([first.kind, second.kind, third.kind], store.getThree(first, second, third));
    },
    getMany: (kind, keys) => read([kind], store.getMany(kind, keys)),
    listCards: (userId) => read(['card'], store.listCards(userId)),
    async commit(writes) {
      try {
        await store.commit(writes);
      } catch (thrown) {
        written.clear();
        if (!(thrown instanceof StoreUnavailable) || !(await wasStored(store, writes))) throw thrown;
      }
      for (const write of writes) note(written, write);
    },
  };
  const own: Store = { ...store, ...recalling };
  beneath.set(own, lastingStore(store));

  async function sleep(ms: number): Promise<void> {
    await clock.sleep(ms);
    written.clear();
  }

  return { ...needs, store: own, clock: { now: () => clock.now(), sleep } };
}

/**
 * True for a commit without an answer that was carried out: the order that it stores is in the table. Only this piece
 * of work knows the order's id, so no other can have stored it.
 */
async function wasStored(store: Store, writes: readonly Write[]): Promise<boolean> {
  const order = writes.find(({ write, kind }) => write === 'insert' && kind === 'operation');
  if (order?.write !== 'insert') return false;
  const { operationId } = order.value as Entities['operation'];
  const found = await store.get('operation', { operationId }).catch(() => undefined);
  return found?.version === 1;
}

function note(written: Map<string, Entities[EntityKind]>, write: Write): void {
  const place = placeOf(write.kind, 'value' in write ? write.value : write.key);
  if (place === undefined) return;
  if (write.write === 'insert' || write.write === 'update') written.set(place, write.value);
  else if (write.write === 'remove') written.delete(place);
}

function placeOf(kind: EntityKind, named: object): string | undefined {
  const fields = keyFields[kind];
  return fields && `${kind} ${JSON.stringify(fields.map((field) => Reflect.get(named, field) as unknown))}`;
}
