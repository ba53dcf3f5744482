import type { Cents } from '#shared/money.ts';
import type { CardIssuer } from './card-issuer.ts';
import type { DeadLetters, QueueName } from './dead-letters.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mailer.ts';
import type { Metrics } from './metrics.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import type { EventQueue } from './queue.ts';
import type { ReturnedMails } from './returned-mails.ts';
import type { Random } from './random.ts';
import type { Keys } from './keys.ts';
import type { Store } from './store.ts';

/** Facts about this deployment that rules and mails need. */
export type Settings = {
  /**
   * The part of our float at the issuer that no load or new card may use, in cents. Set only for the job that reads it.
   */
  readonly floatFloorCents?: Cents | undefined;
  /** The site's origin, without a slash at the end. */
  readonly siteUrl: string;
  /**
   * The email of the one admin who needs neither an app nor a passkey: the local demo's. Only a local stack sets it.
   */
  readonly demoAdminEmail?: string | undefined;
};

/** Everything a use case may need; each names the part that it takes. */
export type Services = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly payments: PaymentGateway;
  readonly issuer: CardIssuer;
  readonly mailer: Mailer;
  readonly returnedMails: ReturnedMails;
  readonly keys: Keys;
  readonly paymentEvents: EventQueue;
  readonly issuerEvents: EventQueue;
  readonly deadLetters: Readonly<Record<QueueName, DeadLetters>>;
  readonly settings: Settings;
  /** The id of the request that is worked on; undefined in jobs, workers and commands. */
  readonly requestId?: string | undefined;
};
