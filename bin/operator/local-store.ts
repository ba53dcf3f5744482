import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { Keys } from '#functions/ports/keys.ts';
import type { Store } from '#functions/ports/store.ts';
import { systemClock } from '#functions/runtime/system-clock.ts';
import { openVirtualClock } from '#infra/local/lambda/virtual-clock.ts';
import { erasuresTable, firstTable } from '#infra/local/supervisor/stack-settings.ts';
import { readServices } from './read-services.ts';

/** The table, keys and time of a deployment, for an operator's command. */
export type OperatorAccess = { readonly store: Store; readonly keys: Keys; readonly clock: Clock };

/** The table, keys and time of a local stack, by the path of its services.json. */
export function localStore(servicesFile: string): OperatorAccess {
  const { dynamodb, table = firstTable } = readServices<{ dynamodb: string; table?: string }>(servicesFile);
  const secrets = readServices<{ session: Record<string, string> }>(
    path.join(path.dirname(servicesFile), 'secrets.json'),
  );
  // Its time may have been moved.
  const { now } = openVirtualClock(path.join(path.dirname(servicesFile), 'clock.json'));
  const clock = { ...systemClock, now };
  const client = new DynamoDBClient({
    endpoint: dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  return {
    store: createDynamoStore(createDocumentClient(client), table, clock, erasuresTable),
    keys: createKeys({ session: () => Promise.resolve(secrets.session) }),
    clock,
  };
}
