import type { Operation } from '#functions/ports/entities/operations.ts';

/** The card that a transfer is about. Throws for an operation that names none: it was not made by a transfer's request. */
export function cardOf({ operationId, cardId, issuerCardId }: Operation): {
  readonly cardId: NonNullable<Operation['cardId']>;
  readonly issuerCardId: string;
} {
  if (cardId === undefined || issuerCardId === undefined) throw new Error(`${operationId} names no card`);
  return { cardId, issuerCardId };
}
