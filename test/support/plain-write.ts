import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { PutCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#test/simulation/engine/expression.ts';

type Actions = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** A write of one item as the only action of a transaction; undefined for any other command. */
export function plainWrite(command: unknown): Actions | undefined {
  return command instanceof PutCommand ? [{ Put: command.input }] : undefined;
}

/**
 * The error of a write of one item that DynamoDB refuses, at this attempt of the SDK; `found` is the item that is in its way.
 */
export function refusedWrite(reason: string, attempts = 1, found?: Item): Error {
  const given = { message: reason, $metadata: { attempts } };
  if (reason === 'TransactionConflict') return new TransactionConflictException(given);
  const { seal } = found ?? {};
  return new ConditionalCheckFailedException({ ...given, Item: { seal: { S: String(seal) } } });
}
