import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment, PaymentState } from '#functions/ports/payment-gateway.ts';
import { isAllowed, meanings, transitions } from '#functions/domain/deposits/transitions.ts';
import { transactionStatuses } from '#shared/transaction-statuses.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';

const states = Object.keys(meanings) as PaymentState[];

/** Amount received in each state for an invoice of $50; a missing state has none. */
const received: Readonly<Partial<Record<PaymentState, string>>> = {
  confirming: '50.00',
  partly_paid: '20.00',
  paid: '50.00',
  paid_over: '60.00',
  paid_less: '20.00',
  locked: '50.00',
  refunding: '50.00',
  refunded: '50.00',
  refund_failed: '50.00',
};
const worthCents: Readonly<Partial<Record<PaymentState, number>>> = { paid: 5_000, paid_over: 6_000, paid_less: 2_000 };

type Story = { readonly world: ReferralWorld; deposit: Deposit };

/** Brings a new deposit to a state, by way of `paid` where the table allows it: credited money is what can go wrong. */
async function comeTo(state: PaymentState): Promise<Story> {
  const world = await referralWorld();
  const user = await world.cardholder(0);
  const opened = await world.deposit(user, { state: 'waiting', receivedAmount: undefined });
  const story = { world, deposit: opened };
  const way: PaymentState[] = isAllowed('paid', state) && state !== 'paid' ? ['paid', state] : [state];
  for (const next of way) await report(story, next);
  expect(story.deposit).toMatchObject({
    state,
    events: [{ status: 'pending' }, ...way.map(() => expect.anything())].slice(state === 'waiting' ? 1 : 0),
  });
  return story;
}

async function report(story: Story, state: PaymentState, changes: Partial<Payment> = {}): Promise<void> {
  story.deposit = await story.world.report(story.deposit, { state, receivedAmount: received[state], ...changes });
}

const walletOf = async ({ world, deposit }: Story): Promise<number> => {
  const wallet = await world.wallet(deposit as never);
  return wallet.availableCents - wallet.debtCents;
};

/** Returns the cents that must be credited and spendable after a believed change, by the table alone. */
function creditedAfter(before: Deposit, to: PaymentState): { readonly credited: number; readonly spendable: number } {
  switch (meanings[to].credit) {
    case 'worth':
      return { credited: worthCents[to] ?? 0, spendable: worthCents[to] ?? 0 };
    case 'nothing':
      return { credited: 0, spendable: 0 };
    case 'frozen':
      return { credited: before.creditedCents, spendable: 0 };
    case 'kept':
      return {
        credited: before.creditedCents,
        // Only a failed refund unfreezes the money; a state that denies the payment does not.
        spendable: to === 'refund_failed' ? before.creditedCents : before.creditedCents - before.frozenCents,
      };
  }
}

describe.each(states)('from %s', (from) => {
  it.each(states.filter((to) => isAllowed(from, to)))('to %s is believed', async (to) => {
    const story = await comeTo(from);
    const before = story.deposit;
    await report(story, to);
    const { credited, spendable } = creditedAfter(before, to);
    expect(story.deposit).toMatchObject({ state: to, creditedCents: credited, frozenCents: credited - spendable });
    expect(await walletOf(story)).toBe(spendable);
    const last = story.deposit.events.at(-1);
    expect(last).toMatchObject({ status: meanings[to].status, creditedCents: credited });
    const [line] = (await story.world.store.listActivity(story.deposit.userId, { limit: 1 })).items;
    // The credit of a payment that failed afterwards is on hold until our team has looked into it.
    const isReviewed = to === 'failed' && story.deposit.reviewReason !== undefined;
    expect(line).toMatchObject({ status: isReviewed ? 'locked' : meanings[to].status, paidCents: credited });
    expectSoundBooks(story.world);
  });

  it.each(states.filter((to) => !isAllowed(from, to)))('to %s changes nothing and calls a person', async (to) => {
    const story = await comeTo(from);
    const { state, creditedCents, frozenCents, events } = story.deposit;
    const balance = await walletOf(story);
    await report(story, to);
    expect(story.deposit).toMatchObject({ state, creditedCents, frozenCents, events });
    expect(story.deposit.reviewReason).toContain(`from ${from} to ${to}`);
    expect(await walletOf(story)).toBe(balance);
    expectSoundBooks(story.world);
  });
});

describe('the table', () => {
  it('has eleven of the thirteen statuses of the wire: the others are never a deposit’s', () => {
    const shown = new Set(Object.values(meanings).map(({ status }) => status));
    expect(transactionStatuses.filter((status) => !shown.has(status))).toEqual(['processing', 'completed']);
  });

  it('matches README.md', () => {
    const readme = readFileSync('functions/domain/deposits/README.md', 'utf8');
    const table = (name: string): string[][] =>
      (readme.split(`<!-- ${name} -->`)[1] ?? '')
        .split(`<!-- /${name} -->`)[0]!
        .trim()
        .split('\n')
        .map((line) =>
          line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        );
    expect(
      table('meanings')
        .slice(2)
        .map(([, state, status, credit]) => [state, status, credit]),
    ).toEqual(states.map((state) => [state, `\`${meanings[state].status}\``, meanings[state].credit]));
    const [head, , ...rows] = table('transitions');
    expect(head?.slice(1)).toEqual(states);
    expect(rows).toEqual(
      states.map((from) => [
        `**${from}**`,
        ...states.map((to) => (from === to ? '·' : transitions[from].includes(to) ? '●' : '')),
      ]),
    );
  });
});
