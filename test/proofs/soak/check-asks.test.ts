import { describe, expect, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { checkAsks } from './check-asks.ts';
import type { Transaction } from './read-books.ts';
import type { Ask, SoakPerson } from './soak-world.ts';

const person: SoakPerson = {
  email: 'mara@example.com',
  password: '',
  userId: 'usr_1',
  referredBy: undefined,
  client: new ApiClient('http://127.0.0.1:1'),
  cards: new Map(),
  deposits: [],
  marks: new Set(),
  renewal: undefined,
};

const load: Ask = {
  person,
  method: 'PATCH',
  path: '/cards/crd_1/load',
  body: { amount: 500 },
  key: 'key-1',
  kind: 'card_load',
  mark: '615',
  effectCents: -615,
  outcome: 'done',
  reply: { status: 200, body: {} },
};

const loaded: Transaction = {
  _id: 'op_1',
  kind: 'card_load',
  type: 'debit',
  amount: 615,
  amountPaid: 615,
  status: 'completed',
  description: '',
  cardId: 'crd_1',
};

const closing: Ask = {
  ...load,
  method: 'DELETE',
  path: '/cards/crd_1',
  key: 'key-2',
  kind: 'card_closing',
  mark: 'crd_1 2',
};

const closed: Transaction = {
  ...loaded,
  _id: 'op_2',
  kind: 'card_closing',
  type: 'credit',
  amount: 90,
  amountPaid: 90,
};

function violationsOf(asks: readonly Ask[], transactions: readonly Transaction[]): readonly string[] {
  const violations: string[] = [];
  checkAsks({ asks: [...asks], violations }, person, transactions);
  return violations;
}

describe('requests against the list', () => {
  it.each<[string, readonly Ask[], readonly Transaction[]]>([
    ['done once', [load], [loaded]],
    ['refused, and in no list', [{ ...load, outcome: 'refused', reply: undefined }], []],
    [
      'refused by the issuer, and there as failed',
      [{ ...load, outcome: 'refused', reply: undefined }],
      [{ ...loaded, amountPaid: 0, status: 'failed' }],
    ],
    ['never answered, and in the list', [{ ...load, outcome: 'unknown', reply: undefined }], [loaded]],
    ['never answered, and in no list', [{ ...load, outcome: 'unknown', reply: undefined }], []],
    [
      'accepted, and failed in the end',
      [{ ...load, reply: { status: 202, body: {} } }],
      [{ ...loaded, amountPaid: 0, status: 'failed' }],
    ],
    ['a bonus, which needs no request', [load], [loaded, { ...loaded, kind: 'referral_bonus', amount: 500 }]],
    ['a card that is deleted', [closing], [closed]],
  ])('is right: %s', (_what, asks, transactions) => {
    expect(violationsOf(asks, transactions)).toEqual([]);
  });

  it.each<[string, readonly Ask[], readonly Transaction[], RegExp]>([
    ['two effects of one key', [load], [loaded, { ...loaded, _id: 'op_2' }], /key key-1 happened 2 times/],
    ['a success that is in no list', [load], [], /was answered 200, but is in no list/],
    [
      'a refusal that happened',
      [{ ...load, outcome: 'refused', reply: undefined }],
      [loaded],
      /was refused, but happened/,
    ],
    ['an effect without a request', [], [loaded], /happened 1 times, and nobody had asked for it/],
    ['a wrong amount', [load], [{ ...loaded, amountPaid: 614 }], /by -614 cents instead of -615/],
    ['a success that failed', [load], [{ ...loaded, amountPaid: 0, status: 'failed' }], /answered 200, but is failed/],
    [
      'a failure that was booked',
      [{ ...load, outcome: 'failed', reply: undefined }],
      [loaded],
      /had failed, but is comp/,
    ],
    ['a card deleted twice', [closing, { ...closing, key: 'key-3' }], [closed, { ...closed, _id: 'op_3' }], /2 times/],
    ['a deletion that is in no list', [closing], [], /was accepted, but is in no list/],
  ])('is wrong: %s', (_what, asks, transactions, words) => {
    expect(violationsOf(asks, transactions).join('\n')).toMatch(words);
  });
});
