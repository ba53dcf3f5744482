import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import type { Clock } from '#functions/ports/clock.ts';
import { assertEnvironment } from './assert-environment.ts';
import { cardCalls } from './card-calls.ts';
import { createBridgecardClient, usualTimeouts, type Timeouts } from './client.ts';
import { cardholderCalls, type CardholderDefaults } from './cardholder-calls.ts';
import { transactionCalls } from './transaction-calls.ts';
import { parseEvent } from './parse-event.ts';
import { isWebhookSignature } from './verify-webhook.ts';

/** The configuration of the issuer. Only the two base URLs differ between simulator, sandbox and live. */
export type BridgecardConfig = {
  readonly baseUrl: string;
  /** The relay that decrypts card numbers on their way. */
  readonly revealBaseUrl: string;
  readonly accessToken: string;
  /** Encrypts PINs and decrypts the webhook's header; never sent. */
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The earlier secrets during a rotation: a webhook's header may still be made with them. */
  readonly secretKeyBefore?: string | undefined;
  readonly webhookSecretBefore?: string | undefined;
  /** `none`: a program whose holders are registered without an identity document. */
  readonly holderIdentity: 'none';
  readonly program: CardholderDefaults;
  /** @default Mastercard */
  readonly cardBrand?: string;
  readonly clock: Clock;
  /** @default 2 s to connect, 8 s in all, so that a Lambda of 30 s outlives a call and the reading after it */
  readonly timeouts?: Timeouts;
};

/** The card issuer over Bridgecard's API. Throws for a configuration that mixes live and sandbox. */
export function createBridgecardIssuer(config: BridgecardConfig): CardIssuer {
  assertEnvironment(config);
  const { cardBrand = 'Mastercard', timeouts = usualTimeouts } = config;
  const client = createBridgecardClient({ ...config, timeouts });
  const rung = (now: string, before: string | undefined): readonly string[] => (before ? [now, before] : [now]);
  const webhookKeys = {
    secretKeys: rung(config.secretKey, config.secretKeyBefore),
    webhookSecrets: rung(config.webhookSecret, config.webhookSecretBefore),
  };
  return {
    ...cardholderCalls(client, config.program),
    ...cardCalls(client, { cardBrand, secretKey: config.secretKey }),
    ...transactionCalls(client),
    verifyWebhook: (signature) => isWebhookSignature(signature, webhookKeys),
    parseWebhook: (rawBody) => parseEvent(rawBody, config.clock.now()),
  };
}
