import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDocumentClient, createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { itemOf } from '#functions/adapters/dynamo/transact-item.ts';
import { StoreUnavailable } from '#functions/ports/store.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { samples } from '#test/support/sample-entities.ts';

/* What a busy table leaves out of a batch is no proof that it is not there: a wallet that was left out is no missing one. */

const document = createDocumentClient(new DynamoDBClient({ region: 'eu-west-1' }));
const table = mockClient(document);
const store = createDynamoStore(document, 'table', manualClock());
const { wallet, card } = samples;
const keyOf = (item: Record<string, unknown>) => ({ pk: item['pk'], sk: item['sk'] });
const [walletItem, cardItem] = [itemOf('wallet', wallet), itemOf('card', card)];

beforeEach(() => table.reset());

describe('what a batch leaves out', () => {
  it('of two is an outage', async () => {
    table.on(BatchGetCommand).resolves({
      Responses: { table: [cardItem] },
      UnprocessedKeys: { table: { Keys: [keyOf(walletItem)] } },
    });
    await expect(store.getBoth({ kind: 'wallet', key: wallet }, { kind: 'card', key: card })).rejects.toThrow(
      StoreUnavailable,
    );
  });

  it('of many is asked for again', async () => {
    table
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { table: [] }, UnprocessedKeys: { table: { Keys: [keyOf(walletItem)] } } })
      .resolves({ Responses: { table: [walletItem] } });
    expect(await store.getMany('wallet', [wallet])).toEqual([wallet]);
    expect(table.commandCalls(BatchGetCommand)).toHaveLength(2);
  });

  it('of many again and again is an outage', async () => {
    table.on(BatchGetCommand).resolves({ UnprocessedKeys: { table: { Keys: [keyOf(walletItem)] } } });
    await expect(store.getMany('wallet', [wallet])).rejects.toThrow(StoreUnavailable);
  });
});
