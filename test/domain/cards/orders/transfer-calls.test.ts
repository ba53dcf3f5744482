import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { IssuerTransaction } from '#functions/ports/card-issuer.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { loadSteps } from '#functions/domain/cards/orders/load-steps.ts';
import { cardOf } from '#functions/domain/operations/transfer.ts';
import { withdrawalSteps } from '#functions/domain/cards/orders/withdrawal-steps.ts';
import type { Verdict } from '#functions/domain/operations/operation-steps.ts';
import { issuerDialogue, type Exchange } from '#test/support/issuer-dialogue.ts';
import { issuerRefusals } from '#test/support/issuer-refusals.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

/*
 * The requests of a load and a withdrawal to the issuer, call by call, and the effect of each answer. The money's way
 * is in load-steps.test.ts and withdrawal-steps.test.ts.
 */

const operation: Operation = { ...samples.operation, amountCents: cents(300) };
const { operationId: reference } = operation;
const query = { issuerCardId: 'issued-1', reference };
const command = { ...query, amountCents: 300, sendBeforeMs: operation.lastSubmitAtMs + 5_000 };
const given = { load: command, unload: command, readTransfer: query, readTransaction: query };

let world: MoneyWorld;
beforeEach(() => (world = moneyWorld()));

const transfers = [
  ['load', loadSteps],
  ['unload', withdrawalSteps],
] as const;

describe.each(transfers)('%s', (call, steps) => {
  const submit = (answer: Exchange[1]) =>
    issuerDialogue(world.services, given, [[call, answer] as Exchange], (needs) => steps.submit(needs, operation, {}));

  it('is sent under its reference, and stores nothing from the issuer’s acceptance', async () => {
    expect(await submit({ outcome: 'success', value: 'accepted' })).toEqual({ outcome: 'success', value: {} });
  });

  it.each(issuerRefusals)('ends with the issuer’s reply: %j', async (answer) => {
    expect(await submit(answer)).toEqual(answer);
  });

  it.each<[string, Exchange[1], Verdict]>([
    ['FAILED', { outcome: 'success', value: 'failed' }, { verdict: 'failed', reason: 'the issuer says FAILED' }],
    ['PENDING', { outcome: 'success', value: 'pending' }, { verdict: 'pending' }],
    ['that it knows of none', { outcome: 'success', value: 'not_found' }, { verdict: 'absent' }],
    ['that it has no such card', { outcome: 'declined', reason: 'card_not_found', detail: '' }, { verdict: 'absent' }],
    ['that it declines to report', { outcome: 'declined', reason: 'rejected', detail: '' }, { verdict: 'unknown' }],
    ['that it is busy', { outcome: 'not_processed', retryAfterMs: 1, detail: '' }, { verdict: 'unknown' }],
    ['nothing', { outcome: 'unknown', detail: 'timeout' }, { verdict: 'unknown' }],
    ['that we ask wrongly', { outcome: 'fault', detail: '' }, { verdict: 'unknown' }],
  ])("is judged by the issuer's answer to a question: %s", async (_what, answer, expected) => {
    const script = [['readTransfer', answer] as Exchange];
    expect(await issuerDialogue(world.services, given, script, (needs) => steps.ask(needs, operation))).toEqual(
      expected,
    );
  });

  it.each(['cardId', 'issuerCardId'] as const)('that names no %s fails before a call to the issuer', async (name) => {
    const nameless = { ...operation, [name]: undefined };
    const complaint = `${reference} names no card`;
    expect(() => cardOf(nameless)).toThrow(complaint);
    for (const step of [() => steps.submit(world.services, nameless, {}), () => steps.ask(world.services, nameless)])
      await expect(step()).rejects.toThrow(complaint);
  });
});

it('a load that the issuer calls SUCCESSFUL has happened', async () => {
  const script: readonly Exchange[] = [['readTransfer', { outcome: 'success', value: 'successful' }]];
  expect(await issuerDialogue(world.services, given, script, (needs) => loadSteps.ask(needs, operation))).toEqual({
    verdict: 'happened',
    evidence: {},
  });
});

describe('a withdrawal that the issuer calls SUCCESSFUL', () => {
  const line: IssuerTransaction = {
    ...query,
    direction: 'debit',
    amountCents: cents(300),
    currency: 'USD',
    description: 'UNLOAD',
    atMs: 0,
    merchantName: '',
    merchantLogo: '',
    merchantCategoryCode: '',
    isRecurring: false,
    category: '',
    group: '',
  };
  const ask = (
    statement: Awaited<ReturnType<MoneyWorld['issuer']['readTransaction']>>,
    sentAgoMs = 60_000,
  ): Promise<Verdict> =>
    issuerDialogue(
      world.services,
      given,
      [
        ['readTransfer', { outcome: 'success', value: 'successful' }],
        ['readTransaction', statement],
      ],
      (needs) => withdrawalSteps.ask(needs, { ...operation, lastSubmitAtMs: world.clock.now() - sentAgoMs }),
    );
  const oddity = {
    level: 'error',
    message: 'the issuer moved something else than it was asked to',
    fields: { operationId: reference },
  };

  it.each(issuerRefusals)('is not proven while its statement cannot be read: %j', async (answer) => {
    expect(await ask(answer)).toEqual({ verdict: 'unknown' });
    expect(world.logs).toEqual([]);
  });

  it('is under way until its line is on the statement', async () => {
    expect(await ask({ outcome: 'success', value: undefined })).toEqual({ verdict: 'pending' });
    expect(world.logs).toEqual([]);
  });

  it('counts with the requested amount when it is on no statement after a minute', async () => {
    expect(await ask({ outcome: 'success', value: undefined }, 60_001)).toEqual({
      verdict: 'happened',
      evidence: { movedCents: 300, isPresumed: true },
    });
    expect(world.logs).toEqual([
      { level: 'warn', message: 'withdrawal is on no statement', fields: { operationId: reference } },
    ]);
  });

  it('has happened, and nothing is logged, when the line has the requested amount', async () => {
    expect(await ask({ outcome: 'success', value: line })).toEqual({
      verdict: 'happened',
      evidence: { movedCents: 300 },
    });
    expect(world.logs).toEqual([]);
  });

  it.each([299, 301])('counts with the amount of its line, and is logged for an operator: %i', async (movedCents) => {
    expect(await ask({ outcome: 'success', value: { ...line, amountCents: cents(movedCents) } })).toEqual({
      verdict: 'happened',
      evidence: { movedCents },
    });
    expect(world.logs).toEqual([oddity]);
  });

  it('is not proven by a line that credits the card, and is logged for an operator', async () => {
    expect(await ask({ outcome: 'success', value: { ...line, direction: 'credit' } })).toEqual({ verdict: 'unknown' });
    expect(world.logs).toEqual([oddity]);
  });
});

it('a withdrawal is not settled without the amount that the issuer moved', async () => {
  await expect(withdrawalSteps.settle(world.services, operation, {}, world.clock.now())).rejects.toThrow(
    'a settled withdrawal has evidence',
  );
});

describe('a load that has settled', () => {
  const follow = (of: Operation, needs = world.services) => loadSteps.afterSettled?.(needs, of);

  it('stays settled, and is logged for an operator, when its card cannot be unfrozen', async () => {
    await follow(operation);
    expect(world.logs).toEqual([
      { level: 'warn', message: 'card not converged', fields: { detail: 'Card not found.' } },
    ]);
  });

  it('stays settled also when the thrown value is no Error', async () => {
    const thrown: unknown = 'odd';
    const store = { ...world.store, get: () => Promise.reject(thrown) };
    await follow(operation, { ...world.services, store });
    expect(world.logs).toEqual([{ level: 'warn', message: 'card not converged', fields: { detail: 'unknown' } }]);
  });

  it('unfreezes no card when it names none', async () => {
    await follow({ ...operation, cardId: undefined });
    expect(world.logs).toEqual([]);
  });
});
