import type { Store } from '#functions/ports/store.ts';
import { awsStore } from './aws-store.ts';
import { localStore } from './local-store.ts';

/** The table that a command works on: of a local stack, by the path of its services.json, or `--aws` for a deployment's. */
export function storeOf(where: string): Store {
  return (where === '--aws' ? awsStore() : localStore(where)).store;
}
