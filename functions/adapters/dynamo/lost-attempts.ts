import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Calls of which an attempt got no answer, by the SDK's context of a call. */
const losing = new WeakSet<object>();

const afterLoss = new WeakSet<object>();

/** Notes that an attempt before the one that ended with this error got no answer: it may have been written. */
export function noteLoss(error: object): void {
  afterLoss.add(error);
}

/** True for an error of a call of which an attempt before got no answer. */
export function isAfterLoss(error: object): boolean {
  return afterLoss.has(error);
}

/**
 * Has a client note which errors come after a lost attempt. The SDK counts attempts only, and it also repeats what was
 * answered: a throttled call, and any error while its clock and the table's differ by five minutes.
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
    // Within the SDK's repetitions, and once for two document clients of one client.
    { step: 'finalizeRequest', priority: 'normal', name: 'noteLosses', override: true },
  );
  return client;
}

/** The table's own word that nothing was written. What fails inside of it may have been. */
function isAnswer(thrown: object): boolean {
  const status = (thrown as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status !== undefined && status < 500;
}
