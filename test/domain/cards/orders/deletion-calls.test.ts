import { beforeEach, describe, expect, it } from 'vitest';
import { cents, zero } from '#shared/money.ts';
import type { IssuerCard } from '#functions/ports/card-issuer.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { DeclineReason, ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { deletionSteps } from '#functions/domain/cards/orders/deletion-steps.ts';
import { lateEffectMs, type Acceptance, type Verdict } from '#functions/domain/operations/operation-steps.ts';
import { issuedCard } from '#test/support/issued-card.ts';
import { issuerDialogue, type Exchange } from '#test/support/issuer-dialogue.ts';
import { issuerRefusals } from '#test/support/issuer-refusals.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

/*
 * The requests of a card's deletion to the issuer, call by call, and the effect of each answer. The money's way is in
 * deletion-steps.test.ts.
 */

const operation: Operation = {
  ...samples.operation,
  kind: 'card_closing',
  holderId: 'holder-1',
  amountCents: cents(70),
  feeCents: zero,
};
const nowMs = manualClock().now();
const empty: Operation = { ...operation, amountCents: zero };
const { operationId: reference, cardId } = operation;

const given = {
  unload: { issuerCardId: 'issued-1', amountCents: 70, reference, sendBeforeMs: operation.lastSubmitAtMs + 5_000 },
  readTransfer: { issuerCardId: 'issued-1', reference },
  close: 'issued-1',
  findCard: { holderId: 'holder-1', cardId },
  readCard: 'issued-1',
};
const accepted = { outcome: 'success', value: 'accepted' } as const;
const done = { outcome: 'success', value: 'done' } as const;
const unheard = { outcome: 'unknown', detail: 'timeout' } as const;
const declined = (reason: DeclineReason) => ({ outcome: 'declined', reason, detail: 'scripted' }) as const;
const seen = (value: IssuerCard | undefined) => ({ outcome: 'success', value }) as const;
const open = seen(issuedCard);
const deleted = seen({ ...issuedCard, isDeleted: true });
const unlisted = seen(undefined);

let world: MoneyWorld;
beforeEach(() => (world = moneyWorld()));

const submit = (of: Operation, script: readonly Exchange[]): Promise<ProviderAnswer<Acceptance>> =>
  issuerDialogue(world.services, given, script, (needs) => deletionSteps.submit(needs, of, {}));
const ask = (of: Operation, script: readonly Exchange[]): Promise<Verdict> =>
  issuerDialogue(world.services, given, script, (needs) => deletionSteps.ask(needs, of));

describe('the request to delete a card', () => {
  it('unloads its remaining balance first, and closes nothing yet', async () => {
    expect(await submit(operation, [['unload', accepted]])).toEqual({ outcome: 'success', value: {} });
    expect(world.logs).toEqual([]);
  });

  it.each(issuerRefusals.filter((each) => each.outcome !== 'declined' || each.reason === 'duplicate_reference'))(
    'ends with the issuer’s reply to the unload: %j',
    async (answer) => {
      expect(await submit(operation, [['unload', answer]])).toEqual(answer);
    },
  );

  it.each<DeclineReason>(['rejected', 'card_insufficient_funds', 'unavailable'])(
    'closes a card that the issuer does not unload, and logs that money was left on it: %s',
    async (reason) => {
      expect(
        await submit(operation, [
          ['unload', declined(reason)],
          ['close', done],
        ]),
      ).toEqual({ outcome: 'success', value: {} });
      expect(world.logs).toEqual([
        {
          level: 'warn',
          message: 'card closed with a rest on it',
          fields: { operationId: reference, detail: 'scripted' },
        },
      ]);
    },
  );

  it('of an empty card closes it at once', async () => {
    expect(await submit(empty, [['close', done]])).toEqual({ outcome: 'success', value: {} });
  });

  it.each(issuerRefusals.filter(({ outcome }) => outcome !== 'declined'))(
    'ends with the issuer’s reply to the closing: %j',
    async (answer) => {
      expect(await submit(empty, [['close', answer]])).toEqual(answer);
    },
  );

  it.each<[string, readonly Exchange[], ProviderAnswer<Acceptance>]>([
    ['is deleted', [['findCard', deleted]], { outcome: 'success', value: {} }],
    [
      'is deleted and no longer in its holder’s list',
      [
        ['findCard', unlisted],
        ['readCard', deleted],
      ],
      { outcome: 'success', value: {} },
    ],
    ['is open: it may be closed later', [['findCard', open]], { outcome: 'unknown', detail: 'scripted' }],
    [
      'is nowhere',
      [
        ['findCard', unlisted],
        ['readCard', unlisted],
      ],
      { outcome: 'unknown', detail: 'scripted' },
    ],
    ['cannot be seen', [['findCard', unheard]], { outcome: 'unknown', detail: 'scripted' }],
    [
      'is in no list and cannot be seen',
      [
        ['findCard', unlisted],
        ['readCard', unheard],
      ],
      { outcome: 'unknown', detail: 'scripted' },
    ],
  ])('checks a declined closing by reading the card: it %s', async (_what, sight, expected) => {
    expect(await submit(empty, [['close', declined('card_not_found')], ...sight])).toEqual(expected);
  });
});

describe('asked what became of a deletion, the issuer', () => {
  it.each<[string, Operation, readonly Exchange[], Verdict]>([
    ['does not answer', operation, [['findCard', unheard]], { verdict: 'unknown' }],
    [
      'shows the card nowhere',
      { ...operation, lastSubmitAtMs: nowMs - lateEffectMs },
      [
        ['findCard', unlisted],
        ['readCard', unlisted],
      ],
      { verdict: 'unknown' },
    ],
    [
      'shows the card nowhere a quarter of an hour later: it forgets what it deletes',
      { ...operation, lastSubmitAtMs: nowMs - lateEffectMs - 1 },
      [
        ['findCard', unlisted],
        ['readCard', unlisted],
      ],
      { verdict: 'happened', evidence: {} },
    ],
    ['shows it deleted', operation, [['findCard', deleted]], { verdict: 'happened', evidence: {} }],
    [
      'shows it deleted on its own page only',
      operation,
      [
        ['findCard', unlisted],
        ['readCard', deleted],
      ],
      { verdict: 'happened', evidence: {} },
    ],
    [
      'does not report the state of the unload',
      operation,
      [
        ['findCard', open],
        ['readTransfer', unheard],
      ],
      { verdict: 'unknown' },
    ],
    [
      'is still taking off the rest',
      operation,
      [
        ['findCard', open],
        ['readTransfer', { outcome: 'success', value: 'pending' }],
      ],
      { verdict: 'pending' },
    ],
    [
      'has failed to take off the rest, and closes the card with it',
      operation,
      [
        ['findCard', open],
        ['readTransfer', { outcome: 'success', value: 'failed' }],
        ['close', done],
      ],
      { verdict: 'happened', evidence: {} },
    ],
    [
      'does not know of the unload',
      operation,
      [
        ['findCard', open],
        ['readTransfer', { outcome: 'success', value: 'not_found' }],
      ],
      { verdict: 'absent' },
    ],
    [
      'has taken off the rest, and closes the card now',
      operation,
      [
        ['findCard', open],
        ['readTransfer', { outcome: 'success', value: 'successful' }],
        ['close', done],
      ],
      { verdict: 'happened', evidence: {} },
    ],
    [
      'has taken off the rest, and does not answer when it is to close the card',
      operation,
      [
        ['findCard', open],
        ['readTransfer', { outcome: 'success', value: 'successful' }],
        ['close', unheard],
      ],
      { verdict: 'unknown' },
    ],
    [
      'has taken off the rest, and declines to close the card',
      operation,
      [
        ['findCard', open],
        ['readTransfer', { outcome: 'success', value: 'successful' }],
        ['close', declined('rejected')],
        ['findCard', open],
      ],
      { verdict: 'unknown' },
    ],
    ['has an empty card open', empty, [['findCard', open]], { verdict: 'absent' }],
    [
      'closes the card in review, wherever the rest is',
      { ...operation, state: 'review' },
      [
        ['findCard', open],
        ['close', done],
      ],
      { verdict: 'happened', evidence: {} },
    ],
    [
      'closes an empty card in review that it had not agreed to close',
      { ...empty, state: 'review' },
      [
        ['findCard', open],
        ['close', done],
      ],
      { verdict: 'happened', evidence: {} },
    ],
    [
      'has an empty card open that it had agreed to close, and closes it now',
      { ...empty, isAccepted: true },
      [
        ['findCard', open],
        ['close', done],
      ],
      { verdict: 'happened', evidence: {} },
    ],
  ])('%s', async (_what, of, script, expected) => {
    expect(await ask(of, script)).toEqual(expected);
  });
});

it.each(['cardId', 'holderId', 'issuerCardId'] as const)(
  'a deletion that names no %s fails before a call to the issuer',
  async (name) => {
    const nameless = { ...operation, [name]: undefined };
    const complaint = `${reference} names no card or cardholder`;
    await expect(submit(nameless, [])).rejects.toThrow(complaint);
    await expect(ask(nameless, [])).rejects.toThrow(complaint);
  },
);
