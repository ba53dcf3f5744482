import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { insert } from '#functions/ports/store.ts';
import { bonusLine } from '#functions/domain/cards/orders/bonus-line.ts';
import { activityEnd, operationParties } from '#functions/domain/operations/operation-end.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { samples } from '#test/support/sample-entities.ts';

/* The writes of an operation's end; none is written for an operation whose parts are missing. */

const { operation } = samples;
const { operationId, userId, cardId } = operation;
let world: MoneyWorld;

beforeEach(() => (world = moneyWorld()));

describe('the wallet and card of an operation', () => {
  const parties = (of: Operation = operation) => operationParties(world.store, of);

  it('are read together', async () => {
    await world.store.commit([insert('wallet', samples.wallet), insert('card', samples.card)]);
    expect(await parties()).toEqual({ wallet: samples.wallet, card: samples.card });
  });

  it.each(['wallet', 'card'] as const)('cannot be read when only the %s exists', async (kind) => {
    await world.store.commit([insert(kind, samples[kind])]);
    await expect(parties()).rejects.toThrow(`${operationId} has no wallet or card`);
  });

  it('are not read when the operation names no card', async () => {
    await expect(parties({ ...operation, cardId: undefined })).rejects.toThrow(`${operationId} names no card`);
  });
});

it('an operation without an activity line does not end', async () => {
  await expect(activityEnd(world.store, operation, { status: 'failed' }, 0)).rejects.toThrow(
    `${operationId} has no activity line`,
  );
});

describe('the line of a bonus', () => {
  const bonus = { userId, cardId: samples.card.cardId, bonusCents: cents(500) };

  it('names its owner, its reason and its time', async () => {
    await world.store.commit([insert('user', samples.user)]);
    const nowMs = world.clock.now();
    const lineId = expect.stringMatching(/^mov_/);
    expect(await bonusLine(world.services, bonus, nowMs)).toEqual({
      write: 'insert',
      kind: 'movement',
      value: {
        userId,
        subjectId: lineId,
        tid: lineId,
        kind: 'referral_bonus',
        direction: 'credit',
        amountCents: 500,
        paidCents: 500,
        feeCents: 0,
        email: samples.user.email,
        status: 'completed',
        description: 'Bonus for your first card',
        cardId,
        paymentUrl: undefined,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        version: 1,
      },
    });
  });

  it('is not written for an unknown user', async () => {
    await expect(bonusLine(world.services, bonus, 0)).rejects.toThrow(`no such user: ${userId}`);
  });
});
