import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { itemOf } from '#functions/adapters/dynamo/transact-item.ts';
import { postIssuerTransaction } from '#functions/domain/cards/post-issuer-transaction.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { handler } from '#functions/workers/notifications.ts';
import { cents } from '#shared/money.ts';
import { recordChanges } from '#test/support/entity-changes.ts';
import { moneyWorld } from '#test/support/money-world.ts';

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;
const imageOf = (card: Card) => marshall(itemOf('card', card), { removeUndefinedValues: true }) as Image;

it('a purchase notifies its cardholder and has their subscriptions looked for', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(10_000);
  const card = await world.openCard(user);
  const changes = recordChanges(world.store);
  await postIssuerTransaction(world.services, card, {
    issuerCardId: card.issuerCardId ?? '',
    reference: 'P-1',
    direction: 'debit',
    amountCents: cents(120),
    currency: 'USD',
    description: 'Blue Bottle',
    atMs: world.clock.now(),
    merchantName: 'Blue Bottle',
    merchantLogo: '',
    merchantCategoryCode: '5814',
    isRecurring: false,
    category: '',
    group: '',
  });
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
