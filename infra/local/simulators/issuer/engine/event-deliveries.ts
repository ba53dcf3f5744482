import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule, WebhookRecord } from '../books/records.ts';
import { isTaken, postWebhook, type PostResult } from '../../kit/post-webhook.ts';
import type { Outbox } from '../../kit/webhook-courier.ts';
import { deliveryModes } from './fault-modes.ts';
import type { Issuer } from './issuer.ts';
import { buildWebhookRequest } from './webhook-request.ts';

/** Virtual time before each further attempt, in milliseconds; after the last one the event is given up. */
const retryDelaysMs = [2_000, 10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000];
const answerTimeoutMs = 10_000;

type Result = PostResult & { readonly ok: boolean };

/** The events that wait for their delivery to the program, one at a time for each card or holder. */
export class EventDeliveries implements Outbox<WebhookRecord> {
  readonly #issuer: Issuer;

  constructor(issuer: Issuer) {
    this.#issuer = issuer;
  }

  /** Events that are due, earliest first; none while the program has given no address. */
  due(): WebhookRecord[] {
    const now = this.#issuer.clock.now();
    return this.#waiting().filter(({ dueAt }) => dueAt !== null && dueAt <= now);
  }

  keyOf(record: WebhookRecord): string {
    return record.key;
  }

  /** Virtual time of the next delivery; those of the keys in `underWay` do not count. */
  nextDueAt(underWay: readonly string[]): number | undefined {
    return this.#waiting().find(({ key }) => !underWay.includes(key))?.dueAt ?? undefined;
  }

  async deliver(record: WebhookRecord, closing: AbortSignal): Promise<void> {
    const target = this.#target();
    if (target === undefined) return;
    const fault = this.#issuer.faults.takeFirst(`webhook/${record.event}`, deliveryModes);
    const result = await this.#attempt(record, target, fault, closing);
    if (closing.aborted) return;
    this.#issuer.books.transaction(() => this.#note(record.id, result));
  }

  #target(): string | undefined {
    const url = this.#issuer.books.facts.get('webhookUrl')?.value;
    return typeof url === 'string' ? url : undefined;
  }

  #waiting(): WebhookRecord[] {
    if (this.#target() === undefined) return [];
    return this.#issuer.books.webhooks.where('state', 'waiting').toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0));
  }

  async #attempt(
    record: WebhookRecord,
    target: string,
    fault: FaultRule | undefined,
    closing: AbortSignal,
  ): Promise<Result> {
    const mode = fault?.mode;
    if (mode === 'timeout_before' || mode === 'reset' || mode === 'status') {
      return { ok: false, status: mode === 'status' ? (fault?.status ?? 500) : null, error: `simulated ${mode}` };
    }
    if (mode === 'slow') await pause(fault?.delayMs ?? 2_000, closing);
    const spoiled = record.attempts === 0 ? record.firstAttemptFault : null;
    const request = buildWebhookRequest(record, this.#issuer.keys, [mode, spoiled]);
    const result = await postWebhook({ url: target, ...request }, answerTimeoutMs, closing);
    const answerLost = mode === 'timeout_after' || mode === 'reset_after' || mode === 'status_after';
    return answerLost ? { ...result, ok: false, error: `simulated ${mode}` } : { ...result, ok: isTaken(result) };
  }

  #note(id: string, result: Result): void {
    const { webhooks } = this.#issuer.books;
    const now = this.#issuer.clock.now();
    const record = webhooks.get(id);
    // The books may have been reset, or the event sent again by hand, while the delivery was under way.
    if (!record) return;
    const attempts = record.attempts + 1;
    const noted = { ...record, attempts, lastStatus: result.status, lastError: result.error };
    if (!result.ok) {
      const wait = retryDelaysMs[attempts - 1];
      webhooks.put(
        wait === undefined
          ? { ...noted, state: 'abandoned', dueAt: null }
          : { ...noted, waitsForNext: false, dueAt: now + wait },
      );
      return;
    }
    const again = record.copiesLeft > 0;
    webhooks.put({
      ...noted,
      state: again ? 'waiting' : 'delivered',
      dueAt: again ? now : null,
      copiesLeft: Math.max(0, record.copiesLeft - 1),
      deliveredAt: now,
    });
    for (const held of webhooks.where('state', 'waiting')) {
      if (held.waitsForNext && held.key === record.key && held.id !== id) {
        webhooks.put({ ...held, waitsForNext: false, dueAt: now });
      }
    }
  }
}

/** Waits, and no longer than until the simulator closes. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
