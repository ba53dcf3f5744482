import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { claimWrites, type NewClaim } from '#functions/domain/idempotency/claim.ts';
import { requestPayout } from '#functions/domain/referrals/request-payout.ts';
import { openReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* A used key is claimed in the transaction of its effect: a second request with the same key has no effect. */

let world: MoneyWorld;
let user: User;
let card: Card;
let claim: NewClaim;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(100_000);
  card = await world.openCard(user);
  claim = { userId: user.userId, routeId: 'cards.load', keyHash: 'key-1', requestHash: 'request-1' };
});

const requests: Readonly<Record<string, () => Promise<string>>> = {
  card: () => requestCreation(world.services, { user, name: 'A', claim }),
  load: () =>
    requestLoad(world.services, {
      user,
      cardId: card.cardId,
      requestedCents: cents(1_000),
      includesFee: false,
      claim,
    }),
  withdrawal: () => requestWithdrawal(world.services, { user, cardId: card.cardId, amountCents: cents(100), claim }),
  closing: async () => {
    await world.store.commit([update('card', await world.card(card), { balanceCents: cents(70), lifecycle: 'open' })]);
    return requestDeletion(world.services, { user, cardId: card.cardId, claim });
  },
  deposit: () =>
    requestDeposit(world.services, { user, currency: 'USDT', network: 'TRON', amountCents: cents(5_000), claim }),
  payout: async () => {
    const account = await openReferralAccount(world.services, user.userId);
    await world.store.commit([
      update('referralAccount', account, { balanceCents: cents(2_500), requested: undefined }),
    ]);
    return requestPayout(world.services, { userId: user.userId, claim });
  },
};

describe('the key of a', () => {
  it.each(Object.entries(requests))('%s is claimed once, together with its effect', async (_name, request) => {
    const subjectId = await request();
    const [kept] = world.store.all('claim');
    const nowMs = world.clock.now();
    expect(kept).toMatchObject({ ...claim, subjectId, response: undefined, createdAtMs: nowMs });
    // Reconciliation misses a claim that is gone for as long as it is kept.
    const { routeId, keyHash } = claim;
    const orders = [
      ...world.store.all('movement'),
      ...world.store.all('referralAccount').map((each) => each.requested),
    ];
    expect(orders.flatMap((order) => order?.claimedBy ?? [])).toEqual([
      { routeId, keyHash, untilMs: kept?.expiresAtMs },
    ]);
    const before = world.store.all('operation').length + world.store.all('deposit').length;
    // Removes every obstacle to a second request except the key.
    const open = await world.card(card);
    await world.store.commit([update('card', open, { lastUnloadAtMs: 0, pendingOutCents: cents(0) })]);
    await expect(request()).rejects.toThrow(WriteConflict);
    expect(world.store.all('claim')).toEqual([kept]);
    expect(world.store.all('operation').length + world.store.all('deposit').length).toBe(before);
  });

  it.each(Object.entries(requests))('%s may be left out', async (_name, request) => {
    claim = undefined as unknown as NewClaim;
    await request();
    expect(world.store.all('claim')).toEqual([]);
  });
});

describe('a claim', () => {
  it('is kept for a week', async () => {
    const nowMs = world.clock.now();
    await world.store.commit(claimWrites(claim, 'op_1', nowMs));
    world.clock.advance(7 * 24 * 60 * 60_000 - 1);
    expect(await world.store.get('claim', claim)).toMatchObject({ subjectId: 'op_1', createdAtMs: nowMs });
    world.clock.advance(1);
    expect(await world.store.get('claim', claim)).toBeUndefined();
  });

  it.each([{ userId: 'usr_00000000000000000000000099' }, { routeId: 'cards.unload' }, { keyHash: 'key-2' }] as const)(
    'is separate from a claim with %j',
    async (other) => {
      await world.store.commit(claimWrites(claim, 'op_1', world.clock.now()));
      await world.store.commit(claimWrites({ ...claim, ...other }, 'op_2', world.clock.now()));
      expect(world.store.all('claim')).toHaveLength(2);
    },
  );
});
