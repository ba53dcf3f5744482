import type { FaultRule, WebhookRecord } from '../books/records.ts';
import { deliveryModes } from './fault-book.ts';
import type { Issuer } from './issuer.ts';
import { buildWebhookRequest } from './webhook-request.ts';

/** Virtual time before each further attempt; after the last one the event is given up. */
const retryDelaysMs = [2_000, 10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000];
const answerTimeoutMs = 10_000;

type Result = { readonly ok: boolean; readonly status: number | null; readonly error: string | null };

/** Brings the events of the outbox to the program: at least once, one at a time for each card or holder. */
export class WebhookCourier {
  readonly #issuer: Issuer;
  readonly #wake: () => void;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();

  constructor(issuer: Issuer, wake: () => void) {
    this.#issuer = issuer;
    this.#wake = wake;
  }

  #target(): string | undefined {
    const url = this.#issuer.books.facts.get('webhookUrl')?.value;
    return typeof url === 'string' ? url : undefined;
  }

  #waiting(): WebhookRecord[] {
    if (this.#stop.signal.aborted || this.#target() === undefined) return [];
    const waiting = this.#issuer.books.webhooks.where('state', 'waiting');
    return waiting
      .filter((record) => !this.#underWay.has(record.key))
      .toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0));
  }

  /** Virtual time at which there is something to deliver. */
  nextDueAt(): number | undefined {
    return this.#waiting()[0]?.dueAt ?? undefined;
  }

  /** Starts every delivery that is due and does not wait for it. */
  deliverDue(): void {
    const target = this.#target();
    if (target === undefined) return;
    const now = this.#issuer.clock.now();
    for (const record of this.#waiting()) {
      if ((record.dueAt ?? Infinity) > now || this.#underWay.has(record.key)) continue;
      const delivery = this.#deliver(record, target).finally(() => {
        this.#underWay.delete(record.key);
        this.#wake();
      });
      this.#underWay.set(record.key, delivery);
    }
  }

  /** Breaks off what is under way; it will be delivered again at the next start. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#underWay.values());
  }

  async #deliver(record: WebhookRecord, target: string): Promise<void> {
    const fault = this.#issuer.faults.takeFirst(`webhook/${record.event}`, deliveryModes);
    const result = await this.#attempt(record, target, fault);
    if (this.#stop.signal.aborted) return;
    this.#issuer.books.transaction(() => this.#note(record.id, result));
  }

  async #attempt(record: WebhookRecord, target: string, fault: FaultRule | undefined): Promise<Result> {
    const mode = fault?.mode;
    if (mode === 'timeout_before' || mode === 'reset' || mode === 'status') {
      return { ok: false, status: mode === 'status' ? (fault?.status ?? 500) : null, error: `simulated ${mode}` };
    }
    if (mode === 'slow') await this.#pause(fault?.delayMs ?? 2_000);
    const spoiled = record.attempts === 0 ? record.firstAttemptFault : null;
    const request = buildWebhookRequest(record, this.#issuer.keys, [mode, spoiled]);
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(answerTimeoutMs)]);
    let result: Result;
    try {
      const response = await fetch(target, { method: 'POST', ...request, signal, redirect: 'manual' });
      await response.body?.cancel();
      result = { ok: response.ok, status: response.status, error: null };
    } catch (error) {
      result = { ok: false, status: null, error: error instanceof Error ? error.message : String(error) };
    }
    const answerLost = mode === 'timeout_after' || mode === 'reset_after' || mode === 'status_after';
    return answerLost ? { ...result, ok: false, error: `simulated ${mode}` } : result;
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

  async #pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#stop.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
