import { optional, required, type Argument } from '../command-line/arguments.ts';
import { file } from '../command-line/kinds.ts';
import { awsStore } from './aws-store.ts';
import { localStore, type OperatorAccess } from './local-store.ts';

const shownAs = 'services.json';

/** The argument of a command that works on a local stack or, without it, on a deployment. */
export const servicesFile: Argument<string | undefined> = {
  ...optional(file, 'file of a local stack; without it the deployment that TABLE_NAME and SESSION_SECRET_ID name'),
  shownAs,
};

/** The argument of a command that works on a local stack only. */
export const localServicesFile: Argument<string> = { ...required(file, 'file of a running local stack'), shownAs };

/** The table and keys that a command works on. Throws CommandFailure when neither is named. */
export function operatorAccess(services: string | undefined): OperatorAccess {
  return services === undefined ? awsStore() : localStore(services);
}
