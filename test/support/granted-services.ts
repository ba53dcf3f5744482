import type { Grant, SecretName } from '#infra/definition/types.ts';
import { definition } from '#infra/definition/index.ts';
import type { Keys } from '#functions/ports/keys.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Store } from '#functions/ports/store.ts';

const grants = new Map(definition.functions.map(({ id, grant }) => [id, grant]));

/** Keys that are derived from another secret than the session secret. */
const secretOf: Partial<Record<keyof Keys, SecretName>> = {
  callbackToken: 'payments',
  isCallbackToken: 'payments',
  isIssuerToken: 'issuer',
};

/**
 * Limits the services to the grant of a function (`cards.load`, `job.reconcile`), as IAM would. Any other use throws
 * and calls `refused`, because the code might catch the error.
 */
export function grantedServices(services: Services, id: string, refused: (what: string) => void): Services {
  const grant = grants.get(id);
  if (grant === undefined) throw new Error(`there is no function ${id}`);
  const refuse = (what: string): never => {
    refused(`${id} may not use ${what}`);
    throw new Error(`${id} may not use ${what}`);
  };
  const closed = <T extends object>(what: string): T =>
    new Proxy({} as T, { get: (_target, name) => refuse(`the ${what} (${String(name)})`) });
  return {
    ...services,
    store: grantedStore(services.store, grant, closed, refuse),
    payments: grant.secrets?.includes('payments') ? services.payments : closed('payment provider'),
    issuer: grant.secrets?.includes('issuer') ? services.issuer : closed('card issuer'),
    returnedMails: grant.returnedMails ? services.returnedMails : closed('returned mails'),
    mailer: grant.mail ? services.mailer : closed('mail'),
    paymentEvents: grant.send?.includes('payment-events') ? services.paymentEvents : closed('queue of payments'),
    issuerEvents: grant.send?.includes('issuer-events') ? services.issuerEvents : closed('queue of the issuer'),
    deadLetters: grant.deadLetters ? services.deadLetters : closed('dead letters'),
    keys: new Proxy(services.keys, {
      get: (keys, name: keyof Keys) => {
        if (name === 'accessToken' && !grant.signIn) refuse('the signature of access tokens');
        const secret = secretOf[name] ?? 'session';
        return grant.secrets?.includes(secret) ? keys[name] : refuse(`the ${secret} secret (${name})`);
      },
    }),
  };
}

function grantedStore(
  store: Store,
  { table }: Grant,
  closed: (what: string) => Store,
  refuse: (what: string) => never,
): Store {
  if (table === 'write') return store;
  if (table === undefined) return closed('table');
  return new Proxy(store, {
    get: (from, name: keyof Store) => (name === 'commit' ? async () => refuse('the table for writing') : from[name]),
  });
}
