import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { deadlineMs } from '#functions/domain/operations/operation-steps.ts';
import type { Fault } from '#test/support/scripted-issuer.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* The log lines of an operation, for operators: one for every turn, with its id and nothing about the person. */

let world: MoneyWorld;
let user: User;
let card: Card;
let operationId: Id<'operation'>;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
  operationId = await requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(5_000),
    includesFee: false,
    claim: undefined,
  });
  world.logs.length = 0;
});

const drive = (forMs = 0) => driveOperation(world.services, operationId, { untilMs: world.clock.now() + forMs });
const facts = (attempt = 1) => ({ operationId, kind: 'card_load', attempt });

describe('an operation', () => {
  it('that settles is logged once', async () => {
    await drive();
    expect(world.logs).toEqual([{ level: 'info', message: 'operation settled', fields: facts() }]);
  });

  it.each<[Fault, string, string, object]>([
    [
      { does: 'declined', reason: 'duplicate_reference' },
      'warn',
      'issuer declined',
      { reason: 'duplicate_reference', detail: 'scripted' },
    ],
    [{ does: 'busy', retryAfterMs: 90_000 }, 'warn', 'issuer not ready', { detail: 'scripted', retryAfterMs: 90_000 }],
    [{ does: 'lost' }, 'warn', 'issuer outcome unknown', { detail: 'timeout' }],
    [{ does: 'fault' }, 'error', 'issuer refused our request', { detail: 'scripted' }],
  ])("is logged with the issuer's answer to its request: %j", async (fault, level, message, more) => {
    world.issuer.misbehave('load', fault);
    await drive();
    expect(world.logs).toEqual([{ level, message, fields: { ...facts(), ...more } }]);
  });

  it('that is declined is logged twice: why, and that its hold is free', async () => {
    world.issuer.misbehave('load', { does: 'declined', reason: 'insufficient_float' });
    await drive();
    expect(world.logs).toEqual([
      {
        level: 'warn',
        message: 'issuer declined',
        fields: { ...facts(), reason: 'insufficient_float', detail: 'scripted' },
      },
      { level: 'info', message: 'operation released', fields: facts() },
    ]);
  });

  it('that the issuer fails is logged twice: the failure, and that its hold is free', async () => {
    world.issuer.transfersEnd = 'failed';
    await drive();
    expect(world.logs).toEqual([
      { level: 'warn', message: 'issuer failed it', fields: { operationId, detail: 'the issuer says FAILED' } },
      { level: 'info', message: 'operation released', fields: facts() },
    ]);
  });

  it('that is sent a second time is logged with attempt 2', async () => {
    world.issuer.misbehave('load', { does: 'lost' });
    await drive();
    world.clock.advance(15_000);
    await drive();
    expect(world.logs.at(-1)).toEqual({ level: 'info', message: 'operation settled', fields: facts(2) });
  });

  it('with an unknown outcome after a day is logged as an error, for a person', async () => {
    world.issuer.transfersEnd = 'pending';
    await drive();
    world.clock.advance(deadlineMs + 1);
    await drive();
    expect(world.logs).toEqual([
      { level: 'error', message: 'operation needs a person', fields: { operationId, kind: 'card_load' } },
    ]);
  });

  it('that fails by our own mistake is not waited for', async () => {
    world.issuer.misbehave('load', { does: 'fault' });
    const beganMs = world.clock.now();
    await drive(5_000);
    expect(world.clock.now()).toBe(beganMs);
  });
});
