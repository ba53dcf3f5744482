import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { insert } from '#functions/ports/store.ts';
import { creationSteps } from '#functions/domain/cards/orders/creation-steps.ts';
import type { Acceptance, Verdict } from '#functions/domain/operations/operation-steps.ts';
import { issuedCard } from '#test/support/issued-card.ts';
import { issuerDialogue, type Exchange } from '#test/support/issuer-dialogue.ts';
import { issuerRefusals } from '#test/support/issuer-refusals.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

/* The requests of a card's creation to the issuer, call by call, and the effect of each answer. */

const operation: Operation = {
  ...samples.operation,
  kind: 'card_creation',
  holderId: 'holder-1',
  issuerCardId: undefined,
  amountCents: cents(500),
  feeCents: cents(1_500),
};
const takenOn: Operation = { ...operation, issuerCardId: 'issued-1', isAccepted: true };
/** The limits at the card's creation; the limits in force may differ by now. */
const limits = { balanceCents: cents(500_000), monthlySpendCents: cents(500_000) };
const { operationId: reference, cardId } = operation;
const given = {
  createCard: {
    reference,
    cardId,
    holderId: 'holder-1',
    label: 'Everyday',
    pin: '0007',
    fundingCents: 500,
    monthlySpendCents: limits.monthlySpendCents,
    sendBeforeMs: operation.lastSubmitAtMs + 5_000,
  },
  findCard: { holderId: 'holder-1', cardId },
  readTransfer: { issuerCardId: 'issued-1', reference },
};
const unheard = { outcome: 'unknown', detail: 'timeout' } as const;
const unlisted: Exchange = ['findCard', { outcome: 'success', value: undefined }];

let world: MoneyWorld;
beforeEach(() => (world = moneyWorld()));

describe('the request to create a card', () => {
  const submit = (script: readonly Exchange[], of = operation, pin?: string): Promise<ProviderAnswer<Acceptance>> =>
    issuerDialogue(world.services, given, script, (needs) =>
      creationSteps.submit(needs, of, pin === undefined ? {} : { pin }),
    );
  const store = (): Promise<void> => world.store.commit([insert('card', { ...samples.card, limits })]);

  it('sends the issuer all data of the new card, and returns the card’s id at the issuer', async () => {
    await store();
    const answer = { outcome: 'success', value: { issuerCardId: 'issued-1' } } as const;
    expect(await submit([['createCard', answer]], operation, '0007')).toEqual(answer);
  });

  it.each(issuerRefusals)('ends with the issuer’s reply: %j', async (answer) => {
    await store();
    expect(await submit([['createCard', answer]], operation, '0007')).toEqual(answer);
  });

  it('is not sent without a PIN', async () => {
    await store();
    await expect(submit([])).rejects.toThrow(`${reference} cannot be submitted`);
  });

  it('is not sent for a card that is not stored', async () => {
    await expect(submit([], operation, '0007')).rejects.toThrow(`${reference} cannot be submitted`);
  });

  it.each(['cardId', 'holderId'] as const)('that names no %s is not sent', async (name) => {
    await store();
    const nameless = { ...operation, [name]: undefined };
    await expect(submit([], nameless, '0007')).rejects.toThrow(`${reference} names no card or cardholder`);
  });
});

describe('asked what became of a creation, the issuer', () => {
  it.each<[string, Operation, readonly Exchange[], Verdict]>([
    ['does not answer', takenOn, [['findCard', unheard]], { verdict: 'unknown' }],
    [
      'has the card',
      operation,
      [['findCard', { outcome: 'success', value: issuedCard }]],
      { verdict: 'happened', evidence: { card: issuedCard } },
    ],
    [
      'has deleted the card',
      operation,
      [['findCard', { outcome: 'success', value: { ...issuedCard, isDeleted: true } }]],
      { verdict: 'failed', reason: 'the issuer deleted the card' },
    ],
    ['does not have it, and never accepted it', operation, [unlisted], { verdict: 'absent' }],
    [
      'does not have it, and says FAILED',
      takenOn,
      [unlisted, ['readTransfer', { outcome: 'success', value: 'failed' }]],
      { verdict: 'failed', reason: 'the issuer says FAILED' },
    ],
    ...(['pending', 'successful', 'not_found'] as const).map(
      (value): [string, Operation, readonly Exchange[], Verdict] => [
        `does not have it, and says ${value}`,
        takenOn,
        [unlisted, ['readTransfer', { outcome: 'success', value }]],
        { verdict: 'absent' },
      ],
    ),
    [
      'does not have it, and does not report what became of it',
      takenOn,
      [unlisted, ['readTransfer', unheard]],
      { verdict: 'absent' },
    ],
  ])('%s', async (_what, of, script, expected) => {
    expect(await issuerDialogue(world.services, given, script, (needs) => creationSteps.ask(needs, of))).toEqual(
      expected,
    );
  });
});

it('a creation is not settled without the issuer’s card as evidence', async () => {
  await expect(creationSteps.settle(world.services, operation, {}, world.clock.now())).rejects.toThrow(
    'a settled card has evidence',
  );
});
