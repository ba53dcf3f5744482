import type * as z from 'zod/mini';
import type { Card as WireCard, Operation as WireOperation } from '#shared/contract/cards.ts';
import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import type { Cents } from '#shared/money.ts';
import { describeCardNow, describeOperation } from '../cards/describe-card.ts';
import { visibleCard } from '../cards/visible-card.ts';
import { codeFor } from './decline-words.ts';
import { driveOperation } from './drive-operation.ts';
import type { TransientSecrets, OperationNeeds } from './operation-steps.ts';

/** Time that a request waits for the issuer before it answers 202, in milliseconds. */
const patienceMs = 6_000;

/** The reply to the cardholder: the card as it is, and the operation while it is open. */
export type OperationReply = {
  readonly card: z.input<typeof WireCard>;
  readonly operation: z.input<typeof WireOperation> | undefined;
  readonly rewardCents: Cents;
};

/**
 * Drives an operation for a few seconds and returns its state. Throws AppError when the issuer decided against it
 * (ProviderRefused, or the code of a rule), after the hold was released; NotFound for an operation of another person or
 * without a card.
 */
export async function answerOperation(
  needs: OperationNeeds,
  userId: Id<'user'>,
  operationId: string,
  secrets: TransientSecrets,
  /** True when this process has just stored the operation. */
  hasStored = false,
): Promise<OperationReply> {
  const operation = await driveOperation(needs, operationId as Id<'operation'>, {
    untilMs: needs.clock.now() + patienceMs,
    secrets,
    hasStored,
  });
  if (operation.userId !== userId || operation.cardId === undefined)
    throw new AppError('NotFound', 'Operation not found.');
  if (operation.state === 'released') {
    throw new AppError(
      codeFor(operation),
      operation.reason ?? 'The card issuer did not carry it out. Nothing was charged.',
    );
  }
  const read = needs.store.get('card', { userId, cardId: operation.cardId }).then(visibleCard);
  const described = await describeCardNow(needs, read);
  const card = await read;
  return {
    card: described,
    operation: operation.state === 'settled' ? undefined : describeOperation(operation, card, needs.clock.now()),
    rewardCents: operation.bonusCents,
  };
}
