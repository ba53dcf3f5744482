import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, type Store } from '#functions/ports/store.ts';
import { person } from '#functions/domain/reconciliation/break.ts';
import { markKeptMs } from '#functions/domain/statistics/count-contributions.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { sightBreak } from '#functions/domain/tickets/sight-break.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { thresholds } from './thresholds.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Time to live of a day's count of a network after its last account, in milliseconds: the day, and a week to look into
 * it.
 */
const countKeptMs = 8 * dayMs;

/**
 * Counts a new account once, for its network and the day of its sign-up. Opens a ticket for a network with too many
 * sign-ups on a day. An account without a known network is not counted.
 */
export async function countNetwork(needs: Needs, user: User): Promise<void> {
  const { store, clock } = needs;
  const { userId, signUpNetwork } = user;
  if (signUpNetwork === undefined) return;
  const counterId = counterOf(user);
  const mark = { recordId: `network:${userId}` };
  const count = await withRetries(needs, async () => {
    const [counted, counter] = await store.getBoth(
      { kind: 'countedRecord', key: mark },
      { kind: 'rateCounter', key: { counterId } },
    );
    if (counted !== undefined) return counter?.count ?? 0;
    const nowMs = clock.now();
    const expiresAtMs = nowMs + countKeptMs;
    await commitForRetry(store, [
      insert('countedRecord', { ...mark, expiresAtMs: nowMs + markKeptMs }),
      counter === undefined
        ? insert('rateCounter', { counterId, count: 1, expiresAtMs, version: 1 })
        : update('rateCounter', counter, { count: counter.count + 1, expiresAtMs }),
    ]);
    return (counter?.count ?? 0) + 1;
  });
  const accounts = reachedStep(count, thresholds.networkAccountsPerDay);
  if (accounts === 0) return;
  const day = dayOf(user.createdAtMs);
  const found = { part: 'signals', class: 'NETWORK', subject: `${day}:${signUpNetwork.slice(0, 12)}` } as const;
  const proposal = person('look at who signed up from there, in the list of users of that day');
  const facts = { ownerId: undefined, cents: 0, atMs: Date.parse(day) };
  await sightBreak(needs, { ...found, ...facts, evidence: { day, accounts }, proposal }, 'run');
}

/** True for a person whose network had enough sign-ups on that day to be a signal. */
export async function isCrowded(store: Store, user: User): Promise<boolean> {
  if (user.signUpNetwork === undefined) return false;
  const counter = await store.get('rateCounter', { counterId: counterOf(user) });
  return (counter?.count ?? 0) >= thresholds.networkAccountsPerDay;
}

/**
 * Returns the highest multiple of a threshold that a count has reached, so that the evidence does not change with each
 * further one.
 */
export function reachedStep(count: number, threshold: number): number {
  return Math.floor(count / threshold) * threshold;
}

function counterOf({ signUpNetwork, createdAtMs }: Pick<User, 'signUpNetwork' | 'createdAtMs'>): string {
  return `network-accounts:${dayOf(createdAtMs)}:${signUpNetwork}`;
}
