import type { FunctionDefinition } from '../definition/types.ts';

/** API Gateway's words for how often a route may be called: a steady rate a second and a burst above it. */
type Throttle = { readonly ThrottlingRateLimit: number; readonly ThrottlingBurstLimit: number };

/** One person's calls never get near it; a flood of one route leaves the others their share of the account's quota. */
const ordinary: Throttle = { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 };
/** Each call costs 25 ms of a whole core on purpose, which makes these the cheapest way to run up our bill. */
const hashing: Throttle = { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 };

/** True for routes that hash passwords: the definition gives them, and no other route, more than 512 MB. */
export function hashesPasswords(fn: FunctionDefinition): boolean {
  return fn.trigger.kind === 'http' && fn.memoryMb > 512;
}

/** Maximum rates of a route over all callers together. Limits per person are the product's own. */
export function throttleOf(fn: FunctionDefinition): Throttle {
  return hashesPasswords(fn) ? hashing : ordinary;
}
