import type { Work } from '../books/records.ts';
import type { Issuer } from './issuer.ts';
import type { WebhookCourier } from './webhook-courier.ts';

const longestSleepMs = 60_000;

/** Does the work that is due and sleeps until the next is. Due times are virtual, sleeping is real. */
export class Scheduler {
  readonly #issuer: Issuer;
  readonly #run: (work: Work) => void;
  readonly #courier: WebhookCourier;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(issuer: Issuer, run: (work: Work) => void, courier: WebhookCourier) {
    this.#issuer = issuer;
    this.#run = run;
    this.#courier = courier;
  }

  /** Does what is due now and sets the alarm for what comes next. Cheap; to be called after every change. */
  wake(): void {
    if (this.#closed) return;
    this.#runDueJobs();
    this.#courier.deliverDue();
    clearTimeout(this.#timer);
    const next = this.#nextDueAt();
    const sleepMs = next === undefined ? longestSleepMs : next - this.#issuer.clock.now();
    this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(sleepMs, 1), longestSleepMs));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #runDueJobs(): void {
    const { books, clock } = this.#issuer;
    for (const job of books.jobs.upTo('dueAt', clock.now())) {
      // The job goes with its effects or not at all: a crash repeats neither.
      try {
        books.transaction(() => {
          books.jobs.delete(job.id);
          this.#run(job.work);
        });
      } catch (error) {
        // A mistake of ours: it is shown, and does not stop what comes after.
        console.error('issuer simulator:', job.work.kind, error);
        books.jobs.delete(job.id);
      }
    }
  }

  #nextDueAt(): number | undefined {
    const dueTimes = [
      this.#issuer.books.jobs.upTo('dueAt', Number.MAX_SAFE_INTEGER)[0]?.dueAt,
      this.#courier.nextDueAt(),
    ];
    const known = dueTimes.filter((time) => time !== undefined);
    return known.length > 0 ? Math.min(...known) : undefined;
  }
}
