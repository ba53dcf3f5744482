import type { Config } from './config.ts';
import { hashesPasswords } from './http-function.ts';
import type { HttpFunction } from './http-function.ts';

/** API Gateway's words for how often a route may be called: a steady rate a second and a burst above it. */
export type Throttle = { readonly ThrottlingRateLimit: number; readonly ThrottlingBurstLimit: number };

/**
 * Limit of an ordinary route: several times the calls of 100,000 active people to the most called route
 * (infra/README.md, Rates).
 */
const ordinary: Throttle = { ThrottlingRateLimit: 1_000, ThrottlingBurstLimit: 2_000 };
/**
 * Limit of a write that waits for a provider, up to its time-out: as much as the account's concurrency bears beside all
 * else.
 */
const waiting: Throttle = { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 };

/**
 * Time of a call that hashes a password, in milliseconds: 25 for a whole core, 43 for the share of one that comes with
 * 1024 MB, and nine trips to the table one after another.
 */
const hashingCallMs = 150;
/** Share of their concurrency that the calls which hash may use: the gateway refuses before Lambda does. */
const usedShare = 0.8;
/** Concurrency of a route that has none reserved: what a new account gives for everything. */
const smallestConcurrency = 10;

/** Maximum rates of a route over all callers together. The firewall limits each address, the product each person. */
export function throttleOf(fn: HttpFunction, config: Pick<Config, 'hashingConcurrency'>): Throttle {
  if (hashesPasswords(fn)) return hashingThrottle(config.hashingConcurrency ?? smallestConcurrency);
  return waitsForProvider(fn) ? waiting : ordinary;
}

/**
 * Returns the limit of a route that hashes passwords. Each call costs much of a core on purpose, which makes it the
 * cheapest way to run up our bill.
 */
function hashingThrottle(concurrency: number): Throttle {
  return {
    ThrottlingRateLimit: Math.floor((usedShare * concurrency * 1_000) / hashingCallMs),
    ThrottlingBurstLimit: concurrency,
  };
}

/** True for a write that calls a provider while its caller waits. A webhook calls nobody. */
function waitsForProvider({ id, trigger, grant }: HttpFunction): boolean {
  if (trigger.method === 'GET' || id.startsWith('webhooks.')) return false;
  return ['issuer', 'payments'].some((secret) => grant.secrets?.some((name) => name === secret));
}
