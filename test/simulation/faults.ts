import type { Choices } from './choices.ts';

/**
 * Faults at an effect.
 * - `crash_before`, `crash_after`: the process dies just before or just after it.
 * - `refused`: it did not happen and says so (throttled, connection refused).
 * - `contended`: DynamoDB gave another transaction the way.
 * - `lost`: it never arrived, and no error says so.
 * - `unheard`: it happened, its answer was lost.
 * - `late`: its answer was lost, and it happens only later.
 * - `twice`: it happened twice.
 * - `declined`: the provider refuses, and forgets the request.
 * - `busy`: the provider says later.
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

/** An effect of a process: `cards.load › commit(claim, operation, wallet)`. */
export type Boundary = { readonly flow: string; readonly name: string };

/** Decides what goes wrong. */
export type FaultPlan = {
  /** Undefined when it goes well. */
  at(boundary: Boundary, modes: readonly FaultMode[], effect: number): FaultMode | undefined;
};

/** Nothing goes wrong. */
export const noFaults: FaultPlan = { at: () => undefined };

/** A fault strikes one in this many effects, at any place. */
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

/** Exactly these faults, each once. */
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
