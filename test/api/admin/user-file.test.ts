import { describe, expect, it } from 'vitest';
import { zero } from '#shared/money.ts';
import { fileTabs } from '#shared/contract/person-file.ts';
import { handler } from '#functions/api/admin/user-file.ts';
import { handler as load } from '#functions/api/cards/load.ts';
import { insert, update } from '#functions/ports/store.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { heldReferral } from '#test/support/held-referral.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { operationInReview } from '#test/support/operation-in-review.ts';
import { reported } from '#test/support/report-world.ts';
import { stageAppearances } from '#web/features/referrals/reward-words.ts';
import { samples } from '#test/support/sample-entities.ts';

endpointSuite('admin.user-file', {
  handler,
  good: async ({ user }) => ({ query: { user: user.userId, tab: 'cards' } }),
  refusals: { NotFound: async () => ({ query: { user: unknownIds.user, tab: 'cards' } }) },
});

const staged = async () => {
  const world = moneyWorld();
  const [user, support] = [
    await world.cardholder(100_000),
    await world.cardholder(0, { role: 'admin', staffRole: 'support' }),
  ];
  const card = await world.openCard(user);
  const read = async (tab: (typeof fileTabs)[number], more: object = {}, whom: User = user) =>
    callRoute('admin.user-file', handler, world.services, {
      as: support,
      query: { user: whom.userId, tab, ...more },
    });
  const lines = async (tab: (typeof fileTabs)[number], whom?: User) => (await read(tab, {}, whom)).reply;
  const put = async (amount: number) =>
    callRoute('cards.load', load, world.services, { as: user, params: { id: card.cardId }, body: { amount } });
  return { world, user, support, card, read, lines, put };
};

/** Puts something into each part of the file. */
async function fill({ world, user, card }: { world: MoneyWorld; user: User; card: { cardId: string } }) {
  await openDeposit(world, user);
  await reported(world, user);
  await world.store.commit([insert('reward', { ...samples.reward, referrerId: user.userId })]);
  return card;
}

describe('GET /admin/user-file', () => {
  it('shows the state of each card, the reason, and when the issuer was last asked', async () => {
    const { world, card, lines } = await staged();
    const askedAtMs = world.clock.now();
    const before = await world.card(card);
    await world.store.commit([
      update('card', before, { frozenReasons: ['owner', 'debt'], askedAtMs, actual: 'frozen' }),
    ]);
    expect(await lines('cards')).toEqual([
      expect.objectContaining({
        _id: card.cardId,
        title: `${card.name} •••• ${card.last4Digits}`,
        state: 'Frozen',
        facts: expect.arrayContaining([
          { label: 'Frozen for', text: 'the user’s wish, a debt of the account' },
          { label: 'The user reads', text: expect.stringMatching(/^Your account owes money/) },
          { label: 'Spent this month', amount: 0 },
          { label: 'Limit of a month', amount: 1_000_000 },
          { label: 'Limit of a purchase', amount: 500_000 },
          { label: 'Limit on the card', amount: 500_000 },
          { label: 'At the issuer', text: 'frozen' },
          { label: 'Last look at the issuer', at: new Date(askedAtMs).toISOString() },
        ]),
      }),
    ]);
  });

  it('lists every posting with the balance after it, a page at a time', async () => {
    const { world, user, read, put } = await staged();
    for (const amount of [1_000, 2_000, 3_000]) await put(amount);
    const wallet = await world.wallet(user);
    const found = [];
    let query: object = { limit: 4 };
    for (let pages = 0; pages < 20; pages += 1) {
      const { reply, headers } = await read('movements', query);
      found.push(...reply);
      const next = /cursor=([^&>]+)/.exec(String(headers['link']))?.[1];
      if (next === undefined) break;
      expect(reply).toHaveLength(4);
      query = { limit: 4, cursor: decodeURIComponent(next) };
    }
    expect(found.map(({ _id }) => Number(_id))).toEqual(
      Array.from({ length: wallet.sequence }, (_, place) => wallet.sequence - place),
    );
    const after = found.map(({ facts }) => facts.find(({ label }) => label === 'Balance after')?.amount ?? NaN);
    expect(after[0]).toBe(wallet.availableCents);
    // Each balance is the one before it plus its own change.
    for (const [place, { amount }] of found.slice(0, -1).entries()) {
      expect(after[place]).toBe((after[place + 1] ?? NaN) + (amount ?? NaN));
    }
  });

  it('shows the evidence at the issuer on an operation and how far its review is', async () => {
    const { world, user, lines } = await staged();
    const { operationId } = await operationInReview(world, user);
    const before = await world.store.get('operation', { operationId });
    if (!before) throw new Error('no operation');
    const [line] = await lines('operations');
    expect(line).toMatchObject({
      _id: operationId,
      facts: expect.arrayContaining([
        { label: 'In review since', at: new Date(before.reviewedAtMs ?? NaN).toISOString() },
        { label: 'Sent to the issuer', text: expect.stringMatching(/^(once|\d+ times), \d+ without an answer$/) },
        { label: 'Last sent', at: new Date(before.lastSubmitAtMs).toISOString() },
      ]),
    });
    await world.store.commit([update('operation', before, { attempt: 1, unresolvedAttempts: 1 })]);
    const sentOnce = (await world.store.get('operation', { operationId })) ?? before;
    expect((await lines('operations'))[0]?.facts).toContainEqual({
      label: 'Sent to the issuer',
      text: 'once, 1 without an answer',
    });
    const decision = { outcome: 'never', movedCents: zero, atMs: world.clock.now(), by: [user.userId] } as const;
    await world.store.commit([update('operation', sentOnce, { state: 'released', decision })]);
    const labels = (await lines('operations'))[0]?.facts.map(({ label }) => label);
    expect(labels).toContain('Decided at');
    expect(labels).not.toContain('In review since');
  });

  it('shows the transfer that paid a deposit', async () => {
    const { world, user, lines } = await staged();
    const deposit = await openDeposit(world, user);
    expect((await lines('deposits'))[0]?.facts.map(({ label }) => label)).not.toContain('Transaction id');
    await world.store.commit([update('deposit', deposit, { txid: 'f'.repeat(64) })]);
    expect((await lines('deposits'))[0]?.facts).toContainEqual({ label: 'Transaction id', text: 'f'.repeat(64) });
  });

  it('shows the outcome of a referral’s review and the signals behind it', async () => {
    const { world, user, lines } = await staged();
    await heldReferral(world, user, ['mailbox', 'ring']);
    expect((await lines('referrals'))[0]?.facts).toContainEqual({ label: 'Review', text: 'held (mailbox, ring)' });
  });

  it('names the stage of a reward as the page of referrals does', async () => {
    const { world, user, lines } = await staged();
    const { random } = world.services;
    const stages = ['pending', 'matured', 'cancelled'] as const;
    for (const stage of stages) {
      const [refereeId, rewardId] = [random.id('user'), random.id('reward')];
      const { userId: referrerId } = user;
      await world.store.commit([insert('reward', { ...samples.reward, referrerId, refereeId, rewardId, stage })]);
    }
    const named = (await lines('referrals')).map(({ state }) => state);
    expect(new Set(named)).toEqual(new Set(stages.map((stage) => stageAppearances[stage]?.label.toLowerCase())));
  });

  it('shows the referrer of the person, and the outcome of the referral', async () => {
    const { world, read, lines } = await staged();
    const referrer = await world.cardholder(0);
    const referral = { isEligible: false, reason: 'The same network.' };
    const brought = await world.cardholder(0, { referredBy: referrer.userId, referral });
    expect(await lines('referrals', brought)).toMatchObject([
      { _id: referrer.userId, state: 'does not count', facts: [{ label: 'Why', text: 'The same network.' }] },
    ]);
    const earned = { ...samples.reward, referrerId: brought.userId };
    const { random } = world.services;
    const referred = [random.id('user'), random.id('user')];
    await world.store.commit(
      referred.map((refereeId) => insert('reward', { ...earned, refereeId, rewardId: random.id('reward') })),
    );
    const pages = [await read('referrals', { limit: 1 }, brought), await read('referrals', {}, brought)];
    // It is the oldest of these lines, so it stands at their end and on no page before.
    expect(pages.map(({ reply }) => reply.filter(({ _id }) => _id === referrer.userId).length)).toEqual([0, 1]);
    const typed = await world.cardholder(0, { referredBy: 'somebody' });
    expect(await lines('referrals', typed)).toEqual([]);
  });

  it('separates deposits from operations, and names the oldest line searched when a page has no hit', async () => {
    const { world, user, read, lines, put } = await staged();
    const { depositId } = await openDeposit(world, user);
    world.clock.advance(1_000);
    await put(1_000);
    expect((await lines('deposits')).map(({ _id }) => _id)).toContain(depositId);
    expect((await lines('operations')).map(({ _id }) => _id)).not.toContain(depositId);
    expect(await lines('operations')).toMatchObject([
      { title: expect.stringMatching(/^Loaded/) },
      { title: expect.stringMatching(/^New card/) },
    ]);
    const { reply, headers } = await read('deposits', { limit: 1 });
    expect([reply, headers['search-reached'], headers['link']]).toEqual([
      [],
      expect.stringMatching(/^2\d{3}-/),
      expect.stringContaining('tab=deposits'),
    ]);
  });

  it.each(fileTabs)('holds nothing of another person, and no number, code or token, under %s', async (tab) => {
    const stage = await staged();
    const { world, lines } = stage;
    await fill(stage);
    await stage.put(1_000);
    const stranger = await world.cardholder(0);
    expect(await lines(tab, stranger)).toEqual([]);
    const text = JSON.stringify(await lines(tab));
    expect(text.length).toBeGreaterThan(tab === 'sessions' ? 1 : 10);
    for (const session of world.store.all('session')) {
      for (const [name, value] of Object.entries(session)) {
        if (/hash|token|key/i.test(name) && typeof value === 'string') expect(text).not.toContain(value);
      }
    }
    expect(text).not.toMatch(/\b\d{13,19}\b|cvv|passwordHash|secret/i);
  });
});
