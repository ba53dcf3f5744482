/** The deliveries of one simulator. They are kept in its store, so a killed process resumes them at its next start. */
export type Outbox<D> = {
  /** Deliveries that are due, in the order to send them. */
  due(): readonly D[];
  /** Deliveries with one key go out one after the other. */
  keyOf(delivery: D): string;
  /**
   * Sends one delivery and stores its result. After `closing` has fired nothing may be stored: the delivery stays due.
   */
  deliver(delivery: D, closing: AbortSignal): Promise<void>;
};

/** Brings the deliveries of an outbox to their receivers: at least once, one at a time for each key. */
export class WebhookCourier<D> {
  readonly #outbox: Outbox<D>;
  readonly #onSettled: () => void;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  /** `onSettled` is called after each try, when the next delivery of its key may be due. */
  constructor(outbox: Outbox<D>, onSettled: () => void) {
    this.#outbox = outbox;
    this.#onSettled = onSettled;
  }

  /** Starts every delivery that is due and does not wait for it. */
  launchDue(): void {
    if (this.#closing.signal.aborted) return;
    for (const delivery of this.#outbox.due()) {
      const key = this.#outbox.keyOf(delivery);
      if (this.#underWay.has(key)) continue;
      const run = this.#outbox.deliver(delivery, this.#closing.signal).finally(() => {
        this.#underWay.delete(key);
        if (!this.#closing.signal.aborted) this.#onSettled();
      });
      this.#underWay.set(key, run);
    }
  }

  /** Keys of the deliveries that are being sent. */
  keysUnderWay(): string[] {
    return [...this.#underWay.keys()];
  }

  /** Resolves when no delivery is being sent and none is due. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay.values());
  }

  /** Breaks off the deliveries that are being sent, which stay due in the store, and starts none any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.settled();
  }
}
