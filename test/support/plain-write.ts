import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { PutCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { noteLoss } from '#functions/adapters/dynamo/lost-attempts.ts';
import type { Item } from '#test/simulation/engine/expression.ts';

type Actions = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** Returns a write of one item as the only action of a transaction; undefined for any other command. */
export function plainWrite(command: unknown): Actions | undefined {
  return command instanceof PutCommand ? [{ Put: command.input }] : undefined;
}

/**
 * Returns DynamoDB's error for a refused write of one item, refused at once or when the SDK repeats it after a lost
 * answer. `found` is the existing item that fails the condition.
 */
export function refusedWrite(reason: string, isRepeated = false, found?: Item): Error {
  const given = { message: reason, $metadata: {} };
  if (reason === 'TransactionConflict') return new TransactionConflictException(given);
  const { seal } = found ?? {};
  const error = new ConditionalCheckFailedException({ ...given, Item: { seal: { S: String(seal) } } });
  if (isRepeated) noteLoss(error);
  return error;
}
