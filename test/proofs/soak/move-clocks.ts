import { tell } from '#test/support/money-stack.ts';
import type { StackAddresses } from '#bin/seed/open-account.ts';

type ClockState = { readonly offsetMs?: number; readonly now: string };

/** A clock that differs by so little from another is not behind it, in milliseconds: asking takes time, too. */
const toleranceMs = 2_000;

/**
 * Moves the product and both providers forward. A provider that was just restarted may have missed it; then it is moved
 * after them, so that nobody's time ever differs.
 */
export async function moveClocks(stack: StackAddresses, advanceMs: number): Promise<void> {
  await tell(`${stack.control}/clock`, { advanceMs }).catch(() => undefined);
  for (const provider of [stack.issuer, stack.payments]) {
    const ours = Date.parse((await tell<ClockState>(`${stack.control}/clock`, undefined, 'GET')).now);
    const theirs = Date.parse((await tell<ClockState>(`${provider}/sandbox/clock`, { advanceMs: 0 })).now);
    if (ours - theirs > toleranceMs) await tell(`${provider}/sandbox/clock`, { advanceMs: ours - theirs });
  }
}
