import type { PlantedBug } from '../planted-bug.ts';

/** Defects in the table, and keys of repeated requests. */
export const bugsOfStore: readonly PlantedBug[] = [
  {
    name: 'an update is not conditional on the version it was computed from',
    file: 'functions/adapters/dynamo/transact-item.ts',
    find: "ConditionExpression: `version = :version AND ${isLive}`,\n          ExpressionAttributeValues: { ':version': write.value.version - 1, ':now': nowSeconds },",
    replace:
      "ConditionExpression: `attribute_exists(pk) OR version = :version OR ${isLive}`,\n          ExpressionAttributeValues: { ':version': write.value.version - 1, ':now': nowSeconds },",
  },
  {
    name: 'an insert overwrites what is there',
    file: 'functions/adapters/dynamo/transact-item.ts',
    find: "const isGone = 'attribute_not_exists(pk) OR ttlAtSeconds <= :now';",
    replace: "const isGone = 'attribute_not_exists(pk) OR attribute_exists(pk) OR ttlAtSeconds <= :now';",
  },
  {
    name: 'an expired key can never be used again',
    file: 'functions/adapters/dynamo/transact-item.ts',
    find: "const isGone = 'attribute_not_exists(pk) OR ttlAtSeconds <= :now';",
    replace: "const isGone = 'attribute_not_exists(pk) OR ttlAtSeconds <= :now AND ttlAtSeconds > :now';",
  },
  {
    name: 'what has expired is read until it is deleted',
    file: 'functions/adapters/dynamo/table-reader.ts',
    find: "    if (typeof ttlAtSeconds === 'number' && ttlAtSeconds <= nowSeconds()) return undefined;\n",
    replace: '',
  },
  {
    name: 'what must not have changed need only be there',
    file: 'functions/adapters/dynamo/transact-item.ts',
    find: '        ConditionCheck: {\n          TableName: tableName,\n          Key: keyOfEntity(write.kind, write.key),\n          ConditionExpression: `version = :version AND ${isLive}`,',
    replace:
      '        ConditionCheck: {\n          TableName: tableName,\n          Key: keyOfEntity(write.kind, write.key),\n          ConditionExpression: `(version = :version OR attribute_exists(pk)) AND ${isLive}`,',
  },
  {
    name: 'a busy item counts as an outage',
    file: 'functions/adapters/dynamo/conflict-of.ts',
    find: "    if (contention.has(reason.Code)) return [{ kind, reason: 'contended' }];\n",
    replace: '',
  },
  {
    name: 'an entity is read from a replica that lags behind',
    file: 'functions/adapters/dynamo/store.ts',
    find: 'client.send(new GetCommand({ TableName: tableOf(kind), Key: keyOfEntity(kind, id), ConsistentRead: true })),',
    replace:
      'client.send(new GetCommand({ TableName: tableOf(kind), Key: keyOfEntity(kind, id), ConsistentRead: false })),',
  },
  {
    name: 'two entities are read from a replica that lags behind',
    file: 'functions/adapters/dynamo/store.ts',
    find: 'RequestItems: { [tableName]: { Keys: keys, ConsistentRead: true } }',
    replace: 'RequestItems: { [tableName]: { Keys: keys, ConsistentRead: false } }',
  },
  {
    name: 'the journal expires',
    file: 'functions/adapters/dynamo/table.ts',
    find: "      return journalKeys(value as Entities['journal']);",
    replace:
      "      return { ...journalKeys(value as Entities['journal']), ...ttl((value as Entities['journal']).atMs + 90_000_000) } as never;",
  },
  {
    name: "a wallet's entries expire",
    file: 'functions/adapters/dynamo/table.ts',
    find: "    case 'countedRecord':\n",
    replace:
      "    case 'entry':\n      return ttl((value as Entities['entry']).atMs + 90_000_000);\n    case 'countedRecord':\n",
  },
  {
    name: 'two users share their keys',
    file: 'functions/adapters/dynamo/table.ts',
    find: 'pk: `CLAIM#${userId}#${routeId}#${keyHash}`',
    replace: 'pk: `CLAIM#${userId.slice(0, 4)}#${routeId}#${keyHash}`',
  },
  {
    name: "two routes share a user's keys",
    file: 'functions/adapters/dynamo/table.ts',
    find: 'pk: `CLAIM#${userId}#${routeId}#${keyHash}`',
    replace: 'pk: `CLAIM#${userId}#${routeId.slice(0, 3)}#${keyHash}`',
  },
  {
    name: 'a key is forgotten before a day is over',
    file: 'functions/domain/idempotency/claim.ts',
    find: 'export const claimLifetimeMs = 7 * 24 * 60 * 60_000;',
    replace: 'export const claimLifetimeMs = 60 * 60_000;',
  },
  {
    name: 'a lost race is an outage',
    file: 'functions/domain/with-retries.ts',
    find: "thrown.conflicts.some((conflict) => conflict.reason !== 'exists');",
    replace: "thrown.conflicts.some((conflict) => conflict.reason === 'contended');",
  },
  {
    name: 'a message that failed is done',
    file: 'functions/runtime/queue-worker.ts',
    find: '          return { itemIdentifier: record.messageId };',
    replace: '          return undefined;',
  },
  {
    name: 'another request under a used key is answered with the first answer',
    file: 'functions/runtime/run-once.ts',
    find: 'if (started.taken.requestHash !== claim.requestHash) {',
    replace: 'if (started.taken.requestHash.length !== claim.requestHash.length) {',
  },
  {
    name: 'a twin answers again',
    file: 'functions/runtime/run-once.ts',
    find: '    if (seen.response) return seen.response;\n',
    replace: '',
  },
  {
    name: 'the fingerprint of a request leaves out its body',
    file: 'functions/runtime/run-once.ts',
    find: 'JSON.stringify([routeId, canonical(given.params), canonical(given.body)])',
    replace: 'JSON.stringify([routeId, canonical(given.params)])',
  },
  {
    name: 'the fingerprint of a request leaves out what it is about',
    file: 'functions/runtime/run-once.ts',
    find: 'JSON.stringify([routeId, canonical(given.params), canonical(given.body)])',
    replace: 'JSON.stringify([routeId, canonical(given.body)])',
  },
  {
    name: 'an outage is kept as the answer to a key',
    file: 'functions/runtime/run-once.ts',
    find: "return errorStatus[code] === 422 && code !== 'IdempotencyKeyReused';",
    replace: "return (errorStatus[code] === 422 || errorStatus[code] > 500) && code !== 'IdempotencyKeyReused';",
  },
  {
    name: 'a race that found a key taken too is not run again',
    file: 'functions/domain/with-retries.ts',
    find: "thrown.conflicts.some((conflict) => conflict.reason !== 'exists')",
    replace: "thrown.conflicts.every((conflict) => conflict.reason !== 'exists')",
  },
  {
    name: 'keys that differ in case are one',
    file: 'functions/runtime/run-once.ts',
    find: 'keyHash: keyHashOf(key)',
    replace: 'keyHash: keyHashOf(key.toLowerCase())',
  },
  {
    name: 'a refused key does it later',
    file: 'functions/runtime/run-once.ts',
    find: '    if (thrown instanceof AppError && isDecided(thrown)) {\n      const taken',
    replace: '    if (thrown instanceof AppError && isDecided(thrown) && request === undefined) {\n      const taken',
  },
  {
    name: 'a refusal is returned though a twin did it',
    file: 'functions/runtime/run-once.ts',
    find: "    if (!(thrown instanceof WriteConflict && thrown.exists('claim'))) throw thrown;",
    replace: "    if (thrown instanceof WriteConflict && thrown.exists('claim')) throw error;",
  },
  {
    name: 'a used key passes the gates once more',
    file: 'functions/runtime/run-once.ts',
    find: 'const started = known ? { taken: known } : await startOrFind(',
    replace: 'const started = known && request === undefined ? { taken: known } : await startOrFind(',
  },
  {
    name: "a provider's refusal is not kept",
    file: 'functions/runtime/run-once.ts',
    find: "code !== 'IdempotencyKeyReused';",
    replace: "code !== 'IdempotencyKeyReused' && code !== 'ProviderRefused';",
  },
  {
    name: 'a twin answers as if it were the first',
    file: 'functions/runtime/run-once.ts',
    find: 'return isTwin ? replayed<Reply>(stored, services) : response;',
    replace: 'return response;',
  },
  {
    name: 'a batch fails by its first message alone',
    file: 'functions/runtime/queue-worker.ts',
    find: 'return { batchItemFailures: outcomes.filter((outcome) => outcome !== undefined) };',
    replace: 'return { batchItemFailures: outcomes.filter((outcome) => outcome !== undefined).slice(0, 1) };',
  },
  {
    name: 'what the table left out of two is not there',
    file: 'functions/adapters/dynamo/store.ts',
    find: "    if (Object.keys(output.UnprocessedKeys ?? {}).length > 0) throw new StoreUnavailable('unprocessed keys');\n",
    replace: '',
  },
  {
    name: 'what the table left out of many is not there',
    file: 'functions/adapters/dynamo/table-reader.ts',
    find: 'wanted = UnprocessedKeys?.[tableName]?.Keys ?? [];',
    replace: 'wanted = UnprocessedKeys === undefined ? [] : [];',
  },
  {
    name: 'a page begins one after the last that was shown',
    file: 'functions/adapters/dynamo/table-reader.ts',
    find: 'cursor: hasMore ? String(shown.at(-1)?.[sortKey]) : undefined,',
    replace: 'cursor: hasMore ? String(items.at(-1)?.[sortKey]) : undefined,',
  },
  {
    name: 'an answer that is cut short ends a list',
    file: 'functions/adapters/dynamo/table-reader.ts',
    find: 'const hasMore = items.length > limit || last !== undefined;\n    return {\n      items: shown.map((item) => entityOf<K>(item)).filter((entity) => entity !== undefined),\n      cursor: hasMore ? String(shown.at(-1)?.[sortKey])',
    replace:
      'const hasMore = items.length > limit;\n    return {\n      items: shown.map((item) => entityOf<K>(item)).filter((entity) => entity !== undefined),\n      cursor: hasMore ? String(shown.at(-1)?.[sortKey])',
  },
  {
    name: 'a list of everybody is shown beyond where a shard was cut',
    file: 'functions/adapters/dynamo/table-reader.ts',
    find: "        .toSorted()\n        .at(-1) ?? '';",
    replace: "        .toSorted()\n        .at(0) ?? '';",
  },
  {
    name: 'the last of many are not read',
    file: 'functions/adapters/dynamo/store.ts',
    find: 'Math.ceil(distinct.length / batchMax)',
    replace: 'Math.floor(distinct.length / batchMax) || 1',
  },
  {
    name: 'one of each hundred is not read',
    file: 'functions/adapters/dynamo/store.ts',
    find: '(index + 1) * batchMax)',
    replace: '(index + 1) * batchMax - 1)',
  },
  {
    name: 'what a busy table answers later is thrown away',
    file: 'functions/adapters/dynamo/table-reader.ts',
    find: '      found.push(...(Responses?.[tableName] ?? []));',
    replace: '      if (attempt === 1) found.push(...(Responses?.[tableName] ?? []));',
  },
  {
    name: 'entries are read from a copy that lags behind',
    file: 'functions/adapters/dynamo/store.ts',
    find: "':to': 'ENTRY#~',\n        },\n        ConsistentRead: true,",
    replace: "':to': 'ENTRY#~',\n        },\n        ConsistentRead: false,",
  },
  {
    name: 'cards are read from a copy that lags behind',
    file: 'functions/adapters/dynamo/store.ts',
    find: "':sk': 'CARD#' },\n        ScanIndexForward: false,\n        ConsistentRead: true,",
    replace: "':sk': 'CARD#' },\n        ScanIndexForward: false,\n        ConsistentRead: false,",
  },
  {
    name: 'many are read from a copy that lags behind',
    file: 'functions/adapters/dynamo/table-reader.ts',
    find: '{ Keys: wanted, ConsistentRead: true }',
    replace: '{ Keys: wanted, ConsistentRead: false }',
  },
  {
    name: 'a quarter of what is due is seen by nobody',
    file: 'functions/adapters/dynamo/table-reader.ts',
    find: 'only === undefined ? Array.from({ length: dueShards }',
    replace: 'only === undefined ? Array.from({ length: dueShards - 1 }',
  },
  {
    name: 'the statistics of a shard end with the first answer',
    file: 'functions/adapters/dynamo/store.ts',
    find: '        after = last;\n      } while (after !== undefined);',
    replace: '        after = last;\n      } while (after !== undefined && rows.length < 0);',
  },
  {
    name: 'the accounts of a day end with the first answer',
    file: 'functions/adapters/dynamo/store.ts',
    find: '          after = output.LastEvaluatedKey;\n        } while (after !== undefined);',
    replace: '          after = output.LastEvaluatedKey;\n        } while (after !== undefined && count < 0);',
  },
  {
    name: 'a twin waits for its first as long as it may live',
    file: 'functions/runtime/run-once.ts',
    find: 'Math.min(services.clock.now() + twinWaitMs, taken.createdAtMs + requestLifeMs)',
    replace: 'taken.createdAtMs + requestLifeMs',
  },
  {
    name: "an account's ten-thousandth entry sorts before its second",
    file: 'functions/adapters/dynamo/table.ts',
    find: 'sk: `ENTRY#${padded(sequence, 16)}`',
    replace: 'sk: `ENTRY#${padded(sequence, 4)}`',
  },
  {
    name: 'a stale item of that kind exists',
    file: 'functions/ports/store.ts',
    find: "conflict.kind === kind && conflict.reason === 'exists'",
    replace: 'conflict.kind === kind',
  },
  {
    name: "the provider's own trouble is a mistake of ours",
    file: 'functions/adapters/payments/cryptomus/refusals.ts',
    find: "  ['server error', { means: 'transient' }],\n",
    replace: '',
  },
];
