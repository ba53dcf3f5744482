import { callModes, departureModes } from '../../kit/read-fault.ts';
import type { FaultMode, FaultRule } from '../books/records.ts';

/** Modes that change how a call is answered. */
export const answerModes = [
  ...callModes,
  'late_apply',
  'unauthorized',
  'rate_limited',
] as const satisfies readonly FaultMode[];

/** One of the modes that change how a call is answered. */
export type AnswerMode = (typeof answerModes)[number];

/** Modes that change which events leave, and when. */
export const emissionModes: readonly FaultMode[] = [...departureModes, 'contradictory'];

/** Modes that spoil what one delivery of an event carries. */
export const spoilingModes: readonly FaultMode[] = [
  'bad_signature',
  'missing_signature',
  'forged_body',
  'alternative_names',
];

/** Modes that spoil one delivery of an event, when their path names deliveries. */
export const deliveryModes: readonly FaultMode[] = [...spoilingModes, ...callModes];

/** Modes that change the effect of a call, at once or later. */
export const effectModes: readonly FaultMode[] = [
  ...emissionModes,
  ...spoilingModes,
  'async_fail',
  'creation_fails_async',
  'empty_float',
  'stale',
  'duplicate_items',
];

/** Every mode there is. */
export const faultModes: readonly FaultMode[] = [...answerModes, ...effectModes];

/** The rule of this mode among those that were taken for a call. */
export function findEffect(effects: readonly FaultRule[], mode: FaultMode): FaultRule | undefined {
  return effects.find((rule) => rule.mode === mode);
}
