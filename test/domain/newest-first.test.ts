import { decodeTime } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { register } from '#functions/domain/auth/sign-up/register.ts';
import { postIssuerTransaction } from '#functions/domain/cards/post-issuer-transaction.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { payReferrals } from '#functions/domain/referrals/pay-referrals.ts';
import { requestPayout } from '#functions/domain/referrals/request-payout.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';

/*
 * Lists are read in the order of ids and show `createdAt`, newest first. So the moment in an id equals `createdAt`,
 * however long the store takes and however often the request retries.
 */

let world: ReferralWorld;
let services: Services;

beforeEach(async () => {
  world = await referralWorld();
  const { store, clock } = world;
  services = {
    ...world.services,
    random: createRandom(clock),
    store: {
      ...store,
      // Every read takes a while.
      get: (kind, key) => {
        clock.advance(5);
        return store.get(kind, key);
      },
      getBoth: (first, second) => {
        clock.advance(5);
        return store.getBoth(first, second);
      },
    },
  };
});

/** Runs work whose first commit fails with a write conflict after 500 ms. */
async function slowly<T>(work: () => Promise<T>): Promise<T> {
  let isFirst = true;
  const { store } = services;
  services = {
    ...services,
    store: {
      ...store,
      commit: async (writes) => {
        if (!isFirst) return store.commit(writes);
        isFirst = false;
        world.clock.advance(500);
        throw new WriteConflict([{ kind: 'wallet', reason: 'stale' }]);
      },
    },
  };
  const answer = await work();
  expect(isFirst).toBe(false);
  services = { ...services, store };
  return answer;
}

const momentOf = (id: string): number => decodeTime(id.slice(id.indexOf('_') + 1));

/** Opens an active card with $5 on it; the person needs $20. */
async function openCard(user: User) {
  const operationId = await requestCreation(services, { user, name: 'Everyday', claim: undefined });
  const operation = await driveOperation(services, operationId, {
    untilMs: world.clock.now() + 10_000,
    secrets: { pin: '0007' },
  });
  const card = await world.store.get('card', { userId: user.userId, cardId: operation.cardId ?? 'crd_' });
  if (!card) throw new Error('no card');
  return card;
}

describe('the moment in the id equals the time of creation, of', () => {
  it('an account', async () => {
    await slowly(() =>
      register(services, {
        email: 'new@example.com',
        firstname: 'New',
        lastname: 'Person',
        password: 'Long-Walks-88',
        referredBy: undefined,
        clientAddress: '203.0.113.7',
      }),
    );
    const made = world.store.all('signUps').flatMap(({ waiting }) => waiting);
    expect(made).toHaveLength(1);
    for (const { userId, createdAtMs } of made) expect(momentOf(userId)).toBe(createdAtMs);
  });

  it('a deposit', async () => {
    const user = await world.cardholder(0);
    const depositId = await slowly(() =>
      requestDeposit(services, {
        user,
        currency: 'USDT',
        network: 'TRON',
        amountCents: cents(5_000),
        claim: undefined,
      }),
    );
    const madeAtMs = momentOf(depositId);
    expect(await world.store.get('deposit', { depositId })).toMatchObject({ createdAtMs: madeAtMs });
    const key = { userId: user.userId, subjectId: depositId };
    expect(await world.store.get('movement', key)).toMatchObject({ createdAtMs: madeAtMs });
  });

  it('a card, its creation, its bonus and the rewards', async () => {
    const user = await world.cardholder(5_000, {
      referredBy: world.referrer.userId,
      referral: { isEligible: true, reason: undefined },
    });
    const operationId = await slowly(() => requestCreation(services, { user, name: 'First', claim: undefined }));
    await driveOperation(services, operationId, {
      untilMs: world.clock.now() + 10_000,
      secrets: { pin: '0007' },
    });
    const cards = await world.store.listCards(user.userId);
    expect(cards.map(({ cardId, createdAtMs }) => momentOf(cardId) - createdAtMs)).toEqual([0]);
    const { items } = await world.store.listActivity(user.userId, { limit: 10 });
    expect(items.map(({ kind }) => kind)).toEqual(['referral_bonus', 'card_creation']);
    expect(items.map(({ subjectId, createdAtMs }) => momentOf(subjectId) - createdAtMs)).toEqual([0, 0]);
    const reward = await world.reward(user, 'card_created');
    expect(momentOf(reward?.rewardId ?? '')).toBe(reward?.createdAtMs);
  });

  it('a load, a withdrawal and a deletion', async () => {
    const user = await world.cardholder(50_000);
    const { userId, cardId } = await openCard(user);
    const amounts = { requestedCents: cents(1_000), includesFee: false, amountCents: cents(400) };
    const asks = [requestLoad, requestWithdrawal, requestDeletion];
    for (const ask of asks) {
      const card = await world.card({ userId, cardId } as never);
      await world.store.commit([
        update('card', card, {
          pendingInCents: cents(0),
          pendingOutCents: cents(0),
          balanceCents: cents(ask === requestDeletion ? 100 : 500),
        }),
      ]);
      const subjectId = await slowly(() => ask(services, { user, cardId, claim: undefined, ...amounts }));
      const line = await world.store.get('movement', { userId, subjectId });
      expect(line?.createdAtMs, line?.kind).toBe(momentOf(subjectId));
    }
  });

  it('money that came to a deleted card', async () => {
    const user = await world.cardholder(50_000);
    const card = await openCard(user);
    await world.store.commit([
      update('card', await world.card(card), { lifecycle: 'deleted', balanceCents: cents(0) }),
    ]);
    await slowly(() =>
      postIssuerTransaction(services, card, {
        issuerCardId: card.issuerCardId ?? '',
        reference: 'late-refund',
        direction: 'credit',
        amountCents: cents(700),
        currency: 'USD',
        description: 'REFUND Books',
        atMs: world.clock.now() - 60_000,
        merchantName: 'Books',
        merchantLogo: '',
        merchantCategoryCode: '',
        isRecurring: false,
        category: '',
        group: '',
      }),
    );
    const { items } = await world.store.listActivity(user.userId, { limit: 1 });
    expect(items).toMatchObject([{ kind: 'card_refund' }]);
    for (const { subjectId, createdAtMs } of items) expect(momentOf(subjectId)).toBe(createdAtMs);
  });

  it('a payout, which is created on request and paid later', async () => {
    const { userId } = world.referrer;
    await world.setAccount({ balanceCents: cents(2_500) });
    const payoutId = await slowly(() => requestPayout(services, { userId, claim: undefined }));
    const askedAtMs = momentOf(payoutId);
    expect((await world.account()).requested).toMatchObject({ atMs: askedAtMs });
    world.clock.advance(60 * 60_000);
    await payReferrals(services);
    const paid = await world.store.get('movement', { userId, subjectId: payoutId });
    expect(paid).toMatchObject({ createdAtMs: askedAtMs, status: 'completed' });
    expect(paid?.updatedAtMs).toBeGreaterThan(askedAtMs);
  });
});
