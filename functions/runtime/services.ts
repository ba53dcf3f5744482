import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { Mailer } from '#functions/ports/mailer.ts';
import type { PaymentGateway } from '#functions/ports/payment-gateway.ts';
import type { EventQueue } from '#functions/ports/queue.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Store } from '#functions/ports/store.ts';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import { readSecret } from '#functions/adapters/secrets/secrets-manager.ts';
import { createLog } from './log.ts';
import { createRandom } from './random.ts';

/** Time to live of objects built from secrets: a rotated key is used soon. */
const keptMs = 5 * 60_000;

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
};

let current: { readonly services: Promise<Services>; readonly untilMs: number } | undefined;
let store: Promise<Store> | undefined;

/** The services of this container, built from its environment: only what its grant gives it. */
export function currentServices(): Promise<Services> {
  const nowMs = performance.now();
  if (current === undefined || nowMs > current.untilMs) {
    const services = build();
    current = { services, untilMs: nowMs + keptMs };
    // A secret that could not be read must not be remembered for five minutes.
    services.catch(() => (current = undefined));
  }
  return current.services;
}

/*
 * Adapters are imported only when their grant is there, so a function does not pay at its start for what it never calls.
 * The build goes further for the two heavy clients: it replaces the `MAY_…` of a function without that grant by "no", and
 * the client is not even in its bundle (infra/build/build-functions.ts).
 */
async function build(): Promise<Services> {
  const [storeOrNot, payments, issuer, mailer, paymentEvents, issuerEvents] = await Promise.all([
    (store ??= buildStore()),
    buildPayments(),
    buildIssuer(),
    process.env.MAY_MAIL === 'no' ? notGranted<Mailer>('mail') : buildMailer(),
    process.env.MAY_SEND === 'no' ? notGranted<EventQueue>('queue') : buildQueue('PAYMENT_EVENTS_QUEUE_URL'),
    process.env.MAY_SEND === 'no' ? notGranted<EventQueue>('queue') : buildQueue('ISSUER_EVENTS_QUEUE_URL'),
  ]);
  const secret = (name: string) => {
    const id = granted(`${name}_SECRET_ID`);
    return id === undefined ? undefined : () => readSecret(id);
  };
  const sources = { session: secret('SESSION'), payments: secret('PAYMENTS'), issuer: secret('ISSUER') };
  return {
    store: storeOrNot,
    payments,
    issuer,
    mailer,
    paymentEvents,
    issuerEvents,
    keys: createKeys(Object.fromEntries(Object.entries(sources).filter(([, source]) => source !== undefined))),
    clock: systemClock,
    random: createRandom(systemClock),
    log: createLog(required('FUNCTION_ID')),
    settings: { siteUrl: required('SITE_URL'), demoAdminEmail: granted('DEMO_ADMIN_EMAIL') },
  };
}

async function buildStore(): Promise<Store> {
  const tableName = granted('TABLE_NAME');
  if (tableName === undefined) return notGranted('table');
  const { createDocumentClient, createDynamoStore } = await import('#functions/adapters/dynamo/store.ts');
  return createDynamoStore(createDocumentClient(), tableName, systemClock);
}

/** Builds the payment provider's adapter from the environment; one that throws where it is not granted. */
export async function buildPayments(): Promise<PaymentGateway> {
  const secretId = granted('PAYMENTS_SECRET_ID');
  if (secretId === undefined) return notGranted('payment provider');
  const [{ createCryptomusGateway }, secret] = await Promise.all([
    import('#functions/adapters/payments/cryptomus/create-cryptomus-gateway.ts'),
    readSecret(secretId),
  ]);
  return createCryptomusGateway({
    profile: required('PAYMENTS_PROFILE') === 'cryptomus' ? 'cryptomus' : 'heleket',
    baseUrl: required('PAYMENTS_BASE_URL'),
    payOrigins: required('PAYMENTS_PAY_ORIGINS').split(' '),
    merchantId: field(secret, 'merchantId'),
    paymentKey: field(secret, 'paymentKey'),
    paymentKeyBefore: secret['paymentKeyBefore'],
    clock: systemClock,
  });
}

async function buildIssuer(): Promise<CardIssuer> {
  const secretId = granted('ISSUER_SECRET_ID');
  if (secretId === undefined) return notGranted('card issuer');
  const [{ createBridgecardIssuer }, { program }, secret] = await Promise.all([
    import('#functions/adapters/issuer/bridgecard/create-bridgecard-issuer.ts'),
    import('#functions/adapters/issuer/program.ts'),
    readSecret(secretId),
  ]);
  return createBridgecardIssuer({
    baseUrl: required('ISSUER_BASE_URL'),
    revealBaseUrl: required('ISSUER_REVEAL_BASE_URL'),
    accessToken: field(secret, 'accessToken'),
    secretKey: field(secret, 'secretKey'),
    webhookSecret: field(secret, 'webhookSecret'),
    secretKeyBefore: secret['secretKeyBefore'],
    webhookSecretBefore: secret['webhookSecretBefore'],
    holderIdentity: 'none',
    program,
    clock: systemClock,
  });
}

async function buildMailer(): Promise<Mailer> {
  const from = granted('MAIL_FROM');
  if (from === undefined) return notGranted('mail');
  const { createSesMailer } = await import('#functions/adapters/mail/ses-mailer.ts');
  return createSesMailer(from);
}

async function buildQueue(name: string): Promise<EventQueue> {
  const url = granted(name);
  if (url === undefined) return notGranted('queue');
  const { createSqsEventQueue } = await import('#functions/adapters/queue/sqs-event-queue.ts');
  return createSqsEventQueue(url);
}

function field(secret: Readonly<Record<string, string>>, name: string): string {
  const value = secret[name];
  if (value === undefined || value === '') throw new Error(`a secret has no ${name}`);
  return value;
}

/** Stands for a service that this function may not use: any call of it throws and names it. */
function notGranted<T extends object>(what: string): T {
  return new Proxy({} as T, {
    get: (_target, name) => {
      // A proxy that is awaited must not look like a promise.
      if (name === 'then') return undefined;
      throw new Error(`this function is not granted the ${what}`);
    },
  });
}

/** An environment variable. Throws with its name when it is missing: a function without a grant finds out at once. */
function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`);
  return value;
}

/** An environment variable that a function only has with a grant. */
function granted(name: string): string | undefined {
  const value = process.env[name];
  return value === undefined || value === '' ? undefined : value;
}
