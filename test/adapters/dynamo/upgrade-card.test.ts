import { describe, expect, it } from 'vitest';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTableReader } from '#functions/adapters/dynamo/table-reader.ts';
import { itemOf } from '#functions/adapters/dynamo/transact-item.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { samples } from '#test/support/sample-entities.ts';

/** A card as it was stored before its reasons to be frozen were a set. */
function earlier(fields: Readonly<Record<string, unknown>>): Card {
  const { frozenReasons: _, freezeReason: _words, ...rest } = samples.card;
  return { ...rest, desired: 'active', isSuspended: false, ...fields } as unknown as Card;
}

const reader = createTableReader({} as DynamoDBDocumentClient, 'table', () => 0);

describe('a card that was stored before its reasons to be frozen were a set', () => {
  it.each([
    [{}, [], undefined],
    [{ desired: 'frozen' }, ['owner'], undefined],
    [{ isSuspended: true }, ['suspension'], undefined],
    [{ desired: 'frozen', isSuspended: true }, ['owner', 'suspension'], undefined],
    [{ desired: 'frozen', freezeReason: 'Frozen to save the card: several purchases' }, ['declines'], undefined],
    [{ desired: 'frozen', freezeReason: 'The card issuer froze it.' }, ['owner'], 'The card issuer froze it.'],
  ])('with %j has the reasons %j', (fields, reasons, words) => {
    const card = reader.entityOf<'card'>(itemOf('card', earlier(fields)));
    expect(card).toMatchObject({ frozenReasons: reasons, cardId: samples.card.cardId, version: samples.card.version });
    expect(card?.freezeReason).toBe(words);
    expect(card).not.toHaveProperty('desired');
    expect(card).not.toHaveProperty('isSuspended');
  });

  it('is no item that was tampered with', () => {
    const card = reader.entityOf<'card'>(itemOf('card', earlier({ desired: 'frozen' })));
    expect(card && reader.integrityErrorsOf('card', card)).toEqual({});
    const changed = reader.entityOf<'card'>({ ...itemOf('card', earlier({})), desired: 'frozen' });
    expect(changed && reader.integrityErrorsOf('card', changed)).toHaveProperty('seal');
  });
});
