import { beforeEach, describe, expect, it } from 'vitest';
import { cents, type Cents } from '#shared/money.ts';
import { closingLimits } from '#shared/closing-limits.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { verifySecondFactor } from '#functions/domain/auth/sign-in/verify-second-factor.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { withReturn } from '#functions/domain/closing/return-account.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { openInvoice } from '#functions/domain/deposits/open-invoice.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { payOut } from '#functions/domain/referrals/pay-out.ts';
import { newReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import { setReferralTerms } from '#functions/domain/referrals/set-referral-terms.ts';
import { requestPayout } from '#functions/domain/referrals/request-payout.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import type { Break } from '#functions/domain/reconciliation/break.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Closing } from '#functions/ports/entities/closing.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
import { authWorld, digitsIn, refusalOf } from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { samples } from '#test/support/sample-entities.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

let world: MoneyWorld;
let user: User;
beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(1_234);
});

const close = (waiveCents?: number): Promise<Closing> =>
  closeAccount(world.services, {
    userId: user.userId,
    waiveCents: waiveCents === undefined ? undefined : cents(waiveCents),
  });
const now = async (): Promise<User> => {
  const found = await world.store.get('user', user);
  if (!found) throw new Error('gone');
  return found;
};
/** Opens the account again, as a sign-in does. */
const comeBack = async (): Promise<void> => world.store.commit(await withReturn(world.services, await now(), []));
const ask = async (amountCents = 5_000): Promise<Deposit> => {
  const order = { user: await now(), currency: 'USDT', network: 'TRON', amountCents: cents(amountCents) };
  const depositId = await requestDeposit(world.services, { ...order, claim: undefined });
  return openInvoice(world.services, depositId);
};
const tell = async ({ depositId }: Deposit, changes: Partial<Payment>): Promise<Deposit> => {
  world.payments.become(depositId, changes);
  const payment = world.payments.invoices.get(depositId);
  if (!payment) throw new Error('no invoice');
  return applyFresh(world.services, depositId, payment);
};
const money = async (): Promise<readonly Cents[]> => {
  const { availableCents, debtCents, unclaimedCents = cents(0) } = await world.wallet(user);
  return [availableCents, debtCents, unclaimedCents];
};
/** Returns the internal breaks, except those from missing statistics and from opening balances without a source. */
const breaks = async (): Promise<readonly string[]> => {
  const { found } = await reconcile(world.services);
  return (found as readonly Break[])
    .filter(
      ({ part, class: kind, subject }) => part !== 'provider' && kind !== 'AGG' && !/^opening|:user$/.test(subject),
    )
    .map(({ class: kind, cents }) => `${kind} ${cents}`);
};
const paid = { state: 'paid', receivedAmount: '50.00' } as const;

describe('closing an account', () => {
  it('needs a waiver of exactly the whole balance, and changes nothing without it', async () => {
    for (const waiveCents of [undefined, 0, 1_233, 1_235])
      expect(await refusalOf(close(waiveCents))).toBe('BalanceLeft');
    expect(await money()).toEqual([1_234, 0, 0]);
    expect((await now()).closedAtMs).toBeUndefined();
  });

  it('waits for a deposit that is locked, however many lines are newer', async () => {
    await tell(await ask(), { ...paid, state: 'locked' });
    // A later deposit has taken its place.
    const places = await world.store.get('openDeposits', user);
    if (places) await world.store.commit([update('openDeposits', places, { open: [] })]);
    for (let place = 1; place <= 600; place += 1)
      await world.store.commit([
        insert('movement', {
          ...samples.movement,
          userId: user.userId,
          subjectId: `mov_7${`${place}`.padStart(25, '0')}`,
        }),
      ]);
    expect(await refusalOf(close(1_234))).toBe('MoneyUnderWay');
  });

  it('waives at most $20', async () => {
    user = await world.cardholder(closingLimits.waivedMaxCents + 1);
    expect(await refusalOf(close(closingLimits.waivedMaxCents + 1))).toBe('BalanceLeft');
    user = await world.cardholder(closingLimits.waivedMaxCents);
    await close(closingLimits.waivedMaxCents);
    expect(await money()).toEqual([0, 0, 2_000]);
    expectSoundBooks(world);
  });

  it('needs no waiver where nothing is left', async () => {
    user = await world.cardholder(0);
    await close();
    expect(await money()).toEqual([0, 0, 0]);
    expect((await now()).closedAtMs).toBe(world.clock.now());
  });

  it('ends every session, and says by mail until when a sign-in keeps the account', async () => {
    const closing = await close(1_234);
    expect((await now()).sessionGeneration).toBe(user.sessionGeneration + 1);
    expect(closing.dueAtMs).toBe(world.clock.now() + 30 * 24 * 60 * 60_000);
    await deliverAudits(world.services);
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([[user.email, 'Your account is closed']]);
    expect(world.mails[0]?.text).toContain('$12.34');
  });

  it('mails nobody who has returned meanwhile', async () => {
    await close(1_234);
    await comeBack();
    await deliverAudits(world.services);
    expect(world.mails.map(({ subject }) => subject)).toEqual(['Your account stays open']);
  });

  it('is refused while there is a card', async () => {
    user = await world.cardholder(2_100);
    await world.openCard(user);
    expect(await refusalOf(close(100))).toBe('CardsLeft');
    // A deletion returns at most $1.
    await expect(close(100)).rejects.toThrow('Withdraw what is on every card, then delete it.');
  });

  it('is refused while a card is being created, and while one is being deleted', async () => {
    user = await world.cardholder(2_100);
    await requestCreation(world.services, { user, name: 'Everyday', claim: undefined });
    expect(await refusalOf(close(100))).toBe('CardsLeft');
    user = await world.cardholder(100);
    await world.store.commit([update('wallet', await world.wallet(user), { retiringCount: 1 })]);
    expect(await refusalOf(close(100))).toBe('MoneyUnderWay');
  });

  it('is refused while money is held or owed', async () => {
    const wallet = await world.wallet(user);
    const having = async (changes: object): Promise<unknown> => {
      await world.store.commit([update('wallet', await world.wallet(user), { ...wallet, ...changes })]);
      return refusalOf(close(1_234));
    };
    expect(await having({ heldCents: cents(1) })).toBe('MoneyUnderWay');
    expect(await having({ debtCents: cents(1) })).toBe('AccountInDebt');
    expect(await having({})).not.toBe('MoneyUnderWay');
  });

  it('is refused while a requested payout is open', async () => {
    const account = newReferralAccount(user.userId, world.clock.now());
    await world.store.commit([insert('referralAccount', { ...account, balanceCents: cents(2_500) })]);
    await requestPayout(world.services, { userId: user.userId, claim: undefined });
    expect(await refusalOf(close(1_234))).toBe('MoneyUnderWay');
  });

  it('is refused while an automatic payout is due, and not while less than a unit is there', async () => {
    const { userId } = user;
    const account = { ...newReferralAccount(userId, world.clock.now()), isAutomatic: true, balanceCents: cents(2_500) };
    await world.store.commit([insert('referralAccount', account)]);
    await setReferralTerms(world.services, userId, { isAutomatic: true });
    expect(await refusalOf(close(1_234))).toBe('MoneyUnderWay');
    await payOut(world.services, userId);
    expect(await refusalOf(close(3_734))).toBe('BalanceLeft');
    await world.store.commit([update('wallet', await world.wallet(user), { availableCents: cents(1_234) })]);
    await close(1_234);
  });

  it('is refused when an automatic payout becomes due between its reads and its write', async () => {
    const { userId } = user;
    const { store } = world;
    await store.commit([insert('referralAccount', newReferralAccount(userId, world.clock.now()))]);
    let isDue = false;
    const commit = async (writes: readonly Write[]): Promise<void> => {
      const account = await store.get('referralAccount', { userId });
      if (account && !isDue) await store.commit([update('referralAccount', account, { dueAtMs: world.clock.now() })]);
      isDue = true;
      return store.commit(writes);
    };
    const services = { ...world.services, store: { ...store, commit } };
    expect(await refusalOf(closeAccount(services, { userId, waiveCents: cents(1_234) }))).toBe('MoneyUnderWay');
  });

  it.each(['confirming', 'partly_paid', 'locked', 'refunding'] as const)(
    'is refused while a deposit is %s',
    async (state) => {
      const deposit = await ask();
      if (state === 'locked' || state === 'refunding') await tell(deposit, { state: 'paid', receivedAmount: '50.00' });
      await tell(deposit, { state, receivedAmount: '25.00' });
      const { availableCents } = await world.wallet(user);
      expect(await refusalOf(close(availableCents))).toBe('MoneyUnderWay');
    },
  );

  it('is refused while a surplus waits for a decision', async () => {
    const deposit = await ask(500);
    await tell(deposit, { state: 'paid_over', receivedAmount: '500.00' });
    const { availableCents } = await world.wallet(user);
    expect(await refusalOf(close(availableCents))).toBe('MoneyUnderWay');
  });

  it('cancels unpaid deposits, and still reads their payments', async () => {
    const { depositId } = await ask();
    await close(1_234);
    const deposit = await world.store.get('deposit', { depositId });
    expect(deposit).toMatchObject({ canceledAtMs: world.clock.now(), dueAtMs: expect.any(Number) });
    expect(await world.store.get('movement', { userId: user.userId, subjectId: depositId })).toMatchObject({
      isHidden: true,
    });
  });

  it('cancels a deposit whose invoice the provider has not opened yet', async () => {
    const order = { user, currency: 'USDT', network: 'TRON', amountCents: cents(5_000), claim: undefined };
    const depositId = await requestDeposit(world.services, order);
    await close(1_234);
    expect(await world.store.get('deposit', { depositId })).toMatchObject({
      lifecycle: 'creating',
      canceledAtMs: world.clock.now(),
    });
    expect(await world.store.get('movement', { userId: user.userId, subjectId: depositId })).toMatchObject({
      isHidden: true,
    });
  });

  it('is done once by two requests at once, and both get the same answer', async () => {
    const [one, other] = await Promise.all([close(1_234), close(1_234)]);
    expect(one).toEqual(other);
    expect(world.store.all('closing')).toHaveLength(1);
    expect(await money()).toEqual([0, 0, 1_234]);
    expectSoundBooks(world);
  });
});

describe('a closed account', () => {
  it('refuses the orders of requests that began before the closing', async () => {
    const before = user;
    await close(1_234);
    const deposit = { user: before, currency: 'USDT', network: 'TRON', amountCents: cents(5_000), claim: undefined };
    expect(await refusalOf(requestDeposit(world.services, deposit))).toBe('InvalidAccessToken');
    const creation = requestCreation(world.services, { user: before, name: 'Late', claim: undefined });
    expect(await refusalOf(creation)).toBe('InvalidAccessToken');
    const payout = requestPayout(world.services, { userId: user.userId, claim: undefined });
    expect(await refusalOf(payout)).toBe('InvalidAccessToken');
    expect(world.store.all('deposit')).toEqual([]);
  });

  it('takes no deposit of a request that began before the closing, also after earlier deposits', async () => {
    const before = user;
    await ask();
    await close(1_234);
    const deposit = { user: before, currency: 'USDT', network: 'TRON', amountCents: cents(6_000), claim: undefined };
    expect(await refusalOf(requestDeposit(world.services, deposit))).toBe('InvalidAccessToken');
    expect(world.store.all('deposit')).toHaveLength(1);
  });

  it('takes no deposit that races with its closing', async () => {
    const before = user;
    const { store } = world;
    // The closing commits between the deposit's reads and its write.
    let isClosed = false;
    const services = {
      ...world.services,
      store: {
        ...store,
        commit: async (writes: readonly Write[]) => {
          if (!isClosed) await close(1_234);
          isClosed = true;
          return store.commit(writes);
        },
      },
    };
    const order = { user: before, currency: 'USDT', network: 'TRON', amountCents: cents(5_000), claim: undefined };
    expect(await refusalOf(requestDeposit(services, order))).toBe('InvalidAccessToken');
    expect(store.all('deposit')).toEqual([]);
  });

  it('is paid no reward', async () => {
    const account = newReferralAccount(user.userId, world.clock.now());
    const due = { balanceCents: cents(2_500), isAutomatic: true, dueAtMs: world.clock.now() };
    await close(1_234);
    // A reward that comes after the closing makes it due.
    await world.store.commit([insert('referralAccount', { ...account, ...due })]);
    expect(await payOut(world.services, user.userId)).toBe('put off');
    expect(await money()).toEqual([0, 0, 1_234]);
  });

  it('keeps late money unclaimed, and never spendable', async () => {
    const deposit = await ask();
    await close(1_234);
    await tell(deposit, paid);
    expect(await money()).toEqual([0, 0, 6_234]);
    expectSoundBooks(world);
  });

  it('raises a ticket for late money, not for waived money', async () => {
    const deposit = await ask();
    await close(1_234);
    expect(await breaks()).toEqual([]);
    await tell(deposit, paid);
    expect(await breaks()).toEqual(['UNCLAIMED 5000']);
  });

  it('agrees with the provider on late money, before and after a return', async () => {
    const deposit = await ask();
    await close(1_234);
    await tell(deposit, paid);
    const ofDeposit = async (): Promise<readonly unknown[]> => {
      const { found } = await reconcile(world.services);
      // Leaves out the break for missing polls: nobody polls in this test.
      return (found as readonly Break[]).filter(
        ({ part, subject }) => part !== 'liveness' && subject === deposit.depositId,
      );
    };
    world.clock.advance(2 * 24 * 60 * 60_000);
    expect(await ofDeposit()).toEqual([]);
    await comeBack();
    world.clock.advance(2 * 24 * 60 * 60_000);
    expect(await ofDeposit()).toEqual([]);
    expect(await money()).toEqual([6_234, 0, 0]);
  });

  it('pays a refund out of the unclaimed money, without a debt', async () => {
    const deposit = await ask();
    await close(1_234);
    await tell(deposit, paid);
    await tell(deposit, { state: 'refunding' });
    expect(await money()).toEqual([0, 0, 1_234]);
    await tell(deposit, { state: 'refunded' });
    expect(await money()).toEqual([0, 0, 1_234]);
    expectSoundBooks(world);
  });

  it('pays a debt that arose after the closing with late money', async () => {
    const spent = await ask();
    await tell(spent, paid);
    user = await now();
    const wallet = await world.wallet(user);
    // As if spent elsewhere: the balance is below the deposit.
    await world.store.commit([update('wallet', wallet, { availableCents: cents(1_000) })]);
    const late = await ask(500);
    await close(1_000);
    await tell(spent, { state: 'refunded' });
    expect(await money()).toEqual([0, 4_000, 0]);
    await tell(late, { state: 'paid', receivedAmount: '5.00' });
    expect(await money()).toEqual([0, 3_500, 0]);
  });
});

describe('a return', () => {
  it('gives back the waived money and money that arrived in between', async () => {
    const deposit = await ask();
    await close(1_234);
    await tell(deposit, paid);
    world.clock.advance(29 * 24 * 60 * 60_000);
    await comeBack();
    expect(await money()).toEqual([6_234, 0, 0]);
    expect((await now()).closedAtMs).toBeUndefined();
    expect((await world.wallet(user)).closedAtMs).toBeUndefined();
    expect(world.store.all('closing')).toEqual([]);
    expectSoundBooks(world);
  });

  it('can be followed by another closing, or by a deposit', async () => {
    for (let round = 0; round < 3; round += 1) {
      await close(1_234);
      await comeBack();
    }
    expect(await ask()).toMatchObject({ lifecycle: 'open' });
    expect(await money()).toEqual([1_234, 0, 0]);
    expectSoundBooks(world);
  });

  it('opens also an account in which nothing waits', async () => {
    user = await world.cardholder(0);
    await close();
    await comeBack();
    expect((await world.wallet(user)).closedAtMs).toBeUndefined();
    await tell(await ask(), paid);
    expect(await money()).toEqual([5_000, 0, 0]);
  });

  it('leaves no break in the books', async () => {
    const deposit = await ask();
    await close(1_234);
    await tell(deposit, paid);
    await comeBack();
    expect(await breaks()).toEqual([]);
  });
});

describe('a sign-in to a closed account', () => {
  it('opens it again in the write that opens the session, and mails its owner', async () => {
    const auth = authWorld();
    const ada = await auth.joined();
    await auth.signIn();
    await closeAccount(auth.services, { userId: ada.userId, waiveCents: undefined });
    await deliverAudits(auth.services);
    auth.mails.length = 0;
    const { tokens } = await auth.signIn();
    expect(auth.userByEmail(ada.email).closedAtMs).toBeUndefined();
    expect((await authenticate(auth.services, tokens.accessToken)).user.userId).toBe(ada.userId);
    await deliverAudits(auth.services);
    expect(auth.mails.map(({ subject }) => subject)).toContain('Your account stays open');
    expect(auth.store.all('audit').map(({ action }) => action)).toContain('account-returned');
  });

  it('opens it again with an emailed code, too', async () => {
    const auth = authWorld();
    const ada = await auth.joined();
    await auth.signIn();
    await auth.change(ada.userId, { isTwoFactorEnabled: true });
    await closeAccount(auth.services, { userId: ada.userId, waiveCents: undefined });
    const outcome = await auth.login();
    if (!outcome.isTwoFactorRequired) throw new Error('no second factor was asked for');
    expect(auth.userByEmail(ada.email).closedAtMs).toBeDefined();
    await verifySecondFactor(auth.services, {
      userId: ada.userId,
      code: digitsIn(auth.mails.at(-1)),
      browserToken: outcome.browserToken,
      clientAddress: '198.51.100.7',
      deviceToken: undefined,
      userAgent: '',
    });
    expect(auth.userByEmail(ada.email).closedAtMs).toBeUndefined();
  });

  it('that is refused leaves the account closed', async () => {
    const auth = authWorld();
    const ada = await auth.joined();
    await closeAccount(auth.services, { userId: ada.userId, waiveCents: undefined });
    expect(await refusalOf(auth.signIn({ password: 'Wrong-horse-1' }))).toBe('InvalidCredentials');
    expect(auth.userByEmail(ada.email).closedAtMs).toBeDefined();
  });
});
