import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';
import { noteLosses } from './lost-attempts.ts';

/** A document client with the settings that entities need. */
export function createDocumentClient(client = createClient()): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(noteLosses(client), { marshallOptions: { removeUndefinedValues: true } });
}

/**
 * Creates a client with three attempts of three seconds each. The table answers in milliseconds: after three seconds no
 * answer will come on that connection. The caller has 29 seconds, so it can still report that the store is unavailable.
 *
 * A transaction that is cut off may have been written. The SDK repeats it with the same client request token, under
 * which DynamoDB writes once and reports the first outcome. A repetition that meets the first attempt still at work is
 * repeated in turn. A single put has no token: if it is refused after a lost attempt and its own item is there, it
 * counts as written (`hasMetItself`). When no attempt gets a reply, the commit throws StoreUnavailable, as `Store`
 * says. A later read shows what was written, and the condition of each write refuses a change of what was read before.
 */
function createClient(): DynamoDBClient {
  const client = new DynamoDBClient({ maxAttempts: 3, requestHandler: callLimits(3000) });
  for (const name of superfluous) client.middlewareStack.remove(name);
  return client;
}

/**
 * Parts of the SDK that a table does not need and that take a tenth of a call's CPU: its log, its user agent, and a
 * guard against functions that call each other in a loop.
 */
const superfluous = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'] as const;
