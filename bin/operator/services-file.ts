import { optional, required, type Argument } from '../command-line/arguments.ts';
import { file } from '../command-line/kinds.ts';
import { localStore, type OperatorAccess } from './local-store.ts';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import { readSecret } from '#functions/adapters/secrets/secrets-manager.ts';
import { systemClock } from '#functions/runtime/system-clock.ts';
import { tableVariables, valuesOf } from './deployment-variables.ts';

const shownAs = 'services.json';

/** The argument of a command that works on a local stack or, without it, on a deployment. */
export const servicesFile: Argument<string | undefined> = {
  ...optional(file, 'file of a local stack; without it the deployment that the variables below name'),
  shownAs,
};

/** The argument of a command that works on a local stack only. */
export const localServicesFile: Argument<string> = { ...required(file, 'file of a running local stack'), shownAs };

/**
 * Returns the table, keys and time that a command works on. Throws CommandFailure when neither a local stack nor a deployment
 * is named.
 */
export function operatorAccess(services: string | undefined): OperatorAccess {
  return services === undefined ? awsStore() : localStore(services);
}

/**
 * Returns the table, keys and time of a deployment on AWS, by TABLE_NAME and SESSION_SECRET_ID and the operator's own
 * credentials, and says which table that is. Throws CommandFailure when either variable is not set.
 */
function awsStore(): OperatorAccess {
  const { TABLE_NAME: tableName, SESSION_SECRET_ID: secretId } = valuesOf(tableVariables);
  // Everything runs there (infra/aws/config.ts), and the SDK reads no AWS_DEFAULT_REGION.
  process.env['AWS_REGION'] ??= 'us-east-1';
  // The shell may still name the stage of another day. Results alone go to stdout.
  console.error(`On the deployment with the table ${tableName}.`);
  return {
    store: createDynamoStore(
      createDocumentClient(),
      tableName,
      systemClock,
      process.env['ERASURES_TABLE_NAME'] ?? null,
    ),
    keys: createKeys({ session: () => readSecret(secretId) }),
    clock: systemClock,
  };
}
