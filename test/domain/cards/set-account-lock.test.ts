import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { setSuspension } from '#functions/domain/admin/set-suspension.ts';
import { restoreAddress } from '#functions/domain/auth/addresses/undo-email-change.ts';
import { forgotPassword } from '#functions/domain/auth/passwords/forgot-password.ts';
import { resetPassword } from '#functions/domain/auth/passwords/reset-password.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { revealCard } from '#functions/domain/cards/reveal-card.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { payOut } from '#functions/domain/referrals/pay-out.ts';
import { newReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import { requestPayout } from '#functions/domain/referrals/request-payout.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { insert, update } from '#functions/ports/store.ts';
import { refusalOf, resetCodeIn } from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

let world: MoneyWorld;
let user: User;
beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(100_000);
});

const lock = (): Promise<User> => setAccountLock(world.services, { userId: user.userId, isLocked: true });
const unlock = (): Promise<User> => setAccountLock(world.services, { userId: user.userId, isLocked: false });
const isActiveAtIssuer = (card: Card): boolean | undefined => world.issuer.cards.get(card.issuerCardId ?? '')?.isActive;
const loadOf = (card: Card) => ({
  user,
  cardId: card.cardId,
  requestedCents: cents(2_000),
  includesFee: false,
  claim: undefined,
});
const sweep = async (): Promise<void> => {
  for (let minute = 0; minute < 3; minute += 1) {
    world.clock.advance(60_000);
    await sweepOperations(world.services);
  }
};

describe('setAccountLock', () => {
  it('freezes every card at the issuer, also when the process dies right after the write', async () => {
    const cards = [await world.openCard(user), await world.openCard(user)];
    const other = await world.openCard(await world.cardholder(10_000));
    const { issuerEvents: _none, ...services } = world.services;
    await setAccountLock(services, { userId: user.userId, isLocked: true });
    expect(cards.map(isActiveAtIssuer)).toEqual([true, true]);
    await sweep();
    expect([...cards, other].map(isActiveAtIssuer)).toEqual([false, false, true]);
    for (const card of cards)
      expect(await world.card(card)).toMatchObject({ frozenReasons: ['lock'], actual: 'frozen' });
  });

  it('reports each change to its owner by mail, once', async () => {
    await lock();
    await lock();
    await unlock();
    await unlock();
    await deliverAudits(world.services);
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [user.email, 'Your account is locked'],
      [user.email, 'Your account is unlocked'],
    ]);
  });

  it('queues the freeze of the cards at the issuer at once', async () => {
    await lock();
    expect(world.queued).toEqual([{ version: 1, eventId: `cards:${user.userId}` }]);
  });

  it('refuses loads, new cards, payouts and reveals from its write on', async () => {
    const card = await world.openCard(user);
    await lock();
    expect(await refusalOf(requestLoad(world.services, loadOf(card)))).toBe('AccountLocked');
    expect(await refusalOf(requestCreation(world.services, { user, name: 'B', claim: undefined }))).toBe(
      'AccountLocked',
    );
    expect(await refusalOf(requestPayout(world.services, { userId: user.userId, claim: undefined }))).toBe(
      'AccountLocked',
    );
    expect(await refusalOf(revealCard(world.services, card))).toBe('AccountLocked');
    expect(await refusalOf(setDesiredState(world.services, { ...card, desired: 'active' }))).toBe('CardBlocked');
  });

  it('does not reveal a card whose secrets were being read when the lock came', async () => {
    const card = await world.openCard(user);
    world.issuer.reveal = async () => {
      await lock();
      return {
        outcome: 'success',
        value: { cardNumber: '5555550000004444', expiry: '11/29', cvv: '123', billingAddress: null },
      };
    };
    expect(await refusalOf(revealCard(world.services, card))).toBe('AccountLocked');
    expect(world.store.all('audit').map(({ action }) => action)).toEqual(['lock']);
  });

  it('releases a load that was not sent yet', async () => {
    const card = await world.openCard(user);
    const operationId = await requestLoad(world.services, loadOf(card));
    await lock();
    const operation = await driveOperation(world.services, operationId, { untilMs: world.clock.now() + 5_000 });
    expect(operation.state).toBe('released');
    expectSoundBooks(world);
  });

  it('makes a card that is being created start frozen', async () => {
    const operationId = await requestCreation(world.services, { user, name: 'A', claim: undefined });
    await lock();
    const untilMs = world.clock.now() + 10_000;
    const { cardId } = await driveOperation(world.services, operationId, { untilMs, secrets: { pin: '0007' } });
    const card = await world.store.get('card', { userId: user.userId, cardId: cardId ?? 'crd_' });
    expect(card).toMatchObject({ lifecycle: 'open', frozenReasons: ['lock'], dueAtMs: expect.any(Number) });
    await sweep();
    expect(card && isActiveAtIssuer(card)).toBe(false);
  });

  it('marks a card whose creation was stored while the cards were being read', async () => {
    const { store } = world.services;
    let creation: Promise<unknown> | undefined;
    const listCards: typeof store.listCards = async (userId) => {
      const cards = await store.listCards(userId);
      await (creation ??= requestCreation(world.services, { user, name: 'A', claim: undefined }));
      return cards;
    };
    const services = { ...world.services, store: { ...store, listCards } };
    await setAccountLock(services, { userId: user.userId, isLocked: true });
    expect(world.store.all('card').map(({ frozenReasons }) => frozenReasons)).toEqual([['lock']]);
  });

  describe('by the undo of a change of the address', () => {
    const undo = async (): Promise<void> => {
      const now = (await world.store.get('user', user)) as User;
      const emailHash = await world.services.keys.emailHash(now.email);
      const nowMs = world.clock.now();
      const change = { codeHash: 'x', email: now.email, emailHash, atMs: nowMs, untilMs: nowMs + 60_000 };
      await world.store.commit([insert('emailOwner', { emailHash, userId: user.userId })]);
      const passwordHash = await world.services.keys.hashPassword('Stolen-horse-1');
      const emailChanges = [{ ...change, isTwoFactorEnabled: false }];
      await world.store.commit([update('user', now, { passwordHash, emailChanges })]);
      expect(await restoreAddress(world.services, { ...user, isMeant: () => true })).toBeDefined();
    };
    const reset = async (): Promise<void> => {
      await forgotPassword(world.services, { email: user.email, clientAddress: '198.51.100.7' });
      const verificationCode = resetCodeIn(world.mails.at(-1));
      await resetPassword(world.services, { verificationCode, password: 'Another-horse-2' });
    };

    it('freezes every card until the password is reset', async () => {
      const card = await world.openCard(user);
      await undo();
      expect(world.queued).toEqual([{ version: 1, eventId: `cards:${user.userId}` }]);
      expect((await world.card(card)).frozenReasons).toEqual(['lock']);
      expect(await refusalOf(revealCard(world.services, card))).toBe('AccountLocked');
      await sweep();
      expect(isActiveAtIssuer(card)).toBe(false);
      await reset();
      expect((await world.card(card)).frozenReasons).toEqual([]);
      await sweep();
      expect(isActiveAtIssuer(card)).toBe(true);
    });

    it('keeps the cards frozen after an unlock, and the owner’s own lock keeps them frozen after a reset', async () => {
      const card = await world.openCard(user);
      await lock();
      await undo();
      await unlock();
      expect((await world.card(card)).frozenReasons).toEqual(['lock']);
      await lock();
      await reset();
      expect((await world.card(card)).frozenReasons).toEqual(['lock']);
      await unlock();
      expect((await world.card(card)).frozenReasons).toEqual([]);
    });
  });

  it('puts off a payout that was requested before', async () => {
    const { userId } = user;
    const nowMs = world.clock.now();
    const payoutId = 'mov_00000000000000000000000001';
    await world.store.commit([
      insert('referralAccount', {
        ...newReferralAccount(userId, nowMs),
        balanceCents: cents(2_500),
        requested: { payoutId, amountCents: cents(2_500), atMs: nowMs },
        dueAtMs: nowMs,
      }),
    ]);
    await lock();
    expect(await payOut(world.services, userId)).toBe('put off');
    expect((await world.wallet(user)).availableCents).toBe(100_000);
  });

  it('ends the freezes of the lock and no others', async () => {
    const [free, frozen, suspended] = [
      await world.openCard(user),
      await world.openCard(user),
      await world.openCard(user),
    ];
    await setDesiredState(world.services, { ...frozen, desired: 'frozen' });
    await lock();
    expect((await world.card(frozen)).frozenReasons).toEqual(['owner', 'lock']);
    const order = { actorId: user.userId, reasonForUser: undefined, note: undefined };
    const admin = await world.cardholder(0, { role: 'admin' });
    const suspend = (is: boolean) =>
      setSuspension(world.services, { ...order, actorId: admin.userId, userId: user.userId, suspended: is });
    await suspend(true);
    await unlock();
    expect((await world.card(suspended)).frozenReasons).toEqual(['suspension']);
    await suspend(false);
    await sweep();
    const cards = [await world.card(free), await world.card(frozen), await world.card(suspended)];
    expect(cards.map(({ frozenReasons }) => frozenReasons)).toEqual([[], ['owner'], []]);
    expect(cards.map(isActiveAtIssuer)).toEqual([true, false, true]);
  });

  it('does nothing when the lock is in the wanted state already, and records each change once', async () => {
    const first = await lock();
    world.clock.advance(1_000);
    expect((await lock()).lockedAtMs).toBe(first.lockedAtMs);
    await unlock();
    expect((await unlock()).lockedAtMs).toBeUndefined();
    expect(world.store.all('audit').map(({ action, actorId }) => [action, actorId])).toEqual([
      ['lock', user.userId],
      ['unlock', user.userId],
    ]);
  });
});
