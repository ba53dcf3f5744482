import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { firstCardMarker } from '#functions/domain/cards/first-card-bonus.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { credit, debit } from '#functions/domain/ledger/journal.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { answerOperation } from '#functions/domain/operations/answer-operation.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { lateEffectMs } from '#functions/domain/operations/operation-steps.ts';
import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/*
 * A referred user who asks for several cards at once gets the $5 of the first card exactly once if any of them is made,
 * whichever it is and in whatever order they end; otherwise never.
 */

const secrets = { pin: '1234' };
let world: MoneyWorld;
let user: User;
let first: Id<'operation'>;
let second: Id<'operation'>;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(6_000, { referral: { isEligible: true, reason: undefined } });
  first = await ask();
  second = await ask();
});

afterEach(async () => {
  expectSoundBooks(world);
  const { found } = await reconcileFully(world.services);
  expect(found.filter((each) => JSON.stringify(each).includes('"op_'))).toEqual([]);
});

const ask = (): Promise<Id<'operation'>> => requestCreation(world.services, { user, name: 'Travel', claim: undefined });

const drive = (operationId: Id<'operation'>, services: Services = world.services): Promise<Operation> =>
  driveOperation(services, operationId, { untilMs: world.clock.now() + 5_000, secrets });

async function made(operationId: Id<'operation'>): Promise<Operation> {
  const operation = await drive(operationId);
  expect(operation.state).toBe('settled');
  return operation;
}

async function failed(operationId: Id<'operation'>): Promise<void> {
  world.issuer.misbehave('createCard', { does: 'declined', reason: 'unavailable' });
  expect((await drive(operationId)).state).toBe('released');
}

/** Returns the card of each bonus line in the activity list, and the cents that the journal spent on bonuses. */
async function bonuses(): Promise<{ readonly shownFor: ActivityLine['cardId'][]; readonly spentCents: number }> {
  const { items } = await world.store.listActivity(user.userId, { limit: 20 });
  const legs = world.store.all('journal').flatMap((record) => record.legs);
  return {
    shownFor: items
      .filter(({ kind, paidCents }) => kind === 'referral_bonus' && paidCents === 500)
      .map(({ cardId }) => cardId),
    spentCents: legs
      .filter(({ account }) => account === 'EXP:REFERRAL')
      .reduce((total, { amountCents }) => total + amountCents, 0),
  };
}

const cardOf = async (operationId: Id<'operation'>): Promise<ActivityLine['cardId']> =>
  (await world.store.get('operation', { operationId }))?.cardId;

const isMarked = async (): Promise<boolean> =>
  (await world.store.get('marker', { markerId: firstCardMarker(user.userId) })) !== undefined;

/** Takes the whole available balance of the user, and this many cents as debt besides. */
async function owe(debtCents: number): Promise<void> {
  const wallet = await world.wallet(user);
  const lost = cents(wallet.availableCents + debtCents);
  const posting = new Posting(world.clock.now(), { wallet }).post({
    journalId: `adjustment:${user.userId}`,
    kind: 'adjustment',
    cause: 'adjustment',
    legs: [
      debit(account.available(user.userId), wallet.availableCents),
      debit(account.debt(user.userId), cents(debtCents)),
      credit(account.adjustments, lost),
    ],
  });
  await world.store.commit(await posting.writes(world.store));
}

/** Returns the world's services, in which `happening` runs right after the first read of this kind. */
function after(read: 'listCards' | 'marker', happening: () => Promise<unknown>): Services {
  const { store } = world;
  let isOver = false;
  const once = async <T>(answer: Promise<T>): Promise<T> => {
    const seen = await answer;
    if (!isOver) {
      isOver = true;
      await happening();
    }
    return seen;
  };
  return {
    ...world.services,
    store: {
      ...store,
      listCards: (userId) => (read === 'listCards' ? once(store.listCards(userId)) : store.listCards(userId)),
      getBoth: (one, other) =>
        read === 'marker' && other.kind === 'marker' ? once(store.getBoth(one, other)) : store.getBoth(one, other),
    },
  };
}

describe('the first-card bonus of a user who asked for two cards at once', () => {
  it('stays when the card that was to bring it fails after the other was made', async () => {
    await made(second);
    expect(await bonuses()).toEqual({ shownFor: [], spentCents: 500 });
    await failed(first);
    expect(await bonuses()).toEqual({ shownFor: [await cardOf(second)], spentCents: 500 });
    expect(await world.wallet(user)).toMatchObject({ availableCents: 6_500 - 2_000, heldCents: 0, cardCount: 1 });
    expect(await isMarked()).toBe(true);
    await world.openCard(user);
    expect((await bonuses()).spentCents).toBe(500);
  });

  it('comes with the other card when the one that was to bring it has failed before', async () => {
    await failed(first);
    expect(await bonuses()).toEqual({ shownFor: [], spentCents: 0 });
    expect((await world.wallet(user)).availableCents).toBe(4_000);
    expect(await made(second)).toMatchObject({ bonusCents: 500 });
    expect(await bonuses()).toEqual({ shownFor: [await cardOf(second)], spentCents: 500 });
    expect(await world.wallet(user)).toMatchObject({ availableCents: 4_500, heldCents: 0 });
    expect(await isMarked()).toBe(true);
    await world.openCard(user);
    expect((await bonuses()).spentCents).toBe(500);
  });

  it('comes with the other card even if the user is suspended before that is made', async () => {
    await failed(first);
    const now = await world.store.get('user', { userId: user.userId });
    if (now) await world.store.commit([update('user', now, { isSuspended: true })]);
    await made(second);
    expect(await bonuses()).toEqual({ shownFor: [await cardOf(second)], spentCents: 500 });
  });

  it('is shown with the card that brought it', async () => {
    await failed(first);
    const described = await answerOperation(world.services, user.userId, second, secrets);
    expect(described.rewardCents).toBe(500);
  });

  it('is brought once when both are made', async () => {
    await made(second);
    await made(first);
    expect(await bonuses()).toEqual({ shownFor: [await cardOf(first)], spentCents: 500 });
  });

  it('goes back when neither is made, and comes with a later one', async () => {
    await failed(first);
    await failed(second);
    expect(await bonuses()).toEqual({ shownFor: [], spentCents: 0 });
    expect(await isMarked()).toBe(false);
    expect((await world.wallet(user)).availableCents).toBe(6_000);
    await world.openCard(user);
    expect((await bonuses()).spentCents).toBe(500);
  });

  it('moves to a third card asked for in between, and to the second when the third fails', async () => {
    await failed(first);
    const third = await ask();
    await made(second);
    expect(await bonuses()).toEqual({ shownFor: [], spentCents: 500 });
    await failed(third);
    expect(await bonuses()).toEqual({ shownFor: [await cardOf(second)], spentCents: 500 });
  });

  it('is shown for the first of two made cards when the card that was to bring it fails after both', async () => {
    const third = await ask();
    await made(second);
    world.clock.advance(1_000);
    await made(third);
    await failed(first);
    expect(await bonuses()).toEqual({ shownFor: [await cardOf(second)], spentCents: 500 });
  });

  it('stays although the card that was made is deleted by then', async () => {
    await made(second);
    const cardId = await cardOf(second);
    if (cardId === undefined) throw new Error('no card');
    await made(await requestWithdrawal(world.services, { user, cardId, amountCents: cents(400), claim: undefined }));
    await made(await requestDeletion(world.services, { user, cardId, claim: undefined }));
    expect((await world.store.get('card', { userId: user.userId, cardId }))?.lifecycle).toBe('deleted');
    await failed(first);
    expect(await bonuses()).toEqual({ shownFor: [cardId], spentCents: 500 });
    await world.openCard(user);
    expect((await bonuses()).spentCents).toBe(500);
  });

  it('stays although the card that was made is about to be deleted', async () => {
    await made(second);
    const cardId = await cardOf(second);
    if (cardId === undefined) throw new Error('no card');
    await made(await requestWithdrawal(world.services, { user, cardId, amountCents: cents(400), claim: undefined }));
    const closing = await requestDeletion(world.services, { user, cardId, claim: undefined });
    await failed(first);
    expect(await bonuses()).toEqual({ shownFor: [cardId], spentCents: 500 });
    await made(closing);
  });

  it('pays a debt first when it comes late', async () => {
    await failed(first);
    await owe(300);
    await made(second);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 200, debtCents: 0 });
  });

  it('pays a debt as part of the released hold when it stays', async () => {
    await made(second);
    await owe(1_800);
    await failed(first);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 200, debtCents: 0 });
  });

  it('stays when the other card is made while the card that was to bring it is given up', async () => {
    world.issuer.misbehave('createCard', { does: 'declined', reason: 'unavailable' });
    await drive(
      first,
      after('listCards', () => made(second)),
    );
    // The decline of the first card was not stored, so the issuer is asked until late effects are over.
    world.clock.advance(lateEffectMs);
    expect((await drive(first)).state).toBe('released');
    expect(await bonuses()).toEqual({ shownFor: [await cardOf(second)], spentCents: 500 });
    expect(await isMarked()).toBe(true);
  });

  it('comes with the other card when the card that was to bring it fails while the other is settled', async () => {
    const operation = await drive(
      second,
      after('marker', () => failed(first)),
    );
    expect(operation).toMatchObject({ state: 'settled', bonusCents: 500 });
    expect(await bonuses()).toEqual({ shownFor: [await cardOf(second)], spentCents: 500 });
  });

  it('is not brought twice when a third card is asked for while the second is settled', async () => {
    await failed(first);
    let third: Id<'operation'> | undefined;
    const operation = await drive(
      second,
      after('marker', async () => (third = await ask())),
    );
    expect(operation).toMatchObject({ state: 'settled', bonusCents: 0 });
    expect((await bonuses()).spentCents).toBe(500);
    if (third !== undefined) await made(third);
    expect(await bonuses()).toEqual({ shownFor: [await cardOf(third ?? second)], spentCents: 500 });
  });
});

it.each([undefined, { isEligible: false, reason: 'no' }])(
  'no bonus comes late to a person whose referral is %j',
  async (referral) => {
    user = await world.cardholder(6_000, { referral });
    [first, second] = [await ask(), await ask()];
    await failed(first);
    await made(second);
    expect(await bonuses()).toMatchObject({ shownFor: [] });
    expect((await world.wallet(user)).availableCents).toBe(4_000);
  },
);

it('a request that read the marker before another one took the bonus, and the wallet after, gets none', async () => {
  user = await world.cardholder(6_000, { referral: { isEligible: true, reason: undefined } });
  const { store } = world;
  let isOver = false;
  const torn: Services = {
    ...world.services,
    store: {
      ...store,
      // Wallet and marker are read in one call, but not at one moment.
      getBoth: async (one, other) => {
        const [, marker] = await store.getBoth(one, other);
        if (other.kind === 'marker' && !isOver) {
          isOver = true;
          first = await ask();
        }
        const [wallet] = await store.getBoth(one, other);
        return [wallet, marker];
      },
    },
  };
  second = await requestCreation(torn, { user, name: 'Home', claim: undefined });
  expect(await world.store.get('operation', { operationId: first })).toMatchObject({ bonusCents: 500 });
  expect(await world.store.get('operation', { operationId: second })).toMatchObject({ bonusCents: 0 });
});
