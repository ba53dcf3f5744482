import type { OperationKind } from '#functions/ports/entities/operations.ts';
import { creationSteps } from '#functions/domain/cards/orders/creation-steps.ts';
import { deletionSteps } from '#functions/domain/cards/orders/deletion-steps.ts';
import { loadSteps } from '#functions/domain/cards/orders/load-steps.ts';
import { withdrawalSteps } from '#functions/domain/cards/orders/withdrawal-steps.ts';
import { cardholderRegistration } from './cardholder-registration.ts';
import type { OperationSteps } from './operation-steps.ts';

const steps = {
  card_creation: creationSteps,
  card_load: loadSteps,
  card_withdrawal: withdrawalSteps,
  card_closing: deletionSteps,
  holder_registration: cardholderRegistration,
} as const satisfies Record<OperationKind, OperationSteps>;

/** Returns the steps of a kind of operation. */
export function stepsOf(kind: OperationKind): OperationSteps {
  return steps[kind];
}
