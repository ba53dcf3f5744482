import { expect } from 'vitest';
import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import type { Services } from '#functions/ports/services.ts';

type Call = Exclude<keyof CardIssuer, 'verifyWebhook' | 'parseWebhook'>;

/** A call, and the issuer's answer to it. */
export type Exchange = { [K in Call]: readonly [call: K, answer: Awaited<ReturnType<CardIssuer[K]>>] }[Call];

/**
 * Runs a step with an issuer that expects exactly these calls in this order, each with the values that `given` lists
 * for it. Fails at any other call, and at a missing one. Returns the result of the step.
 */
export async function issuerDialogue<T>(
  services: Services,
  given: { readonly [K in Call]?: unknown },
  script: readonly Exchange[],
  step: (needs: Services) => Promise<T>,
): Promise<T> {
  const asked: (readonly [call: string, given: unknown])[] = [];
  const issuer = new Proxy({} as CardIssuer, {
    get: (_, call) => async (command: unknown) => {
      const [expected, answer] = script[asked.length] ?? [];
      asked.push([String(call), command]);
      if (call !== expected) throw new Error(`the issuer was asked for ${String(call)}, not for ${expected}`);
      return answer;
    },
  });
  const result = await step({ ...services, issuer });
  expect(asked).toEqual(script.map(([call]) => [call, given[call]]));
  return result;
}
