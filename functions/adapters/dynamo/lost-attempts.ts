import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The SDK's contexts of calls that had an attempt without an answer. */
const losing = new WeakSet<object>();

const afterLoss = new WeakSet<object>();

/** Notes on an error that an earlier attempt of its call got no answer, so that its write may have been done. */
export function noteLoss(error: object): void {
  afterLoss.add(error);
}

/** True for an error of a call that had an earlier attempt without an answer. */
export function isAfterLoss(error: object): boolean {
  return afterLoss.has(error);
}

/**
 * Makes a client note which errors come after a lost attempt. The SDK's count of attempts does not show that, because
 * the SDK also repeats answered calls: a throttled one, and any error while its clock and the table's differ by five
 * minutes.
 */
export function noteLosses<Client extends DynamoDBClient>(client: Client): Client {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      try {
        return await next(args);
      } catch (thrown) {
        if (typeof thrown === 'object' && thrown !== null) {
          if (losing.has(context)) noteLoss(thrown);
          if (!isAnswer(thrown)) losing.add(context);
        }
        throw thrown;
      }
    },
    // Runs inside the SDK's retries, and is added only once when two document clients share a client.
    { step: 'finalizeRequest', priority: 'normal', name: 'noteLosses', override: true },
  );
  return client;
}

/** True for an answer of the table that says that nothing was written. After a 5xx the write may have been done. */
function isAnswer(thrown: object): boolean {
  const status = (thrown as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status !== undefined && status < 500;
}
