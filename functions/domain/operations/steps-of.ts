import type { OperationKind } from '#functions/ports/entities.ts';
import { cardCreation } from './card-creation.ts';
import { cardLoad } from './card-load.ts';
import { holderRegistration } from './holder-registration.ts';
import type { OperationSteps } from './operation-steps.ts';

const steps = {
  card_creation: cardCreation,
  card_load: cardLoad,
  holder_registration: holderRegistration,
} as const satisfies Partial<Record<OperationKind, OperationSteps>>;

/** What a kind of operation does. */
export function stepsOf(kind: OperationKind): OperationSteps {
  const found = (steps as Partial<Record<OperationKind, OperationSteps>>)[kind];
  if (!found) throw new Error(`no steps for ${kind}`);
  return found;
}
