import type { Choices } from './choices.ts';

/**
 * Faults at an effect.
 * - `crash_before`, `crash_after`: the process dies just before or just after the effect.
 * - `refused`: the effect did not happen, and an error says so (throttled, connection refused).
 * - `contended`: DynamoDB refused the transaction in favor of another one.
 * - `lost`: the request never arrived, and no error says so.
 * - `unheard`: the effect happened, and its answer was lost.
 * - `late`: the answer was lost, and the effect happens only later.
 * - `twice`: the effect happened twice.
 * - `declined`: the provider refuses, and forgets the request.
 * - `busy`: the provider asks to try again later.
 */
export const faultModes = [
  'crash_before',
  'crash_after',
  'refused',
  'contended',
  'lost',
  'unheard',
  'late',
  'twice',
  'declined',
  'busy',
] as const;

/** One way in which an effect goes wrong. */
export type FaultMode = (typeof faultModes)[number];

/** A failure that does not say whether the effect happened, like a broken connection. */
export class ConnectionLost extends Error {}

/** An effect of a process: `cards.load › commit(claim, operation, wallet)`. */
export type Boundary = { readonly flow: string; readonly name: string };

/** Decides what goes wrong. */
export type FaultPlan = {
  /** Returns the fault of an effect; undefined when the effect goes well. */
  at(boundary: Boundary, modes: readonly FaultMode[], effect: number): FaultMode | undefined;
};

/** A plan without faults. */
export const noFaults: FaultPlan = { at: () => undefined };

/** Returns a plan in which one in this many effects gets a random fault. */
export function randomFaults(choices: Choices, oneIn: number): FaultPlan {
  return {
    at: (_boundary, modes) => {
      if (!choices.oneIn(oneIn)) return undefined;
      return modes[choices.below(modes.length)];
    },
  };
}

/** The target of one fault: the n-th effect of the first process of a flow. */
export type AimedFault = { readonly flow: string; readonly effect: number; readonly mode: FaultMode };

/** Returns a plan of exactly these faults, each once. */
export function aimedFaults(aimed: readonly AimedFault[]): FaultPlan {
  const open = [...aimed];
  return {
    at: ({ flow }, modes, effect) => {
      const index = open.findIndex(
        (fault) => fault.flow === flow && fault.effect === effect && modes.includes(fault.mode),
      );
      return index < 0 ? undefined : open.splice(index, 1)[0]?.mode;
    },
  };
}
