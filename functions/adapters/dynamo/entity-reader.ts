import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import { laterPlaces } from './table.ts';
import { itemOf } from './transact-item.ts';
import { upgraded } from './upgrade-card.ts';

/** An item as the table has it. */
export type Item = Record<string, unknown>;

/** Attributes that the table adds to an entity. */
const added = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'ttlAtSeconds', 'entity', 'seal']);

/** Returns the fields of the entity that an item holds, without what the table adds. */
export function entityFields(item: Item): Item {
  const entity: Item = {};
  for (const name in item) if (!added.has(name)) entity[name] = item[name];
  return entity;
}

/** Integrity errors of each item that was checked. An item is not changed after it was read, so they stay valid. */
const knownErrors = new WeakMap<
  Item,
  { readonly kind: EntityKind; readonly errors: Readonly<Record<string, string>> }
>();

/** The ways to read the entities that items hold. */
export function createEntityReader(nowSeconds: () => number) {
  /** The item that each entity was read from, for as long as the entity is in use. */
  const itemsOf = new WeakMap<object, Item>();
  /** The fields as stored of each entity that was read in an earlier form and upgraded. */
  const storedAs = new WeakMap<object, Item>();

  function entityOf<K extends EntityKind>(item: Item | undefined): Entities[K] | undefined {
    if (item === undefined) return undefined;
    const { ttlAtSeconds } = item;
    // DynamoDB deletes expired items up to two days late: they are gone for us at once.
    if (typeof ttlAtSeconds === 'number' && ttlAtSeconds <= nowSeconds()) return undefined;
    const entity = entityFields(item);
    const present = upgraded(item['entity'], entity);
    itemsOf.set(present, item);
    if (present !== entity) storedAs.set(present, entity);
    return present as Entities[K];
  }

  function integrityErrorsOf<K extends EntityKind>(kind: K, entity: Entities[K]): Readonly<Record<string, string>> {
    const item = itemsOf.get(entity);
    if (item === undefined) return {};
    const known = knownErrors.get(item);
    if (known?.kind === kind) return known.errors;
    const errors = readIntegrityErrors(kind, item, (storedAs.get(entity) ?? entity) as Entities[K]);
    knownErrors.set(item, { kind, errors });
    return errors;
  }

  /** Returns the entities that items hold, without those that have expired. */
  function entitiesOf<K extends EntityKind>(items: readonly Item[]): readonly Entities[K][] {
    return items.map((item) => entityOf<K>(item)).filter((entity) => entity !== undefined);
  }

  return { entityOf, entitiesOf, integrityErrorsOf };
}

function readIntegrityErrors<K extends EntityKind>(
  kind: K,
  item: Item,
  entity: Entities[K],
): Readonly<Record<string, string>> {
  const should = asWritten(kind, entity);
  if (should === undefined) return { seal: 'unknown: a field of its key is missing' };
  const errors: Record<string, string> = {};
  const later = laterPlaces(kind, should);
  // An item from before these attributes lacks all of them; an item that lacks only some was edited.
  const isOfBefore = later.every((name) => item[name] === undefined);
  for (const name of added) {
    if (item[name] === should[name]) continue;
    if (isOfBefore && later.includes(name)) continue;
    errors[name] = `is ${words(item[name])}, must be ${words(should[name])}`;
  }
  return errors;
}

/** Returns the item that an entity would be written as; undefined when its fields are not of their types. */
function asWritten<K extends EntityKind>(kind: K, entity: Entities[K]): Item | undefined {
  try {
    return itemOf(kind, entity);
  } catch {
    return undefined;
  }
}

function words(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}
