import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * Asks once over a client of the table and returns the calls that were made, as they can be made again over the SDK as it
 * comes: those at the same time together.
 */
export async function bareCallsOf(
  client: DynamoDBDocumentClient,
  bare: DynamoDBDocumentClient,
  ask: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  const send = client.send.bind(client) as (command: never) => Promise<unknown>;
  const turns: (() => Promise<unknown>)[][] = [];
  let open = 0;
  client.send = (async (command: { readonly input: unknown; readonly constructor: unknown }) => {
    const Again = command.constructor as new (input: unknown) => never;
    const { input } = command;
    if (open === 0) turns.push([]);
    turns.at(-1)?.push(() => bare.send(new Again(structuredClone(input))));
    open += 1;
    try {
      return await send(command as never);
    } finally {
      open -= 1;
    }
  }) as never;
  const { statusCode, body } = (await ask()) as { readonly statusCode: number; readonly body: string };
  if (statusCode !== 200) throw new Error(`it answers ${statusCode}: ${body}`);
  client.send = send as never;
  return async () => {
    for (const turn of turns) await Promise.all(turn.map((call) => call()));
  };
}
