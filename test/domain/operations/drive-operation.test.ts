import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { WriteConflict, type Write } from '#functions/ports/store.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { lateEffectMs } from '#functions/domain/operations/operation-steps.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/*
 * The machine that moves money through the issuer, fault by fault. After every test the books must be sound, and the
 * issuer must have applied exactly what we settled.
 */

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
});

afterEach(() => {
  expectSoundBooks(world);
  const settled = world.store.all('operation').filter((each) => each.kind === 'card_load' && each.state === 'settled');
  const applied = [...world.issuer.transfers].filter(([, transfer]) => transfer.state === 'successful');
  const open = world.store.all('operation').filter((each) => each.state === 'submitted' || each.state === 'review');
  for (const operation of settled) expect(applied.map(([reference]) => reference)).toContain(operation.operationId);
  for (const [reference] of applied) {
    expect([...settled, ...open].map((operation) => operation.operationId as string)).toContain(reference);
  }
});

const load = (requestedCents = 5_000): Promise<Id<'operation'>> =>
  requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(requestedCents),
    includesFee: false,
    claim: undefined,
  });

const drive = (operationId: Id<'operation'>, forMs = 5_000, pin?: string): Promise<Operation> =>
  driveOperation(world.services, operationId, {
    untilMs: world.clock.now() + forMs,
    ...(pin === undefined ? {} : { secrets: { pin } }),
  });

/** Runs the sweeper once a minute for this many minutes. */
async function sweepFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    world.clock.advance(60_000);
    await sweepOperations(world.services);
  }
}

describe('a load', () => {
  it('moves the held money to the card and keeps the fee', async () => {
    const operation = await drive(await load(5_000));
    expect(operation.state).toBe('settled');
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_000 - 5_250, heldCents: 0 });
    expect(await world.card(card)).toMatchObject({ balanceCents: 5_500, pendingInCents: 0 });
  });

  it('is reported as settled to a process that was overtaken after asking the issuer', async () => {
    const operationId = await load();
    const { issuer } = world.services;
    let twin: Operation | undefined;
    const overtaken = {
      ...issuer,
      readTransfer: async (query: Parameters<typeof issuer.readTransfer>[0]) => {
        const answer = await issuer.readTransfer(query);
        twin ??= await drive(operationId);
        return answer;
      },
    };
    const operation = await driveOperation({ ...world.services, issuer: overtaken }, operationId, {
      untilMs: world.clock.now() + 5_000,
    });
    expect([twin?.state, operation.state]).toEqual(['settled', 'settled']);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_000 - 5_250, heldCents: 0 });
  });

  it('is finished by the sweeper when its process dies right after the hold', async () => {
    const operationId = await load();
    await sweepFor(2);
    expect((await drive(operationId, 0)).state).toBe('settled');
    expect(world.issuer.calls['load']).toBe(1);
  });

  it('is asked about, not sent again, when the answer was lost after it happened', async () => {
    world.issuer.misbehave('load', { does: 'unheard' });
    const operation = await drive(await load());
    expect(operation.state).toBe('settled');
    expect(world.issuer.calls['load']).toBe(1);
  });

  it('is sent again under the same reference when the request was lost on its way', async () => {
    world.issuer.misbehave('load', { does: 'lost' });
    const operationId = await load();
    expect((await drive(operationId)).state).toBe('submitted');
    await sweepFor(2);
    expect((await drive(operationId, 0)).state).toBe('settled');
    expect(world.issuer.transfers.size).toBe(1);
  });

  it('counts once when a lost request arrives after the second one', async () => {
    let arrive = (): void => {};
    world.issuer.misbehave('load', { does: 'late', arrive: (apply) => (arrive = apply) });
    const operationId = await load();
    await drive(operationId);
    await sweepFor(2);
    arrive();
    expect((await drive(operationId, 0)).state).toBe('settled');
    expect(world.issuer.cards.get(card.issuerCardId ?? '')?.bookBalanceCents).toBe(5_500);
  });

  it('gives the hold back at once when its only attempt is declined', async () => {
    world.issuer.misbehave('load', { does: 'declined', reason: 'insufficient_float' });
    const operation = await drive(await load());
    expect(operation).toMatchObject({ state: 'released', reason: expect.stringContaining('Nothing was charged') });
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_000, heldCents: 0 });
    expect(await world.card(card)).toMatchObject({ balanceCents: 500, pendingInCents: 0 });
  });

  it('does not believe a decline while an earlier attempt may still take effect', async () => {
    let arrive = (): void => {};
    world.issuer.misbehave(
      'load',
      { does: 'late', arrive: (apply) => (arrive = apply) },
      { does: 'declined', reason: 'rejected' },
    );
    const operationId = await load();
    await drive(operationId);
    await sweepFor(2);
    expect((await drive(operationId, 0)).state).toBe('submitted');
    expect((await world.wallet(user)).heldCents).toBe(5_250);
    arrive();
    await sweepFor(16);
    expect((await drive(operationId, 0)).state).toBe('settled');
  });

  it('gives the hold back after a decline once no earlier attempt can take effect any more', async () => {
    world.issuer.misbehave('load', { does: 'lost' }, { does: 'declined', reason: 'rejected' });
    const operationId = await load();
    await drive(operationId);
    await sweepFor(2);
    expect((await drive(operationId, 0)).state).toBe('submitted');
    world.clock.advance(lateEffectMs);
    await sweepFor(20);
    expect((await drive(operationId, 0)).state).toBe('released');
    expect(world.issuer.calls['load']).toBe(2);
  });

  it('waits as long as the issuer asks and then goes through', async () => {
    world.issuer.misbehave('load', { does: 'busy', retryAfterMs: 300_000 });
    const operationId = await load();
    expect((await drive(operationId)).state).toBe('reserved');
    await sweepFor(3);
    expect((await drive(operationId, 0)).state).toBe('reserved');
    await sweepFor(4);
    expect((await drive(operationId, 0)).state).toBe('settled');
  });

  it('keeps the hold when the mistake is ours, and goes on when it is mended', async () => {
    world.issuer.misbehave('load', { does: 'fault' });
    const operationId = await load();
    await drive(operationId);
    expect((await world.wallet(user)).heldCents).toBe(5_250);
    await sweepFor(20);
    expect((await drive(operationId, 0)).state).toBe('settled');
  });

  it('is released when the issuer accepts it and fails it later', async () => {
    world.issuer.transfersEnd = 'failed';
    const operation = await drive(await load());
    expect(operation.state).toBe('released');
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_000, heldCents: 0 });
  });

  it('goes to a person, with its hold, when its outcome stays unknown for a day', async () => {
    world.issuer.transfersEnd = 'pending';
    const operationId = await load();
    await drive(operationId);
    await sweepFor(10);
    world.clock.advance(24 * 60 * 60_000);
    await sweepFor(2);
    expect(await drive(operationId, 0)).toMatchObject({ state: 'review' });
    expect((await world.wallet(user)).heldCents).toBe(5_250);
  });

  it('happens once, however many processes drive it at the same time', async () => {
    const operationId = await load();
    await Promise.all(Array.from({ length: 20 }, () => drive(operationId)));
    expect((await drive(operationId, 0)).state).toBe('settled');
    expect((await world.card(card)).balanceCents).toBe(5_500);
    expect(world.issuer.transfers.size).toBe(1);
  });

  it.each([1, 2, 3, 4])('is settled even if its process dies at write number %i', async (deadly) => {
    const operationId = await load();
    let writes = 0;
    world.store.beforeCommit = () => {
      writes += 1;
      if (writes === deadly) throw new Error('killed');
    };
    await drive(operationId).catch(() => undefined);
    world.store.beforeCommit = undefined;
    await sweepFor(3);
    expect((await drive(operationId, 0)).state).toBe('settled');
    expect(world.issuer.transfers.size).toBe(1);
  });

  it('cannot be released by a process that saw a decline before another process submitted again', async () => {
    world.issuer.misbehave('load', { does: 'declined', reason: 'rejected' });
    const operationId = await load();
    // Between the decline and the release a second process counts another attempt and its request gets through.
    world.store.beforeCommit = (writes: readonly Write[]) => {
      const isRelease = writes.some(
        (write) => write.kind === 'operation' && 'value' in write && (write.value as Operation).state === 'released',
      );
      if (!isRelease) return;
      world.store.beforeCommit = undefined;
      world.issuer.transfers.set(operationId, {
        kind: 'load',
        amountCents: cents(5_000),
        issuerCardId: card.issuerCardId ?? '',
        state: 'pending',
        effects: 0,
      });
      throw new WriteConflict([{ kind: 'operation', reason: 'stale' }]);
    };
    await drive(operationId);
    const transfer = world.issuer.transfers.get(operationId);
    if (transfer) transfer.state = 'failed';
    await sweepFor(3);
    expect((await drive(operationId, 0)).state).toBe('released');
  });
});

describe('creating a card', () => {
  const create = (): Promise<Id<'operation'>> =>
    requestCreation(world.services, { user, name: 'Travel', claim: undefined });

  it('takes $20: $15 are ours, $5 are on the card', async () => {
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_000, heldCents: 0, cardCount: 1 });
    expect(card).toMatchObject({ lifecycle: 'open', balanceCents: 500, last4Digits: '4444', transactionCount: 1 });
  });

  it('finds the card it made when the answer was lost, and never makes a second one', async () => {
    world.issuer.misbehave('createCard', { does: 'unheard' });
    const operation = await drive(await create(), 5_000, '1234');
    expect(operation.state).toBe('settled');
    expect(world.issuer.calls['createCard']).toBe(2);
    expect(world.issuer.cards.size).toBe(2);
  });

  it('is released when its process died before the PIN left: the PIN is nowhere to be found', async () => {
    const operationId = await create();
    await sweepFor(3);
    expect((await drive(operationId, 0)).state).toBe('released');
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_000, heldCents: 0, cardCount: 1 });
    expect(world.issuer.calls['createCard']).toBe(1);
  });

  it('is only given up once a lost request cannot take effect any more', async () => {
    world.issuer.misbehave('createCard', { does: 'lost' });
    const operationId = await create();
    await drive(operationId, 5_000, '1234');
    await sweepFor(10);
    expect((await drive(operationId, 0)).state).toBe('submitted');
    await sweepFor(30);
    expect((await drive(operationId, 0)).state).toBe('released');
  });

  it.each(['failed', 'not_found'] as const)(
    'is given up at once only when the issuer reports an accepted one as FAILED: it says %s',
    async (state) => {
      const { issuer } = world.services;
      const failing = {
        ...world.services,
        issuer: {
          ...issuer,
          createCard: async () => ({ outcome: 'success', value: { issuerCardId: 'came-to-nothing' } }) as const,
          readTransfer: async () => ({ outcome: 'success', value: state }) as const,
        },
      };
      const operationId = await create();
      const secrets = { pin: '1234' };
      const operation = await driveOperation(failing, operationId, { untilMs: world.clock.now() + 5_000, secrets });
      expect(operation.state).toBe(state === 'failed' ? 'released' : 'submitted');
      expect((await world.wallet(user)).heldCents).toBe(state === 'failed' ? 0 : 2_000);
    },
  );

  it('gives a referred user $5 first, once, so that $15.01 is enough', async () => {
    const referred = await world.cardholder(1_501, { referral: { isEligible: true, reason: undefined } });
    const first = await world.openCard(referred);
    expect(first.lifecycle).toBe('open');
    expect((await world.wallet(referred)).availableCents).toBe(1);
    expect(world.store.all('journal').filter((record) => record.kind === 'referral_bonus')).toHaveLength(1);
  });

  it('shows the bonus in the activity list once, beside the card that it paid for', async () => {
    const referred = await world.cardholder(4_000, { referral: { isEligible: true, reason: undefined } });
    await world.openCard(referred);
    await world.openCard(referred);
    const shown = (await world.store.listActivity(referred.userId, { limit: 10, cursor: undefined })).items;
    const bonuses = shown.filter(({ kind }) => kind === 'referral_bonus');
    expect(bonuses).toEqual([
      expect.objectContaining({ direction: 'credit', amountCents: 500, paidCents: 500, status: 'completed' }),
    ]);
    expect(bonuses[0]).toMatchObject({ email: referred.email, description: expect.stringContaining('first card') });
  });

  it('takes the bonus back when the card failed, and brings it again with the next one', async () => {
    const referred = await world.cardholder(2_000, { referral: { isEligible: true, reason: undefined } });
    world.issuer.misbehave('createCard', { does: 'declined', reason: 'unavailable' });
    const operationId = await requestCreation(world.services, { user: referred, name: 'First', claim: undefined });
    expect((await drive(operationId, 5_000, '1234')).state).toBe('released');
    expect((await world.wallet(referred)).availableCents).toBe(2_000);
    expect(world.store.all('movement').map(({ kind }) => kind)).not.toContain('referral_bonus');
    await world.openCard(referred);
    expect((await world.wallet(referred)).availableCents).toBe(500);
  });
});
