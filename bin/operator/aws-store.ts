import { createDocumentClient, createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import { readSecret } from '#functions/adapters/secrets/secrets-manager.ts';
import { CommandFailure } from '../command-line/run-command.ts';
import type { OperatorAccess } from './local-store.ts';

/**
 * The table and keys of a deployment on AWS, by TABLE_NAME and SESSION_SECRET_ID and the operator's own credentials.
 * Throws CommandFailure when either name is not set.
 */
export function awsStore(): OperatorAccess {
  const { TABLE_NAME: tableName, SESSION_SECRET_ID: secretId } = process.env;
  if (tableName === undefined || secretId === undefined) {
    throw new CommandFailure('Set TABLE_NAME and SESSION_SECRET_ID, or name the services.json of a local stack.');
  }
  const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
  return {
    store: createDynamoStore(createDocumentClient(), tableName, clock),
    keys: createKeys({ session: () => readSecret(secretId) }),
  };
}
