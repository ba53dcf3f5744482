import type { OperationKind } from '#functions/ports/entities/operations.ts';
import { cardCreation } from './card-creation.ts';
import { cardClosing } from './card-closing.ts';
import { cardLoad } from './card-load.ts';
import { cardWithdrawal } from './card-withdrawal.ts';
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
