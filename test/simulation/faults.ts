import type { Choices } from './choices.ts';

/**
 * What can go wrong at an effect.
 * - `crash_before`, `crash_after`: the process dies just before or just after it.
 * - `refused`: it did not happen and says so (throttled, connection refused).
 * - `contended`: DynamoDB gave another transaction the way.
 * - `lost`: it never arrived, and nobody says so.
 * - `unheard`: it happened, its answer was lost.
 * - `late`: its answer was lost, and it happens only later.
 * - `twice`: it happened twice.
 * - `declined`: the provider says no, and forgets that it was asked.
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

/** Something goes wrong in one of so many effects, wherever that is. */
export function randomFaults(choices: Choices, oneIn: number): FaultPlan {
  return {
    at: (_boundary, modes) => {
      if (!choices.oneIn(oneIn)) return undefined;
      return modes[choices.below(modes.length)];
    },
  };
}

/** What one fault is aimed at: the n-th effect of the first process of a flow. */
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
