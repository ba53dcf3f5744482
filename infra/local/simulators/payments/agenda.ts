import type { SimulatorStore } from './simulator-store.ts';
import type { VirtualClock } from '../kit/virtual-clock.ts';
import type { WebhookPostman } from './webhook-postman.ts';

const LONGEST_SLEEP_MS = 60_000;
/** While a delivery is under way it stays due in the store; look again after this long. */
const IN_FLIGHT_SLEEP_MS = 50;

/** Does what is due: by itself as time passes, and in order of time when the clock is moved on. */
export class Agenda {
  readonly #store: SimulatorStore;
  readonly #clock: VirtualClock;
  readonly #postman: WebhookPostman;
  readonly #changeInvoices: () => void;
  #timer: NodeJS.Timeout | undefined;
  #moving: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** `changeInvoices` does what time brings to invoices. */
  constructor(store: SimulatorStore, clock: VirtualClock, postman: WebhookPostman, changeInvoices: () => void) {
    this.#store = store;
    this.#clock = clock;
    this.#postman = postman;
    this.#changeInvoices = changeInvoices;
  }

  /** Does what is due now and sets the timer for what comes next. */
  wake(): void {
    if (this.#isClosed) return;
    this.#store.transaction(this.#changeInvoices);
    this.#postman.launchDue();
    clearTimeout(this.#timer);
    const nextMs = this.#store.nextDueAt();
    if (nextMs === null) return;
    const waitMs = nextMs - this.#clock.now();
    this.#timer = setTimeout(() => this.wake(), waitMs <= 0 ? IN_FLIGHT_SLEEP_MS : Math.min(waitMs, LONGEST_SLEEP_MS));
  }

  /**
   * Moves the clock on by `ms`, stopping at every moment something is due, so that an expiry, its webhook and
   * the webhook's retries happen in their order. Resolves when the last delivery of that time has been answered.
   */
  async advanceBy(ms: number): Promise<void> {
    const run = this.#moving.then(() => this.#advance(ms));
    this.#moving = run.catch(() => {});
    await run;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #advance(ms: number): Promise<void> {
    const targetMs = this.#clock.now() + ms;
    for (
      let nextMs = this.#store.nextDueAt();
      nextMs !== null && nextMs <= targetMs;
      nextMs = this.#store.nextDueAt()
    ) {
      if (this.#isClosed) return;
      this.#clock.advanceTo(nextMs);
      this.wake();
      await this.#postman.settled();
    }
    this.#clock.advanceTo(targetMs);
    this.wake();
    await this.#postman.settled();
  }
}
