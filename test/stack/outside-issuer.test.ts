import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { eventually } from '#test/support/eventually.ts';
import { startLocalStack, type LocalStack } from '#test/support/local-stack.ts';
import { expectSoundBooks, openFundedAccount, type Account } from '#test/support/money-stack.ts';
import { liveOutside, untilAtRest, type OutsideWorld } from '#test/support/outside-issuer/card-life.ts';
import { mishapKinds, type CallName, type Mishap } from '#test/support/outside-issuer/mishap.ts';
import { OutsideIssuer } from '#test/support/outside-issuer/outside-issuer.ts';
import type { Delivery } from '#test/support/outside-issuer/post-office.ts';
import { plainWays, type Ways } from '#test/support/outside-issuer/ways.ts';

/*
 * The product with a second card issuer, written from the contract alone: a misunderstanding that the adapter and our
 * simulator share would show here and nowhere else.
 */

const issuer = new OutsideIssuer();
let stack: LocalStack;
let world: OutsideWorld;

beforeAll(async () => {
  await issuer.open();
  stack = await startLocalStack({ env: { ISSUER_URL: issuer.url, ISSUER_REVEAL_URL: issuer.revealUrl } });
  const { keys, webhooks } = stack.services;
  issuer.credentials = { accessToken: keys.issuerAccess, secretKey: keys.issuerSecret };
  issuer.post.recipient = {
    address: webhooks.issuer,
    secretKey: keys.issuerSecret,
    webhookSecret: keys.issuerWebhook,
  };
  // The answer to the registration is lost: the product finds the person in the issuer's list of cardholders.
  issuer.plan({ on: 'register', how: 'answer-lost' });
  world = { stack: stack.services, issuer, client: await openFundedAccount(stack.services, 900_000, 'outside') };
});
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});
afterEach(() => {
  Object.assign(issuer.ways, plainWays);
  issuer.post.delivery = 'once';
  issuer.clear();
  expect(issuer.strays.splice(0)).toEqual([]);
});

describe('a card’s life at an independently written issuer', () => {
  it('follows the contract', async () => {
    await liveOutside(world, async (cardId, issued) => {
      const { client } = world;
      expect(issued.pin).toBe('4826');
      await client.done('PATCH', `/cards/${cardId}/pin`, { pin: 9 });
      expect(issued.pin).toBe('0009');
      const made = new Date(issued.createdAtMs);
      const expiry = `${String(made.getUTCMonth() + 1).padStart(2, '0')}/${String(made.getUTCFullYear() + 3).slice(-2)}`;
      const shown = await client.done('GET', `/cards/${cardId}/private`);
      expect(shown).toMatchObject({ cardNumber: issued.number, cvv: issued.cvv, expiry });
    });
  });

  const readings: readonly (readonly [string, Delivery, Partial<Ways>])[] = [
    [
      'the other way round wherever the contract is silent',
      'twice',
      {
        settleMs: 0,
        webhooksFirst: true,
        firstFunding: 'reported',
        amounts: 'number',
        balanceNames: 'settled',
        order: 'oldest-first',
        pagesOverlap: true,
        extraFields: true,
        optionalFields: false,
        timestamps: 'date',
        webhookReference: 'issuer',
        unknownStatus: 404,
        unknownReference: 'Never heard of it',
        transfersListed: false,
        listedCards: 'ids only',
      },
    ],
    [
      'without a webhook, with its limits of calls, and nothing left of what is deleted',
      'never',
      { limits: true, referenceFirst: false, order: 'oldest-first', deletedCards: 'unknown', timestamps: 'number' },
    ],
    ['with its webhooks late and the wrong way round', 'held', { unknownReference: 'Invalid reference' }],
  ];
  it.each(readings)('is the same %s', async (_title, delivery, ways) => {
    Object.assign(issuer.ways, ways);
    issuer.post.delivery = delivery;
    await liveOutside(world);
  });
});

/** Every call of a card's life. */
const calls: readonly CallName[] = [
  'create',
  'holder-cards',
  'fund',
  'status',
  'transaction',
  'list',
  'freeze',
  'unfreeze',
  'details',
  'unload',
  'delete',
];

const acceptedFirst: ReadonlySet<CallName> = new Set(['create', 'fund', 'unload']);

describe('a card’s life at an issuer that fails and lies', () => {
  // Each call goes wrong in its own way, and in the next life in another way. Three lives cover all ways, and a freeze
  // that comes too late.
  it.each([0, 1, 11])('ends with agreeing books: turn %i', async (turn) => {
    const mishaps = calls.map((on, index): Mishap => {
      const how = mishapKinds[(turn + index * 2) % mishapKinds.length] ?? 'reset';
      // Only an order that is accepted first may be forgotten: one that is reported as done is done.
      return { on, how: how === 'accepted-and-forgotten' && !acceptedFirst.has(on) ? 'reset' : how };
    });
    issuer.plan(...mishaps);
    await liveOutside(world);
  });
});

describe('forged webhooks', () => {
  it('move no money, whatever their header', async () => {
    const { client } = world;
    const before = await client.done<Account>('GET', '/user');
    const data = { card_id: 'invented', amount: '990000', transaction_reference: 'F-1', transaction_timestamp: 1 };
    for (const header of ['other secret', 'other key', 'garbage', 'none'] as const)
      expect(await issuer.post.forge('card_reversal_event.successful', data, header)).toBe(401);
    issuer.calls.length = 0;
    for (const event of ['card_reversal_event.successful', 'card_credit_event.successful', 'card_debit_event.declined'])
      expect(await issuer.post.forge(event, data, 'copied')).toBe(200);
    // The product asks the issuer about the invented card, which the issuer does not know.
    const asked = () => issuer.calls.filter((name) => name === 'details').length;
    await eventually(async () => expect(asked()).toBeGreaterThan(1));
    await untilAtRest(world);
    expect(await client.done<Account>('GET', '/user')).toMatchObject({ balance: before.balance, held: 0 });
    await expectSoundBooks(stack.services);
  });
});
