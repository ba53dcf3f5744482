import type { OperationKind } from '#functions/ports/entities/operations.ts';
import { cardCreation } from '#functions/domain/cards/orders/creation-steps.ts';
import { cardClosing } from '#functions/domain/cards/orders/deletion-steps.ts';
import { cardLoad } from '#functions/domain/cards/orders/load-steps.ts';
import { cardWithdrawal } from '#functions/domain/cards/orders/withdrawal-steps.ts';
import { holderRegistration } from './holder-registration.ts';
import type { OperationSteps } from './operation-steps.ts';

const steps = {
  card_creation: cardCreation,
  card_load: cardLoad,
  card_withdrawal: cardWithdrawal,
  card_closing: cardClosing,
  holder_registration: holderRegistration,
} as const satisfies Record<OperationKind, OperationSteps>;

/** Returns the steps of a kind of operation. */
export function stepsOf(kind: OperationKind): OperationSteps {
  return steps[kind];
}
