import { isLoopbackUrl } from '../kit/loopback.ts';
import { isTaken, postWebhook } from '../kit/post-webhook.ts';
import { WebhookCourier } from '../kit/webhook-courier.ts';
import { formatDecimal, multiply, oneUnit, parseDecimal } from './decimal.ts';
import type { Fault, FaultBoard } from './fault-board.ts';
import type { SimulatorStore } from './simulator-store.ts';
import type { VirtualClock } from '../kit/virtual-clock.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';
import { type JsonValue, phpJsonEncode, signBytes, signedWebhookBody } from './wire-signature.ts';

const minuteMs = 60_000;

/** Delays before each further try, in virtual milliseconds. The provider publishes none; these are the simulator's. */
export const retryDelaysMs: readonly number[] = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minuteMs);

/** A webhook to be sent. */
export type OutgoingWebhook = {
  kind: WebhookDelivery['kind'];
  paymentUuid: string;
  orderId: string;
  status: string;
  url: string;
  fields: { [name: string]: JsonValue };
};

/** The keys webhooks are signed with. */
export type WebhookKeys = {
  paymentKey: string;
  payoutKey: string;
};

/**
 * Sends webhooks and retries until the receiver returns 2xx. Every delivery is in the store first, so a killed process
 * resumes its unfinished deliveries when it comes back.
 */
export class WebhookPostman {
  readonly #store: SimulatorStore;
  readonly #clock: VirtualClock;
  readonly #faults: FaultBoard;
  readonly #keys: WebhookKeys;
  readonly #timeoutMs: number;
  /** Sends one delivery at a time for each payment. */
  readonly courier: WebhookCourier<WebhookDelivery>;

  /** `onSettled` is called after each try, when new work may be due. */
  constructor(
    store: SimulatorStore,
    clock: VirtualClock,
    faults: FaultBoard,
    keys: WebhookKeys,
    timeoutMs: number,
    onSettled: () => void,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#faults = faults;
    this.#keys = keys;
    this.#timeoutMs = timeoutMs;
    this.courier = new WebhookCourier(
      {
        due: () => store.dueDeliveries(clock.now()),
        keyOf: (delivery) => delivery.paymentUuid,
        deliver: async (delivery, closing) => this.#deliver(delivery, closing),
      },
      onSettled,
    );
  }

  /** Writes a webhook into the log, to be sent when the agenda next wakes. Faults for deliveries take effect here. */
  enqueue(webhook: OutgoingWebhook): WebhookDelivery {
    const faults = this.#faults.takeForDelivery(`webhook/${webhook.kind}/${webhook.status}`);
    const nowMs = this.#clock.now();
    const { fields: _fields, ...rest } = webhook;
    const delivery: Omit<WebhookDelivery, 'n'> = {
      ...rest,
      body: this.#body(webhook, faults),
      state: 'pending',
      reason: null,
      copies: 1,
      dueAtMs: nowMs,
      attempts: [],
      createdAtMs: nowMs,
    };
    for (const fault of faults) {
      if (fault.mode === 'duplicate_webhook') delivery.copies = fault.copies;
      if (fault.mode === 'delay_webhook') delivery.dueAtMs = nowMs + fault.delayMs;
      if (fault.mode === 'reorder') Object.assign(delivery, { state: 'held', dueAtMs: nowMs + fault.delayMs });
      if (fault.mode === 'no_webhook') drop(delivery, 'fault no_webhook');
    }
    if (!isLoopbackUrl(webhook.url)) drop(delivery, 'the target is not on loopback');
    return this.#store.addDelivery(delivery);
  }

  /** Puts a copy of delivery `n` into the log, due at once. Null when there is no such delivery. */
  redeliver(n: number): WebhookDelivery | null {
    const original = this.#store.delivery(n);
    if (original === null) return null;
    const nowMs = this.#clock.now();
    const { n: _number, ...copy } = original;
    return this.#store.addDelivery({
      ...copy,
      state: 'pending',
      reason: `redelivery of ${n}`,
      copies: 1,
      dueAtMs: nowMs,
      attempts: [],
      createdAtMs: nowMs,
    });
  }

  async #deliver(delivery: WebhookDelivery, closing: AbortSignal): Promise<void> {
    const { url, body } = delivery;
    const headers = { 'content-type': 'application/json', 'user-agent': 'payment-simulator' };
    const results = await Promise.all(
      Array.from({ length: delivery.copies }, async () =>
        postWebhook({ url, headers, body }, this.#timeoutMs, closing),
      ),
    );
    if (closing.aborted || this.#store.delivery(delivery.n) === null) return;
    const atMs = this.#clock.now();
    delivery.attempts.push(...results.map((result) => ({ atMs, ...result })));
    const delivered = results.some(isTaken);
    const tries = Math.ceil(delivery.attempts.length / delivery.copies);
    const wait = delivery.kind === 'test' ? undefined : retryDelaysMs[tries - 1];
    if (delivered) Object.assign(delivery, { state: 'delivered', dueAtMs: null });
    else if (wait === undefined) Object.assign(delivery, { state: 'failed', dueAtMs: null });
    else Object.assign(delivery, { state: 'pending', dueAtMs: atMs + wait });
    this.#store.transaction(() => {
      this.#store.saveDelivery(delivery);
      this.#releaseHeld(delivery, atMs);
    });
  }

  /** A held delivery goes out as soon as a later one of the same payment has overtaken it. */
  #releaseHeld(sent: WebhookDelivery, nowMs: number): void {
    for (const earlier of this.#store.deliveries(sent.paymentUuid)) {
      if (earlier.state !== 'held' || earlier.n >= sent.n) continue;
      this.#store.saveDelivery({ ...earlier, state: 'pending', dueAtMs: nowMs });
    }
  }

  #body(webhook: OutgoingWebhook, faults: readonly Fault[]): string {
    const isPayout = webhook.fields['type'] === 'payout';
    const { paymentKey, payoutKey } = this.#keys;
    const key = isPayout ? payoutKey : paymentKey;
    const has = (mode: Fault['mode']): boolean => faults.some((fault) => fault.mode === mode);
    const forged = { ...webhook.fields, ...tenfold(webhook.fields) };
    if (has('wrong_key')) return signedWebhookBody(webhook.fields, isPayout ? paymentKey : payoutKey);
    if (has('forged_body')) return signedWebhookBody(forged, key);
    const sign = signBytes(phpJsonEncode(webhook.fields), key);
    if (has('altered_amount')) return phpJsonEncode({ ...forged, sign });
    if (has('missing_signature')) return phpJsonEncode(webhook.fields);
    if (has('array_signature')) return phpJsonEncode({ ...webhook.fields, sign: [sign] });
    if (has('bad_signature')) return phpJsonEncode({ ...webhook.fields, sign: signBytes(sign, 'not the key') });
    return signedWebhookBody(webhook.fields, key);
  }
}

function drop(delivery: Omit<WebhookDelivery, 'n'>, reason: string): void {
  Object.assign(delivery, { state: 'dropped', reason, dueAtMs: null });
}

function tenfold(fields: { [name: string]: JsonValue }): { [name: string]: JsonValue } {
  const amount = fields['payment_amount'] ?? fields['amount'];
  if (typeof amount !== 'string') return {};
  return { payment_amount: formatDecimal(multiply(parseDecimal(amount), 10n * oneUnit), 8) };
}
