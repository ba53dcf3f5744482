import type { StackAddresses } from '#infra/local/seed/open-account.ts';
import { callDoor } from '#test/support/money-stack.ts';
import { askUntilAnswered } from './ask-until-answered.ts';

type ClockState = { readonly offsetMs?: number; readonly now: string };

/** Tolerated difference of two clocks, in milliseconds, because reading them takes time. */
const toleranceMs = 2_000;

/**
 * Moves the clocks of the product and both providers forward. A provider that was just restarted may have missed the
 * move, and is then moved too, so that all have the same time.
 */
export async function moveClocks(stack: StackAddresses, advanceMs: number): Promise<void> {
  // The move is not repeated when its answer is lost, because the time could pass twice.
  await callDoor(`${stack.control}/clock`, { advanceMs }).catch(() => undefined);
  for (const provider of [stack.issuer, stack.payments]) {
    for (let behindMs = await howFarBehind(stack, provider); behindMs > toleranceMs;) {
      await callDoor(`${provider}/sandbox/clock`, { advanceMs: behindMs }).catch(() => undefined);
      behindMs = await howFarBehind(stack, provider);
    }
  }
}

async function howFarBehind({ control }: StackAddresses, provider: string): Promise<number> {
  const ours = await askUntilAnswered<ClockState>(`${control}/clock`, undefined, 'GET');
  const theirs = await askUntilAnswered<ClockState>(`${provider}/sandbox/clock`, { advanceMs: 0 });
  return Date.parse(ours.now) - Date.parse(theirs.now);
}
