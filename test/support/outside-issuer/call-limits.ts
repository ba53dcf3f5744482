import { refusal, type Answer } from './answer.ts';
import type { Call } from './calls.ts';
import type { CallName } from './mishap.ts';

/** Minimum time between two calls about the same card or page, in milliseconds. */
const pausesMs: Partial<Record<CallName, number>> = {
  details: 3_000,
  balance: 3_000,
  list: 3_000,
  fund: 300_000,
  unload: 300_000,
};

/** The issuer's limits on the rate of calls: per card, and for lists per page. */
export class CallLimits {
  readonly #last = new Map<string, number>();

  /** Returns the refusal of a call that comes too early; undefined when it does not. */
  refusalOf(call: Call, nowMs: number): Answer | undefined {
    const pauseMs = pausesMs[call.name];
    if (pauseMs === undefined) return undefined;
    const cardId = call.query.get('card_id') ?? String(call.body['card_id']);
    const key = `${call.name} ${cardId} ${call.query.get('page') ?? ''}`;
    const last = this.#last.get(key);
    if (last === undefined || nowMs - last >= pauseMs) {
      this.#last.set(key, nowMs);
      return undefined;
    }
    const words =
      pauseMs === 300_000 ? `${call.name} a card once every 5 minutes` : 'ask for this once every 3 seconds';
    return refusal(420, `You can only ${words}`);
  }
}
