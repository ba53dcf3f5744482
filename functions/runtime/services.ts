import { cents, type Cents } from '#shared/money.ts';
import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import type { DeadLetters } from '#functions/ports/dead-letters.ts';
import type { Mailer } from '#functions/ports/mailer.ts';
import type { PaymentGateway } from '#functions/ports/payment-gateway.ts';
import type { EventQueue } from '#functions/ports/queue.ts';
import type { ReturnedMails } from '#functions/ports/returned-mails.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Store } from '#functions/ports/store.ts';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { createBridgecardIssuer } from '#functions/adapters/issuer/bridgecard/create-bridgecard-issuer.ts';
import { program } from '#functions/adapters/issuer/program.ts';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import { countAnswers } from '#functions/adapters/metrics/count-answers.ts';
import { createEmfMetrics, noMetrics } from '#functions/adapters/metrics/emf-metrics.ts';
import { createSesMailer } from '#functions/adapters/mail/ses-mailer.ts';
import { createSesReturnedMails } from '#functions/adapters/mail/ses-returned-mails.ts';
import { createCryptomusGateway } from '#functions/adapters/payments/cryptomus/create-cryptomus-gateway.ts';
import { createSqsDeadLetters } from '#functions/adapters/queue/sqs-dead-letters.ts';
import { createSqsEventQueue } from '#functions/adapters/queue/sqs-event-queue.ts';
import { readSecret } from '#functions/adapters/secrets/secrets-manager.ts';
import { createLog } from './log.ts';
import { createRandom } from './random.ts';
import { systemClock } from './system-clock.ts';

/** Time to live of objects built from secrets: a rotated key is used soon. */
const keptMs = 5 * 60_000;

let current: { readonly services: Promise<Services>; readonly untilMs: number } | undefined;
let store: Store | undefined;

/** Made while the function starts, with more CPU than during its first call. */
const documents = process.env.MAY_STORE === 'no' ? undefined : createDocumentClient();

/** The services of this container, built from its environment: only what its grant gives it. */
export function currentServices(): Promise<Services> {
  const nowMs = performance.now();
  if (current === undefined || nowMs > current.untilMs) {
    const services = build();
    current = { services, untilMs: nowMs + keptMs };
    // A failed build, as when a secret could not be read, must not be kept for five minutes.
    services.catch(() => (current = undefined));
  }
  return current.services;
}

/*
 * The build replaces the `MAY_…` of a function without that grant by "no" (infra/build/build-functions.ts), so its bundle has
 * neither the adapter nor its client. What is left is imported statically: it loads while Lambda starts the function, with
 * more CPU than during the first call.
 */
async function build(): Promise<Services> {
  const [payments, issuer] = await Promise.all([
    process.env.MAY_PAY === 'no' ? notGranted<PaymentGateway>('payment provider') : buildPayments(),
    process.env.MAY_ISSUE === 'no' ? notGranted<CardIssuer>('card issuer') : buildIssuer(),
  ]);
  const namespace = granted('METRICS_NAMESPACE');
  const metrics = namespace === undefined ? noMetrics : createEmfMetrics(namespace, systemClock);
  const mailer = process.env.MAY_MAIL === 'no' ? notGranted<Mailer>('mail') : buildMailer();
  const queue = (name: string): EventQueue =>
    process.env.MAY_SEND === 'no' ? notGranted<EventQueue>('queue') : buildQueue(name);
  const deadLetters = (name: string): DeadLetters =>
    process.env.MAY_SORT === 'no' ? notGranted<DeadLetters>('dead letters') : buildDeadLetters(name);
  const secret = (name: string) => {
    const id = granted(`${name}_SECRET_ID`);
    return id === undefined ? undefined : () => readSecret(id);
  };
  const sources = { session: secret('SESSION'), payments: secret('PAYMENTS'), issuer: secret('ISSUER') };
  return {
    store: process.env.MAY_STORE === 'no' ? notGranted<Store>('table') : (store ??= buildStore()),
    payments: metrics === noMetrics ? payments : countAnswers('payments', payments, metrics),
    issuer: metrics === noMetrics ? issuer : countAnswers('issuer', issuer, metrics),
    metrics,
    mailer,
    returnedMails:
      process.env.MAY_READ_RETURNS === 'no' ? notGranted<ReturnedMails>('returned mails') : createSesReturnedMails(),
    paymentEvents: queue('PAYMENT_EVENTS_QUEUE_URL'),
    issuerEvents: queue('ISSUER_EVENTS_QUEUE_URL'),
    deadLetters: {
      'payment-events': deadLetters('PAYMENT_EVENTS'),
      'issuer-events': deadLetters('ISSUER_EVENTS'),
    },
    keys: createKeys(Object.fromEntries(Object.entries(sources).filter(([, source]) => source !== undefined))),
    clock: systemClock,
    random: createRandom(systemClock),
    log: createLog(required('FUNCTION_ID')),
    settings: {
      siteUrl: required('SITE_URL'),
      demoAdminEmail: granted('DEMO_ADMIN_EMAIL'),
      floatFloorCents: centsOf('FLOAT_FLOOR_CENTS'),
    },
  };
}

function buildStore(): Store {
  const tableName = granted('TABLE_NAME');
  if (tableName === undefined || documents === undefined) return notGranted('table');
  return createDynamoStore(documents, tableName, systemClock, granted('ERASURES_TABLE_NAME') ?? null);
}

/** Builds the payment provider's adapter from the environment; one that throws where it is not granted. */
export async function buildPayments(): Promise<PaymentGateway> {
  const secretId = granted('PAYMENTS_SECRET_ID');
  if (secretId === undefined) return notGranted('payment provider');
  const secret = await readSecret(secretId);
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
  const secret = await readSecret(secretId);
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

function buildMailer(): Mailer {
  const from = granted('MAIL_FROM');
  if (from === undefined) return notGranted('mail');
  return createSesMailer(from);
}

function buildQueue(name: string): EventQueue {
  const url = granted(name);
  if (url === undefined) return notGranted('queue');
  return createSqsEventQueue(url);
}

function buildDeadLetters(name: string): DeadLetters {
  const [queueUrl, deadUrl] = [granted(`${name}_QUEUE_URL`), granted(`${name}_DEAD_LETTERS_URL`)];
  if (deadUrl === undefined) return notGranted('dead letters');
  return createSqsDeadLetters({ queueUrl: queueUrl ?? '', deadUrl });
}

function field(secret: Readonly<Record<string, string>>, name: string): string {
  const value = secret[name];
  if (value === undefined || value === '') throw new Error(`a secret has no ${name}`);
  return value;
}

/** Stands in for a service that this function may not use: any use of it throws an error that names the service. */
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

/** An amount that a function only has with a grant. Throws when it is not a whole number of cents. */
function centsOf(name: string): Cents | undefined {
  const value = granted(name);
  return value === undefined ? undefined : cents(Number(value));
}

/** An environment variable that a function only has with a grant. */
function granted(name: string): string | undefined {
  const value = process.env[name];
  return value === undefined || value === '' ? undefined : value;
}
