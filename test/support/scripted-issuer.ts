import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import type { DeclineReason, ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { cents } from '#shared/money.ts';
import { issuerPort, type CarryOut, type IssuerCall } from './issuer-port.ts';
import { SimulatedIssuer } from './simulated-issuer.ts';

/** The fault of a call. `lost`: it never arrived. `unheard`: it took effect, and its answer was lost. */
export type Fault =
  | { readonly does: 'lost' }
  | { readonly does: 'unheard' }
  | { readonly does: 'late'; readonly arrive: (apply: () => void) => void }
  | { readonly does: 'declined'; readonly reason: DeclineReason }
  | { readonly does: 'busy'; readonly retryAfterMs: number }
  | { readonly does: 'fault' };

/** The simulated issuer whose transfers end at once, and whose calls fail only when a test plans it. */
export type ScriptedIssuer = SimulatedIssuer &
  CardIssuer & {
    /** Number of calls by name. */
    readonly calls: Record<string, number>;
    /** Plans the faults of the next calls of this name, in order. */
    misbehave(call: IssuerCall, ...faults: Fault[]): void;
  };

/** Makes an issuer without cards. */
export function createScriptedIssuer(): ScriptedIssuer {
  const issuer = new SimulatedIssuer({
    now: () => Date.UTC(2026, 10, 21, 9),
    last4Digits: () => '4444',
    statesDeclines: false,
  });
  issuer.transfersEnd = 'successful';
  issuer.floatCents = cents(100_000_000);
  const faults = new Map<IssuerCall, Fault[]>();
  const calls: Record<string, number> = {};

  const carryOut: CarryOut = async <T>(call: IssuerCall, act: () => ProviderAnswer<T>): Promise<ProviderAnswer<T>> => {
    calls[call] = (calls[call] ?? 0) + 1;
    const fault = faults.get(call)?.shift();
    const unknown = { outcome: 'unknown', detail: 'timeout' } as const;
    switch (fault?.does) {
      case undefined:
        return act();
      case 'lost':
        return unknown;
      case 'unheard':
        act();
        return unknown;
      case 'late':
        fault.arrive(() => void act());
        return unknown;
      case 'declined':
        return { outcome: 'declined', reason: fault.reason, detail: 'scripted' };
      case 'busy':
        return { outcome: 'not_processed', retryAfterMs: fault.retryAfterMs, detail: 'scripted' };
      case 'fault':
        return { outcome: 'fault', detail: 'scripted' };
    }
  };
  return Object.assign(issuer, issuerPort(issuer, carryOut), {
    calls,
    misbehave: (call: IssuerCall, ...more: Fault[]) => void faults.set(call, [...(faults.get(call) ?? []), ...more]),
  });
}
