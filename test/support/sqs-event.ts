import type { SQSEvent } from 'aws-lambda';

/** Makes the batch that SQS hands to a worker: texts as they are, everything else as JSON. */
export function sqsEvent(bodies: readonly unknown[]): SQSEvent {
  const records = bodies.map((body, index) => ({
    messageId: `message-${index + 1}`,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }));
  return { Records: records } as unknown as SQSEvent;
}
