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

/** A card as it was stored while it had a label beside its name. */
function labelled(label: string): Card {
  return { ...samples.card, name: 'Everyday', label } as Card;
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
  ])('with the fields %j gets the reasons %j', (fields, reasons, words) => {
    const card = reader.entityOf<'card'>(itemOf('card', earlier(fields)));
    expect(card).toMatchObject({ frozenReasons: reasons, cardId: samples.card.cardId, version: samples.card.version });
    expect(card?.freezeReason).toBe(words);
    expect(card).not.toHaveProperty('desired');
    expect(card).not.toHaveProperty('isSuspended');
  });

  it('has no integrity errors', () => {
    const card = reader.entityOf<'card'>(itemOf('card', earlier({ desired: 'frozen' })));
    expect(card && reader.integrityErrorsOf('card', card)).toEqual({});
    const changed = reader.entityOf<'card'>({ ...itemOf('card', earlier({})), desired: 'frozen' });
    expect(changed && reader.integrityErrorsOf('card', changed)).toHaveProperty('seal');
  });
});

describe('a card that was stored with a label', () => {
  it('has the label as its name, which its owner chose last', () => {
    const card = reader.entityOf<'card'>(itemOf('card', labelled('Travel')));
    expect(card).toMatchObject({ name: 'Travel', cardId: samples.card.cardId });
    expect(card).not.toHaveProperty('label');
    expect(card && reader.integrityErrorsOf('card', card)).toEqual({});
  });

  it('keeps its name when the label is empty', () => {
    expect(reader.entityOf<'card'>(itemOf('card', labelled('')))?.name).toBe('Everyday');
  });

  it('loses the label with its next write, so that a new name is kept', () => {
    const card = reader.entityOf<'card'>(itemOf('card', labelled('Travel')));
    const renamed = card && itemOf('card', { ...card, name: 'Rent' });
    expect(renamed).not.toHaveProperty('label');
    expect(reader.entityOf<'card'>(renamed)?.name).toBe('Rent');
  });

  it('gets both its name and its reasons when it is older than both changes', () => {
    const card = reader.entityOf<'card'>(itemOf('card', earlier({ label: 'Travel', desired: 'frozen' })));
    expect(card).toMatchObject({ name: 'Travel', frozenReasons: ['owner'] });
  });
});
