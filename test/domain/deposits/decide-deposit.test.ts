import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { update } from '#functions/ports/store.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { cancelDeposit } from '#functions/domain/deposits/cancel-deposit.ts';
import { decideDeposit, type DepositDecisionCommand } from '#functions/domain/deposits/decide-deposit.ts';
import { describeDeposit } from '#functions/domain/deposits/describe-deposit.ts';
import { refuse } from '#functions/domain/deposits/open-invoice.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

type Desk = { world: MoneyWorld; user: User; admin: User; other: User; depositId: Deposit['depositId'] };

async function desk(amountCents = 5_000): Promise<Desk> {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const admin = await world.cardholder(0, { role: 'admin' });
  const other = await world.cardholder(0, { role: 'admin' });
  const { depositId } = await openDeposit(world, user, amountCents);
  return { world, user, admin, other, depositId };
}

/** Changes the payment at the provider and applies it, as after a webhook. */
async function report({ world, depositId }: Desk, changes: Partial<Payment>): Promise<Deposit> {
  world.payments.become(depositId, changes);
  const payment = world.payments.invoices.get(depositId);
  if (!payment) throw new Error('no invoice');
  return applyFresh(world.services, depositId, payment);
}

/** Returns the error that a call throws, or its result. */
const refusalOf = (call: Promise<unknown>): Promise<unknown> => call.catch((thrown: unknown) => thrown);

const decide = ({ world, admin, depositId }: Desk, command: Partial<DepositDecisionCommand> = {}) =>
  decideDeposit(world.services, {
    depositId,
    actorId: admin.userId,
    outcome: 'credit',
    reason: 'The provider confirmed it by mail.',
    ...command,
  });

/** Repeats the last report three times, by webhook and by poll, and returns the deposit. */
async function repeat(it: Desk): Promise<Deposit> {
  for (let times = 0; times < 3; times += 1) {
    await report(it, {});
    it.world.clock.advance(24 * 60 * 60_000);
    await pollDeposits(it.world.services);
  }
  return found(it);
}

/** Requests another deposit of the same person, which has no invoice yet. */
function withoutInvoice({ world, user }: Desk) {
  const asked = { user, currency: 'USDT', network: 'TRON', amountCents: cents(6_000), claim: undefined };
  return requestDeposit(world.services, asked);
}

async function found({ world, depositId }: Desk): Promise<Deposit> {
  const deposit = await world.store.get('deposit', { depositId });
  if (!deposit) throw new Error('no such deposit');
  return deposit;
}

/** Returns the statuses that the owner sees: on the deposit's page, and in the list. */
async function shown(it: Desk): Promise<readonly unknown[]> {
  const line = await it.world.store.get('movement', { userId: it.user.userId, subjectId: it.depositId });
  return [describeDeposit(await found(it)).status, line?.status];
}

/** Returns the sum of an account's legs in all records of the journal. */
const total = ({ world }: Desk, name: string): number =>
  world.store
    .all('journal')
    .flatMap(({ legs }) => legs)
    .reduce((sum, leg) => sum + (leg.account === name ? leg.amountCents : 0), 0);

const balance = async ({ world, user }: Desk): Promise<number> => (await world.wallet(user)).availableCents;

describe('A decision on a deposit', () => {
  it('stands when the provider repeats the state that was not believed: paid, then paid_less', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(await report(it, { state: 'paid_less', receivedAmount: '30.00' })).toMatchObject({
      reviewReason: 'the provider went from paid to paid_less',
    });
    await decide(it, { creditCents: cents(3_000) });
    expect(await balance(it)).toBe(3_000);
    expect(await repeat(it)).toMatchObject({ state: 'paid_less', creditedCents: 3_000, reviewReason: undefined });
    expectSoundBooks(it.world);
  });

  it('stands when the provider repeats the state that was not believed: locked, then expired', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await report(it, { state: 'locked' });
    await report(it, { state: 'expired' });
    expect(await balance(it)).toBe(0);
    await decide(it);
    expect(await balance(it)).toBe(5_000);
    expect(await repeat(it)).toMatchObject({ state: 'expired', frozenCents: 0, reviewReason: undefined });
    expectSoundBooks(it.world);
  });

  it('that refuses takes back the locked money', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await report(it, { state: 'locked' });
    await report(it, { state: 'expired' });
    await decide(it, { outcome: 'refuse' });
    expect(await repeat(it)).toMatchObject({ state: 'expired', creditedCents: 0, frozenCents: 0 });
    expect(await balance(it)).toBe(0);
    expectSoundBooks(it.world);
  });

  it('credits money beyond twice the invoice, and repeated reports change nothing', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    await decide(it, { creditCents: cents(13_000) });
    expect(await repeat(it)).toMatchObject({ creditedCents: 13_000, surplusCents: 0 });
    expect(await balance(it)).toBe(13_000);
    expectSoundBooks(it.world);
  });

  it('that refuses keeps the credited money and drops the excess', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    await decide(it, { outcome: 'refuse' });
    expect(await repeat(it)).toMatchObject({ creditedCents: 5_000, surplusCents: 0, reviewReason: undefined });
    expect(await balance(it)).toBe(5_000);
    expectSoundBooks(it.world);
  });

  describe('that refuses leaves its dollars owed to the payer, as its coins are at the provider', () => {
    const owed = (it: Desk): number => -total(it, 'SUSP:REFUSED') + 0;
    const atProvider = (it: Desk): number => total(it, 'PROV:CLEARING');

    it('until the provider sent all of it back', async () => {
      const it = await desk();
      await report(it, { state: 'paid_over', receivedAmount: '130.00' });
      await decide(it, { outcome: 'refuse' });
      expect(await repeat(it)).toMatchObject({ creditedCents: 5_000, surplusCents: 0, refusedCents: 8_000 });
      expect([owed(it), atProvider(it)]).toEqual([8_000, 13_000]);
      await report(it, { state: 'refunding' });
      expect([owed(it), atProvider(it)]).toEqual([8_000, 13_000]);
      expect(await report(it, { state: 'refunded' })).toMatchObject({ creditedCents: 0, refusedCents: 0 });
      expect([owed(it), atProvider(it)]).toEqual([0, 0]);
      expectSoundBooks(it.world);
    });

    it('where a part was credited', async () => {
      const it = await desk();
      await report(it, { state: 'paid_over', receivedAmount: '130.00' });
      await decide(it, { creditCents: cents(6_000) });
      expect([owed(it), atProvider(it)]).toEqual([7_000, 13_000]);
      expectSoundBooks(it.world);
    });

    it('until two admins credit it after all', async () => {
      const it = await desk();
      await report(it, { state: 'paid_over', receivedAmount: '130.00' });
      await decide(it, { outcome: 'refuse' });
      await decide(it, { creditCents: cents(13_000) });
      expect(owed(it)).toBe(8_000);
      await decide(it, { actorId: it.other.userId, creditCents: cents(13_000) });
      expect([owed(it), atProvider(it)]).toEqual([0, 13_000]);
      expectSoundBooks(it.world);
    });

    it('until the provider says something new, on which staff decide', async () => {
      const it = await desk();
      await report(it, { state: 'paid_over', receivedAmount: '130.00' });
      await decide(it, { outcome: 'refuse' });
      expect(await report(it, { receivedAmount: '140.00' })).toMatchObject({ surplusCents: 9_000, refusedCents: 0 });
      expect([owed(it), atProvider(it)]).toEqual([0, 14_000]);
      expectSoundBooks(it.world);
    });

    it('where nothing was credited, until the payment came back', async () => {
      const it = await desk();
      await report(it, { state: 'paid', receivedAmount: '50.00', payerCurrency: 'TRX' });
      expect([owed(it), atProvider(it)]).toEqual([0, 0]);
      await decide(it, { outcome: 'refuse' });
      expect([owed(it), atProvider(it)]).toEqual([5_000, 5_000]);
      await report(it, { state: 'refunded' });
      expect([owed(it), atProvider(it)]).toEqual([0, 0]);
      expectSoundBooks(it.world);
    });

    it.each(['before', 'after'] as const)(
      'once, where the process is killed %s the write of the refusal, and of the refund',
      async (moment) => {
        const it = await desk();
        const { store } = it.world;
        const commit = store.commit.bind(store);
        const killed = async (work: () => Promise<unknown>): Promise<void> => {
          store.commit = async (writes) => {
            if (moment === 'after') await commit(writes);
            throw new Error('killed');
          };
          await expect(work()).rejects.toThrow('killed');
          store.commit = commit;
          expectSoundBooks(it.world);
        };
        await report(it, { state: 'paid_over', receivedAmount: '130.00' });
        await killed(() => decide(it, { outcome: 'refuse' }));
        await refusalOf(decide(it, { outcome: 'refuse' }));
        await repeat(it);
        expect([owed(it), atProvider(it)]).toEqual([8_000, 13_000]);
        await killed(() => report(it, { state: 'refunded' }));
        await repeat(it);
        expect([owed(it), atProvider(it)]).toEqual([0, 0]);
        expectSoundBooks(it.world);
      },
    );

    it('where locked money failed, and was taken back from its owner', async () => {
      const it = await desk();
      await report(it, { state: 'paid', receivedAmount: '50.00' });
      await report(it, { state: 'locked' });
      await report(it, { state: 'expired' });
      await decide(it, { outcome: 'refuse' });
      expect([owed(it), atProvider(it)]).toEqual([5_000, 5_000]);
      expectSoundBooks(it.world);
    });
  });

  it.each(['credit', 'refuse'] as const)('ends the review that the owner sees: %s', async (outcome) => {
    const it = await desk();
    const review = async () => describeDeposit(await found(it)).review;
    expect(await review()).toBeNull();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    expect(await review()).toBe('open');
    await decide(it, { outcome });
    expect(await review()).toBe('ended');
    await report(it, { receivedAmount: '131.00' });
    expect(await review()).toBe('open');
  });

  it('ignores letter case in an address that has none', async () => {
    const it = await desk();
    const address = '0xAbCdEf0123456789aBcDeF0123456789abCDef01';
    await it.world.store.commit([update('deposit', await found(it), { address })]);
    await report(it, { state: 'paid', receivedAmount: '50.00', address: address.toLowerCase() });
    expect(await found(it)).toMatchObject({ creditedCents: 5_000, reviewReason: undefined });
  });

  it.each([
    ['address', { address: 'another-address' }],
    ['payment_id', { paymentId: 'another-payment' }],
    ['coin', { payerCurrency: 'TRX' }],
    ['payer_amount', { payerAmount: '51.00', receivedAmount: '51.00' }],
    ['invoice_amount', { invoiceAmount: '51.00' }],
  ] as const)('accepts a mismatch only by its name: %s', async (name, changes) => {
    const it = await desk();
    expect((await report(it, { state: 'paid', receivedAmount: '50.00', ...changes })).reviewReason).toBeDefined();
    const refusal = await refusalOf(decide(it));
    expect(refusal).toMatchObject({ code: 'Conflict', message: expect.stringContaining(`(${name})`) });
    expect(await balance(it)).toBe(0);
    await decide(it, { accept: [name] });
    expect(await balance(it)).toBe(5_000);
    expect(await repeat(it)).toMatchObject({ state: 'paid', creditedCents: 5_000, reviewReason: undefined });
    expectSoundBooks(it.world);
  });

  it('that refuses a mismatch believes nothing else of that payment', async () => {
    const it = await desk();
    const before = await found(it);
    await report(it, { state: 'confirming', address: 'another-address' });
    await decide(it, { outcome: 'refuse' });
    expect(await repeat(it)).toMatchObject({ state: 'waiting', address: before.address, reviewReason: undefined });
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(await found(it)).toMatchObject({ creditedCents: 0, reviewReason: 'the invoice has another address' });
    expectSoundBooks(it.world);
  });

  it.each([
    ['an amount', { receivedAmount: '31.00' }],
    ['a state', { state: 'expired' }],
    ['an address', { address: 'a-third-address' }],
  ] as const)('lapses for good when the provider says something new: %s', async (_what, news) => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await report(it, { state: 'paid_less', receivedAmount: '30.00' });
    await decide(it, { creditCents: cents(3_000) });
    const decidedOn = it.world.payments.invoices.get(it.depositId);
    await report(it, news);
    expect((await found(it)).decision).toBeUndefined();
    await report(it, { ...decidedOn });
    expect((await found(it)).decision).toBeUndefined();
    expectSoundBooks(it.world);
  });

  it('stored without the provider’s full statement, as older ones are, holds for its state and amount', async () => {
    const it = await desk();
    const paid = await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    const decision = { state: 'paid_over', targetCents: cents(13_000) } as const;
    await it.world.store.commit([update('deposit', paid, { decision })]);
    expect(await report(it, {})).toMatchObject({ creditedCents: 13_000, decision });
    expect(await report(it, { receivedAmount: '131.00' })).toMatchObject({
      creditedCents: 13_000,
      surplusCents: 100,
      decision: undefined,
    });
  });

  it('keeps the credited money when a stranger pays a little more: only the rest waits', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    await decide(it, { creditCents: cents(12_000) });
    expect(await report(it, { receivedAmount: '130.01' })).toMatchObject({
      creditedCents: 12_000,
      surplusCents: 1_001,
      decision: undefined,
      reviewReason: 'more than twice the invoice was paid',
    });
    expect(await balance(it)).toBe(12_000);
    expectSoundBooks(it.world);
  });

  it.each(['locked', 'refunding', 'refunded'] as const)('is refused while the provider says %s', async (state) => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await report(it, { state });
    const before = await found(it);
    for (const outcome of ['credit', 'refuse'] as const)
      expect(await refusalOf(decide(it, { outcome }))).toMatchObject({ code: 'Conflict' });
    expect(await found(it)).toEqual(before);
  });

  it.each([
    ['address', { address: 'another-address' }],
    ['coin', { payerCurrency: 'TRX' }],
    ['invoice_amount', { invoiceAmount: '51.00' }],
  ] as const)('is not awaited once the credited payment is refunded, even with another %s', async (_name, odd) => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect((await report(it, odd)).waitsSinceMs).toBeDefined();
    expect(await report(it, { state: 'refunded' })).toMatchObject({ state: 'refunded', creditedCents: 0 });
    expect(await repeat(it)).toMatchObject({ waitsSinceMs: undefined, reviewReason: undefined, dueAtMs: undefined });
    expect(await balance(it)).toBe(0);
    expectSoundBooks(it.world);
  });

  it('is no longer awaited once a payment other than the credited one was refunded, and the credit stays', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect((await report(it, { paymentId: 'another-payment' })).waitsSinceMs).toBeDefined();
    await report(it, { state: 'refunded' });
    expect(await repeat(it)).toMatchObject({
      state: 'paid',
      creditedCents: 5_000,
      waitsSinceMs: undefined,
      reviewReason: undefined,
    });
    expect(await balance(it)).toBe(5_000);
    expectSoundBooks(it.world);
  });

  it('credits at most what the fresh record says was received', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '129.999' });
    it.world.payments.become(it.depositId, { receivedAmount: '120.009' });
    expect(await refusalOf(decide(it, { creditCents: cents(12_001) }))).toMatchObject({
      code: 'AmountTooLarge',
      fields: { creditCents: 'must be 5000 to 12000' },
    });
    expect((await decide(it)).deposit.creditedCents).toBe(12_000);
    expectSoundBooks(it.world);
  });

  it.each(['waiting', 'confirming', 'partly_paid'] as const)(
    'credits nothing while the provider says %s: it may still fail',
    async (state) => {
      const it = await desk();
      await report(it, { state, receivedAmount: '50.00' });
      const before = await found(it);
      expect(await refusalOf(decide(it))).toMatchObject({ code: 'Conflict' });
      expect(await found(it)).toEqual(before);
      await report(it, { state: 'failed' });
      expect(await balance(it)).toBe(0);
    },
  );

  it('takes back nothing that was received: that needs an adjustment by two admins', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    for (const creditCents of [0, 1, 4_999]) {
      expect(await refusalOf(decide(it, { creditCents: cents(creditCents) }))).toMatchObject({
        code: 'Conflict',
        fields: { creditCents: 'must be 5000 to 5000' },
      });
    }
    expect(await found(it)).toMatchObject({ creditedCents: 5_000, decision: undefined });
    expect(await balance(it)).toBe(5_000);
    expect(it.world.store.all('audit')).toEqual([]);
  });

  it('does not take back money that an admin credited beyond the rules: that needs an adjustment', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    await decide(it, { creditCents: cents(7_000) });
    expect(await refusalOf(decide(it, { creditCents: cents(6_999) }))).toMatchObject({ code: 'Conflict' });
    expect(await balance(it)).toBe(7_000);
  });

  it('credits at most the smaller of our invoice and the provider’s', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00', invoiceAmount: '500.00' });
    expect((await decide(it, { accept: ['invoice_amount'] })).deposit.creditedCents).toBe(5_000);
  });

  it('credits nothing where the provider names no amount', async () => {
    const it = await desk();
    await report(it, { state: 'paid' });
    expect(await refusalOf(decide(it, { creditCents: cents(1) }))).toMatchObject({ code: 'AmountTooLarge' });
  });

  it('is recorded with actor, reason, before and after', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    await decide(it, { creditCents: cents(7_000), reason: '  agreed by phone  ' });
    expect(auditsIn(it.world.store)).toMatchObject([
      {
        action: 'decide-deposit',
        actorId: it.admin.userId,
        subjectId: it.user.userId,
        about: it.depositId,
        before: { creditedCents: 5_000, state: 'paid_over' },
        after: { creditedCents: 7_000, state: 'paid_over', outcome: 'credit' },
        reason: 'agreed by phone',
      },
    ]);
  });

  it('is one write with its money and its record: a process that dies before it leaves none of them', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    const before = await found(it);
    const { store } = it.world;
    const dying = Object.assign(Object.create(store) as typeof store, {
      commit: async () => Promise.reject(new Error('killed')),
    });
    const services = { ...it.world.services, store: dying };
    const command = { depositId: it.depositId, actorId: it.admin.userId, outcome: 'credit', reason: 'why' } as const;
    await expect(decideDeposit(services, command)).rejects.toThrow('killed');
    expect(await found(it)).toEqual(before);
    expect(auditsIn(store)).toEqual([]);
    let commits = 0;
    const counting = Object.assign(Object.create(store) as typeof store, {
      commit: async (...args: Parameters<typeof store.commit>) => {
        commits += 1;
        return store.commit(...args);
      },
    });
    await decideDeposit({ ...it.world.services, store: counting }, command);
    expect(commits).toBe(1);
    expect(await balance(it)).toBe(13_000);
    expect(auditsIn(store)).toHaveLength(1);
  });
});

describe('Decisions on one deposit at once', () => {
  const credit = (it: Desk, by: User, creditCents: number) =>
    decide(it, { actorId: by.userId, creditCents: cents(creditCents) });
  /** Lists the credited cents before and after each decision that was carried out. */
  const carriedOut = (it: Desk) =>
    auditsIn(it.world.store)
      .filter(({ action }) => action === 'decide-deposit')
      .map(({ before, after }) => [before['creditedCents'], after['creditedCents']]);

  it.each(Array.from({ length: 8 }, (_, round) => round))(
    'are carried out one after another or refused, and recorded as carried out: round %d',
    async (round) => {
      const it = await desk(10_000);
      await report(it, { state: 'paid_over', receivedAmount: '400.00' });
      const asked: readonly [User, number][] = [
        [it.admin, 15_000 + round],
        [it.other, 20_000],
        [await it.world.cardholder(0, { role: 'admin' }), 17_000],
      ];
      const ordered = round % 2 === 0 ? asked : asked.toReversed();
      const answers = await Promise.allSettled(ordered.map(async ([by, target]) => credit(it, by, target)));
      const steps = carriedOut(it);
      // Each decision begins at the amount where the last one ended, and the timeline shows each of these amounts.
      expect(steps.map(([before]) => before)).toEqual([10_000, ...steps.slice(0, -1).map(([, after]) => after)]);
      const { events, creditedCents } = await found(it);
      expect(events.map((event) => event.creditedCents).filter((each) => each > 10_000)).toEqual(
        steps.map(([, after]) => after),
      );
      expect(creditedCents).toBe(20_000);
      const decided = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      // Each reply belongs to a decision that was carried out.
      expect(new Set(decided.map(({ deposit }) => deposit.creditedCents))).toEqual(
        new Set(steps.map(([, after]) => after)),
      );
      for (const answer of answers) {
        if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'Conflict' });
      }
      expect(await balance(it)).toBe(20_000);
      expectSoundBooks(it.world);
    },
  );

  it.each([0, 1])(
    'never both refuse and credit: the second one is a conflict, or needs a second admin (%d)',
    async (turn) => {
      const it = await desk(10_000);
      await report(it, { state: 'paid_over', receivedAmount: '400.00' });
      const calls = [async () => decide(it, { outcome: 'refuse' }), async () => credit(it, it.other, 20_000)];
      const [a, b] = await Promise.allSettled((turn === 0 ? calls : calls.toReversed()).map(async (call) => call()));
      const outcomes = [a, b].map((each) => (each?.status === 'fulfilled' ? each.value.status : 'Conflict')).toSorted();
      const refused = auditsIn(it.world.store).some(
        ({ action, after }) => action === 'decide-deposit' && after['outcome'] === 'refuse',
      );
      expect(outcomes).toEqual(refused ? ['decided', 'waiting_for_second'] : ['Conflict', 'decided']);
      expect(await balance(it)).toBe(refused ? 10_000 : 20_000);
      expect(carriedOut(it)).toEqual([[10_000, refused ? 10_000 : 20_000]]);
      expectSoundBooks(it.world);
    },
  );
});

describe('A decision on a deposit that is decided already', () => {
  const nothingWaits = { code: 'Conflict', message: expect.stringContaining('Nothing of it waits') };

  it('is a conflict where it would change nothing: a refusal or a credit once more', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    await decide(it, { creditCents: cents(9_000) });
    const before = await found(it);
    expect(await refusalOf(decide(it, { outcome: 'refuse' }))).toMatchObject(nothingWaits);
    expect(await refusalOf(decide(it, { creditCents: cents(9_000) }))).toMatchObject(nothingWaits);
    expect(await found(it)).toEqual(before);
    expect(auditsIn(it.world.store)).toHaveLength(1);
  });

  it('is a conflict on a deposit that the rules credited in full', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(await refusalOf(decide(it, { outcome: 'refuse' }))).toMatchObject(nothingWaits);
    expect(await refusalOf(decide(it))).toMatchObject(nothingWaits);
    expect(auditsIn(it.world.store)).toEqual([]);
  });

  it('needs two admins to credit a refused rest, however small it is', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    await decide(it, { outcome: 'refuse' });
    expect(await refusalOf(decide(it, { outcome: 'refuse' }))).toMatchObject(nothingWaits);
    const creditCents = cents(5_001);
    expect((await decide(it, { creditCents, actorId: it.other.userId })).status).toBe('waiting_for_second');
    expect(await balance(it)).toBe(5_000);
    // The proposal of the first admin waits, and may be refused; then nothing waits again.
    expect((await decide(it, { outcome: 'refuse' })).status).toBe('decided');
    expect(await refusalOf(decide(it, { outcome: 'refuse' }))).toMatchObject(nothingWaits);
    expect((await decide(it, { creditCents, actorId: it.other.userId })).status).toBe('waiting_for_second');
    expect((await decide(it, { creditCents })).status).toBe('decided');
    expect(await balance(it)).toBe(5_001);
    expectSoundBooks(it.world);
  });

  it('is possible again after the next report of the provider', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    await decide(it, { outcome: 'refuse' });
    await report(it, { receivedAmount: '131.00' });
    expect((await decide(it, { creditCents: cents(5_001) })).status).toBe('decided');
    expect(await balance(it)).toBe(5_001);
  });
});

describe('The page and the list of a deposit show one status', () => {
  it.each([
    ['waited for its payment', undefined],
    ['expired', 'expired'],
    ['failed', 'failed'],
  ] as const)('while our team reviews a payment that differs, and after its decision, when it %s', async (_, state) => {
    for (const [outcome, status] of [
      ['refuse', 'failed'],
      ['credit', 'paid'],
    ] as const) {
      const it = await desk();
      if (state !== undefined) await report(it, { state });
      await report(it, { state: 'paid', receivedAmount: '50.00', address: 'another-address' });
      expect(await shown(it)).toEqual(['locked', 'locked']);
      await decide(it, outcome === 'credit' ? { outcome, accept: ['address'] } : { outcome });
      expect(await shown(it)).toEqual([status, status]);
      await repeat(it);
      expect(await shown(it)).toEqual([status, status]);
    }
  });

  it('when a credited one is reported expired: the money stays in the balance', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(await report(it, { state: 'expired' })).toMatchObject({ reviewReason: expect.any(String) });
    expect(await shown(it)).toEqual(['paid', 'paid']);
  });

  it('when the provider takes back what our team reviews: the payment is waited for again', async () => {
    const it = await desk();
    const { address } = await found(it);
    await report(it, { state: 'confirming', address: 'another-address' });
    expect(await shown(it)).toEqual(['locked', 'locked']);
    const canceled = cancelDeposit(it.world.services, { userId: it.user.userId, depositId: it.depositId });
    expect(await refusalOf(canceled)).toMatchObject({ code: 'Conflict' });
    await report(it, { state: 'waiting', address: address ?? '' });
    expect(await shown(it)).toEqual(['pending', 'pending']);
  });
});

describe('A payment with another reference', () => {
  const another = { reference: 'another-reference', paymentId: 'another-payment' };

  it('waits uncredited, cannot be accepted, and is credited once the provider names the right reference', async () => {
    const it = await desk();
    const { paymentId, reference } = it.world.payments.invoices.get(it.depositId) ?? {};
    if (paymentId === undefined || reference === undefined) throw new Error('no invoice');
    it.world.payments.become(it.depositId, { ...another, state: 'paid', receivedAmount: '50.00' });
    it.world.clock.advance(2 * 60 * 60_000);
    await pollDeposits(it.world.services);
    expect(await found(it)).toMatchObject({
      state: 'waiting',
      creditedCents: 0,
      reviewReason: 'the payment has another reference',
      unbooked: { coin: 'USDT', received: '50' },
    });
    expect(await refusalOf(decide(it))).toMatchObject({ code: 'Conflict' });
    it.world.payments.become(it.depositId, { paymentId, reference });
    it.world.clock.advance(2 * 60 * 60_000);
    await pollDeposits(it.world.services);
    expect(await found(it)).toMatchObject({ creditedCents: 5_000, reviewReason: undefined, waitsSinceMs: undefined });
    expectSoundBooks(it.world);
  });

  it('is refused alone: the right payment is credited later, also under the same id', async () => {
    const it = await desk();
    await report(it, { reference: 'another-reference', state: 'paid', receivedAmount: '50.00' });
    await decide(it, { outcome: 'refuse' });
    expect(await found(it)).toMatchObject({ creditedCents: 0, reviewReason: undefined });
    expect(await report(it, { reference: it.depositId })).toMatchObject({ creditedCents: 5_000, decision: undefined });
    expectSoundBooks(it.world);
  });

  it('does not count as the invoice of a deposit that has none yet', async () => {
    const it = await desk();
    const { world } = it;
    const depositId = await withoutInvoice(it);
    const invoice = world.payments.invoices.get(it.depositId);
    if (!invoice) throw new Error('no invoice');
    world.payments.invoices.set(depositId, invoice);
    world.clock.advance(2 * 60 * 60_000);
    await pollDeposits(world.services);
    expect(await world.store.get('deposit', { depositId })).toMatchObject({
      lifecycle: 'creating',
      reviewReason: undefined,
    });
    world.payments.invoices.delete(depositId);
    world.clock.advance(2 * 60 * 60_000);
    await pollDeposits(world.services);
    expect(await world.store.get('deposit', { depositId })).toMatchObject({ lifecycle: 'open' });
  });
});

describe('A deposit whose payment the provider does not know any more', () => {
  async function forgotten(changes: Partial<Payment>): Promise<Desk & { readonly invoice: Payment }> {
    const it = await desk();
    await report(it, changes);
    const { world, depositId } = it;
    const invoice = world.payments.invoices.get(depositId);
    if (!invoice) throw new Error('no invoice');
    world.payments.invoices.delete(depositId);
    for (let day = 0; day < 20; day += 1) {
      world.clock.advance(24 * 60 * 60_000);
      await pollDeposits(world.services);
    }
    expect((await found(it)).waitsSinceMs).toBeDefined();
    return { ...it, invoice };
  }

  it.each([
    ['was never paid', { state: 'waiting' }],
    ['was on its way', { state: 'confirming', receivedAmount: '50.00' }],
  ] as const)('and which %s is refused, never credited, and then waits for nobody', async (_what, changes) => {
    const it = await forgotten(changes);
    expect(await refusalOf(decide(it))).toMatchObject({ code: 'Conflict', message: /does not know/ });
    expect(await decide(it, { outcome: 'refuse' })).toMatchObject({ status: 'decided' });
    expect(await found(it)).toMatchObject({ waitsSinceMs: undefined, creditedCents: 0 });
    expect(await shown(it)).toEqual(['failed', 'failed']);
    expect(await refusalOf(decide(it, { outcome: 'refuse' }))).toMatchObject({ code: 'Conflict' });
    // Known again with the same report, it stays refused.
    it.world.payments.invoices.set(it.depositId, it.invoice);
    expect(await report(it, {})).toMatchObject({ waitsSinceMs: undefined, creditedCents: 0 });
    expect(await shown(it)).toEqual(['failed', 'failed']);
    expectSoundBooks(it.world);
  });

  it('is credited after its refusal once the provider knows it again, as paid', async () => {
    const it = await forgotten({ state: 'waiting' });
    await decide(it, { outcome: 'refuse' });
    it.world.payments.invoices.set(it.depositId, it.invoice);
    expect(await report(it, {})).toMatchObject({ creditedCents: 0, waitsSinceMs: undefined });
    expect(await report(it, { state: 'paid', receivedAmount: '50.00' })).toMatchObject({ creditedCents: 5_000 });
    expectSoundBooks(it.world);
  });
});

describe('A deposit whose payment the provider locked, or was sending back, and then does not know any more', () => {
  async function forgotten(
    state: 'locked' | 'refunding',
    isCredited: boolean,
    days = 20,
  ): Promise<Desk & { readonly invoice: Payment }> {
    const it = await desk();
    const invoice = it.world.payments.invoices.get(it.depositId);
    if (!invoice) throw new Error('no invoice');
    if (isCredited) await report(it, { state: 'paid', receivedAmount: '50.00' });
    await report(it, { state, receivedAmount: '50.00' });
    it.world.payments.invoices.delete(it.depositId);
    for (let day = 0; day < days; day += 1) {
      it.world.clock.advance(24 * 60 * 60_000);
      await pollDeposits(it.world.services);
    }
    return { ...it, invoice };
  }

  it.each([
    ['locked', true],
    ['locked', false],
    ['refunding', true],
    ['refunding', false],
  ] as const)('(%s, credited before: %s) is refused, and what it froze is owed to its payer', async (state, was) => {
    const it = await forgotten(state, was);
    expect((await found(it)).waitsSinceMs).toBeDefined();
    expect(await refusalOf(decide(it))).toMatchObject({ code: 'Conflict', message: /does not know/ });
    expect(await decide(it, { outcome: 'refuse' })).toMatchObject({ status: 'decided' });
    expect(await found(it)).toMatchObject({ waitsSinceMs: undefined, creditedCents: 0, frozenCents: 0 });
    expect((await found(it)).refusedCents ?? 0).toBe(was ? 5_000 : 0);
    expect(await shown(it)).toEqual(['failed', 'failed']);
    expect(await refusalOf(decide(it, { outcome: 'refuse' }))).toMatchObject({ code: 'Conflict' });
    expectSoundBooks(it.world);
  });

  it('is not decided on while the provider is asked about it still', async () => {
    const it = await forgotten('locked', true, 3);
    expect(await refusalOf(decide(it, { outcome: 'refuse' }))).toMatchObject({ code: 'Conflict' });
    expect(await found(it)).toMatchObject({ creditedCents: 5_000, frozenCents: 5_000 });
  });

  it('is credited after its refusal once the provider knows it again, as released', async () => {
    const it = await forgotten('locked', true);
    const before = await balance(it);
    await decide(it, { outcome: 'refuse' });
    expect(await balance(it)).toBe(before);
    it.world.payments.invoices.set(it.depositId, it.invoice);
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(await found(it)).toMatchObject({ creditedCents: 5_000, refusedCents: 0, waitsSinceMs: undefined });
    expect(await balance(it)).toBe(5_000);
    expectSoundBooks(it.world);
  });
});

describe('A deposit leaves the desk', () => {
  const waits = async (it: Desk) => {
    const { reviewReason, proposal, waitsSinceMs } = await found(it);
    return [reviewReason, proposal, waitsSinceMs].some((value) => value !== undefined);
  };

  it('when the provider takes back the change that was not believed', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await report(it, { state: 'expired' });
    expect(await waits(it)).toBe(true);
    await report(it, { state: 'paid' });
    expect(await waits(it)).toBe(false);
    expect(await balance(it)).toBe(5_000);
    expectSoundBooks(it.world);
  });

  it('when a lock after the credit ends as paid', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    await report(it, { state: 'locked' });
    expect(await waits(it)).toBe(true);
    await report(it, { state: 'paid' });
    expect(await waits(it)).toBe(false);
    expect(await balance(it)).toBe(5_000);
  });

  it('for good when it was locked and is then refused as a payment to another address', async () => {
    const it = await desk();
    await report(it, { state: 'locked', receivedAmount: '50.00' });
    await report(it, { state: 'paid', address: 'another-address' });
    await decide(it, { outcome: 'refuse' });
    expect(await waits(it)).toBe(false);
    for (let week = 0; week < 3; week += 1) {
      it.world.clock.advance(7 * 24 * 60 * 60_000);
      await pollDeposits(it.world.services);
      expect(await waits(it)).toBe(false);
    }
    await report(it, { state: 'locked' });
    expect(await waits(it)).toBe(true);
    expect(await balance(it)).toBe(0);
  });

  it('when the provider takes back the statement on which the first of two decisions was based', async () => {
    const it = await desk(50_000);
    await report(it, { state: 'paid_over', receivedAmount: '1100.00' });
    expect((await decide(it)).status).toBe('waiting_for_second');
    await report(it, { state: 'refunding' });
    await report(it, { state: 'refunded' });
    expect(await waits(it)).toBe(false);
    expect(await balance(it)).toBe(0);
    expectSoundBooks(it.world);
  });

  it('when a mismatched payment is refunded, and takes nothing else from that payment', async () => {
    const it = await desk();
    const before = await found(it);
    await report(it, { state: 'paid', receivedAmount: '50.00', address: 'another-address' });
    expect(await waits(it)).toBe(true);
    await report(it, { state: 'refunded' });
    expect(await found(it)).toMatchObject({ state: 'refunded', creditedCents: 0, address: before.address });
    expect(await waits(it)).toBe(false);
    await repeat(it);
    expect(await waits(it)).toBe(false);
    expectSoundBooks(it.world);
  });

  it('when a credit by decision is refunded and taken back', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00', invoiceAmount: '51.00' });
    await decide(it, { accept: ['invoice_amount'] });
    expect(await balance(it)).toBe(5_000);
    await report(it, { state: 'refunded' });
    expect(await waits(it)).toBe(false);
    expect(await balance(it)).toBe(0);
    expectSoundBooks(it.world);
  });

  it('but not when the refunded payment has another reference', async () => {
    const nameless = await desk();
    await report(nameless, { state: 'refunded', reference: 'another-reference' });
    expect(await waits(nameless)).toBe(true);
  });

  it('and returns to it when the provider reports a new state after a refund', async () => {
    const it = await desk();
    await report(it, { state: 'refunded' });
    expect(await waits(it)).toBe(false);
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(await found(it)).toMatchObject({ waitsSinceMs: expect.any(Number), creditedCents: 0 });
    await decide(it);
    expect(await waits(it)).toBe(false);
    expect(await balance(it)).toBe(5_000);
    expectSoundBooks(it.world);
  });
});

describe('An admin who decides on a deposit', () => {
  it.each([
    ['is no admin', async ({ world }: Desk) => world.cardholder(0)],
    ['is suspended', async ({ world }: Desk) => world.cardholder(0, { role: 'admin', isSuspended: true })],
    ['only gives support', async ({ world }: Desk) => world.cardholder(0, { role: 'admin', staffRole: 'support' })],
    [
      'never verified the address',
      async ({ world }: Desk) => world.cardholder(0, { role: 'admin', isVerified: false }),
    ],
  ] as const)('is refused when the actor %s', async (_what, make) => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    const { userId: actorId } = await make(it);
    expect(await refusalOf(decide(it, { actorId }))).toMatchObject({ code: 'Forbidden' });
    expect(await balance(it)).toBe(5_000);
    expect(auditsIn(it.world.store)).toEqual([]);
  });

  it('is refused on their own account', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    const own = await it.world.store.get('user', { userId: it.user.userId });
    if (!own) throw new Error('no such user');
    await it.world.store.commit([update('user', own, { role: 'admin' })]);
    expect(await refusalOf(decide(it, { actorId: own.userId }))).toMatchObject({ code: 'Forbidden' });
  });

  it('needs a second admin for more than $200 beyond what is credited', async () => {
    const it = await desk(20_000);
    await report(it, { state: 'paid_over', receivedAmount: '600.00' });
    const creditCents = cents(40_001);
    const first = await decide(it, { creditCents });
    expect(first.status).toBe('waiting_for_second');
    // The same call again changes nothing and records nothing.
    expect(await decide(it, { creditCents })).toEqual(first);
    expect(await balance(it)).toBe(20_000);
    await decide(it, { creditCents, reason: 'The provider called.' });
    expect((await decide(it, { creditCents, actorId: it.other.userId })).status).toBe('decided');
    expect(await balance(it)).toBe(40_001);
    expect(auditsIn(it.world.store).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['propose-deposit-decision', it.admin.userId],
      ['propose-deposit-decision', it.admin.userId],
      ['decide-deposit', it.other.userId],
    ]);
    expect(await found(it)).toMatchObject({ proposal: undefined });
    // The sum that two decided counts for no one's own limit.
    await report(it, { receivedAmount: '900.00' });
    expect((await decide(it, { creditCents: cents(60_001) })).status).toBe('decided');
    expectSoundBooks(it.world);
  });

  it.each([
    ['a surplus', [{ state: 'paid_over', receivedAmount: '900.00' }]],
    ['another address', [{ state: 'paid', receivedAmount: '300.00', address: 'another' }]],
    [
      'a state that is not believed',
      ['paid', 'locked', 'expired'].map((state) => ({ state, receivedAmount: '300.00' })),
    ],
  ] as const)(
    'of one admin waits for the second while the provider repeats its report of %s',
    async (what, reports) => {
      const it = await desk(30_000);
      for (const each of reports) await report(it, each as Partial<Payment>);
      const reportedAtMs = it.world.clock.now();
      it.world.clock.advance(60 * 60_000);
      const command = what === 'another address' ? { accept: ['address'] as const } : {};
      expect((await decide(it, command)).status).toBe('waiting_for_second');
      // The desk counts from when it began to wait.
      expect(await repeat(it)).toMatchObject({ waitsSinceMs: reportedAtMs });
      expect((await decide(it, { ...command, actorId: it.other.userId })).status).toBe('decided');
      expectSoundBooks(it.world);
    },
  );

  it('decides alone on $200 beyond what is credited', async () => {
    const it = await desk(20_000);
    await report(it, { state: 'paid_over', receivedAmount: '600.00' });
    expect((await decide(it, { creditCents: cents(40_000) })).status).toBe('decided');
  });

  it('needs a second admin once the credits add up to more than $200', async () => {
    const it = await desk(20_000);
    await report(it, { state: 'paid_over', receivedAmount: '900.00' });
    expect((await decide(it, { creditCents: cents(35_000) })).status).toBe('decided');
    expect((await decide(it, { creditCents: cents(40_000) })).status).toBe('decided');
    expect((await decide(it, { creditCents: cents(40_001) })).status).toBe('waiting_for_second');
    // Neither a refusal in between nor another admin alone gets around the limit.
    expect((await decide(it, { outcome: 'refuse' })).status).toBe('decided');
    const { userId: actorId } = it.other;
    expect((await decide(it, { creditCents: cents(40_001), actorId })).status).toBe('waiting_for_second');
    expect(await balance(it)).toBe(40_000);
    expect((await decide(it, { creditCents: cents(40_001) })).status).toBe('decided');
    expect((await decide(it, { creditCents: cents(40_002) })).status).toBe('waiting_for_second');
    expect(await balance(it)).toBe(40_001);
    expectSoundBooks(it.world);
  });

  it('needs a second admin to free more than $200 that was locked', async () => {
    const it = await desk(20_001);
    await report(it, { state: 'paid', receivedAmount: '200.01' });
    await report(it, { state: 'locked' });
    await report(it, { state: 'expired' });
    expect((await decide(it)).status).toBe('waiting_for_second');
    expect(await balance(it)).toBe(0);
  });

  it.each([
    ['another amount', async (it: Desk) => decide(it, { creditCents: cents(50_000), actorId: it.other.userId })],
    [
      'another report of the provider',
      async (it: Desk) => {
        it.world.payments.become(it.depositId, { receivedAmount: '599.00' });
        return decide(it, { creditCents: cents(45_000), actorId: it.other.userId });
      },
    ],
    [
      'a first admin who is no longer an admin',
      async (it: Desk) => {
        const first = await it.world.store.get('user', { userId: it.admin.userId });
        if (first) await it.world.store.commit([update('user', first, { role: 'user' })]);
        return decide(it, { creditCents: cents(45_000), actorId: it.other.userId });
      },
    ],
    [
      'a first admin who now only gives support',
      async (it: Desk) => {
        const first = await it.world.store.get('user', { userId: it.admin.userId });
        if (first) await it.world.store.commit([update('user', first, { staffRole: 'support' })]);
        return decide(it, { creditCents: cents(45_000), actorId: it.other.userId });
      },
    ],
  ] as const)('is no second approval with %s', async (_what, again) => {
    const it = await desk(20_000);
    await report(it, { state: 'paid_over', receivedAmount: '600.00' });
    await decide(it, { creditCents: cents(45_000) });
    expect((await again(it)).status).toBe('waiting_for_second');
    expect(await balance(it)).toBe(20_000);
  });

  it.each([
    ['reason', { reason: '  ' }],
    ['reason', { reason: 'x'.repeat(501) }],
    ['reason', { reason: '\u200b' }],
    ['reason', { reason: 'Agreed. \u202e.deergA' }],
    ['creditCents', { outcome: 'refuse', creditCents: cents(1) }],
    ['accept', { outcome: 'refuse', accept: ['address'] }],
    ['accept', { accept: ['reference'] }],
    ['accept', { accept: ['currency'] }],
  ] as const)('names the wrong field: %s', async (field, command) => {
    const it = await desk();
    const refusal = await refusalOf(decide(it, command));
    expect(refusal).toMatchObject({ code: 'ValidationFailed', fields: { [field]: expect.any(String) } });
  });

  it('takes a reason of 500 emoji, as the desk does', async () => {
    const it = await desk();
    await report(it, { state: 'paid_over', receivedAmount: '130.00' });
    expect(await decide(it, { outcome: 'refuse', reason: '🧾'.repeat(500) })).toMatchObject({ status: 'decided' });
  });

  it('cannot credit less than nothing', async () => {
    const it = await desk();
    await report(it, { state: 'paid', receivedAmount: '50.00' });
    expect(await refusalOf(decide(it, { creditCents: cents(-1) }))).toMatchObject({ code: 'Conflict' });
    expect((await found(it)).decision).toBeUndefined();
  });

  it('waits for a provider that does not answer', async () => {
    const it = await desk();
    it.world.payments.failures.push('lost');
    expect(await refusalOf(decide(it))).toMatchObject({ code: 'ProviderUnavailable' });
  });

  it.each(['creating', 'refused'] as const)(
    'can decide on a payment for another amount, also of a deposit that is %s since the reply with its invoice was lost',
    async (lifecycle) => {
      const it = await desk();
      const { world } = it;
      const depositId = await withoutInvoice(it);
      if (lifecycle === 'refused') await refuse(world.services, depositId);
      const urls = { callbackUrl: '', returnUrl: '', successUrl: '' };
      const order = { depositId, amountCents: cents(6_000), coin: 'USDT', network: 'TRON', ...urls } as const;
      await world.payments.requestPayment(order);
      const differs = { state: 'paid', receivedAmount: '60.00', invoiceAmount: '61.00' } as const;
      const other = { ...it, depositId };
      await report(other, differs);
      expect(await found(other)).toMatchObject({ reviewReason: 'the invoice is for another amount' });
      await decide(other, { accept: ['invoice_amount'], depositId });
      expect(await found(other)).toMatchObject({ lifecycle: 'open', state: 'paid', creditedCents: 6_000 });
      expect(await found(other)).toMatchObject({ waitsSinceMs: undefined });
      expectSoundBooks(world);
    },
  );

  it('cannot decide before there is an invoice, or on an unknown deposit', async () => {
    const it = await desk();
    const depositId = await withoutInvoice(it);
    expect(await refusalOf(decide(it, { depositId }))).toMatchObject({ code: 'Conflict' });
    const unknown = `dep_${'0'.repeat(26)}` as const;
    expect(await refusalOf(decide(it, { depositId: unknown }))).toMatchObject({ code: 'NotFound' });
  });
});
