import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { itemOf } from '#functions/adapters/dynamo/transact-item.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { handler } from '#functions/workers/notifications.ts';
import { recordChanges } from '#test/support/entity-changes.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { pay } from '#test/support/report-world.ts';

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;
const imageOf = (card: Card) => marshall(itemOf('card', card), { removeUndefinedValues: true }) as Image;

it('a purchase notifies its cardholder and has their subscriptions looked for', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(10_000);
  const card = await world.openCard(user);
  const changes = recordChanges(world.store);
  await pay(world, card);
  const Records = changes.flatMap((change, index) =>
    change.kind === 'card'
      ? {
          eventName: 'MODIFY' as const,
          dynamodb: {
            SequenceNumber: String(index),
            OldImage: imageOf(change.before),
            NewImage: imageOf(change.after),
          },
        }
      : [],
  );
  expect(await handler.using(world.services)({ Records })).toEqual({ batchItemFailures: [] });
  expect(world.store.all('notification')).toMatchObject([{ kind: 'purchase', userId: user.userId }]);
  expect(world.store.all('subscriptions')).toMatchObject([{ userId: user.userId, dueAtMs: world.clock.now() }]);
});
