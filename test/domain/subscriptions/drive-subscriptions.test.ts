import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { insert, update } from '#functions/ports/store.ts';
import { mailNotifications } from '#functions/domain/notifications/mail-notifications.ts';
import { driveSubscriptions } from '#functions/domain/subscriptions/drive-subscriptions.ts';
import { muteSubscription } from '#functions/domain/subscriptions/read-subscriptions.ts';
import { notePurchases } from '#functions/domain/subscriptions/note-purchases.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { onceAfter } from '#test/support/once-after.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';

/* The world's clock begins at 2026-11-21. A card with $5 on it pays $15.49 on the 26th of each month. */

const dayMs = 24 * 60 * 60_000;

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  const before = await world.openCard(user);
  card = await paying(before, 'Netflix', 1_549);
  await charge();
});

/** Adds three monthly payments at a merchant to a card, and returns the card. */
async function paying(before: Card, merchantName: string, amountCents: number, at = 'T00:00:00Z'): Promise<Card> {
  const days = ['2026-08-26', '2026-09-26', '2026-10-26'];
  const lines = days.map((day, place) => ({
    ...samples.cardTransaction,
    cardId: before.cardId,
    number: before.transactionCount + place + 1,
    merchantName,
    amountCents: cents(amountCents),
    atMs: Date.parse(`${day}${at}`),
  }));
  await world.store.commit([
    ...lines.map((line) => insert('cardTransaction', line)),
    update('card', before, { transactionCount: before.transactionCount + 3 }),
  ]);
  return world.card(before);
}

const charge = (changes: Partial<Card> = {}): Promise<void> =>
  notePurchases(world.services, [
    {
      kind: 'card',
      before: { ...card, balanceCents: cents(600), transactionCount: 3 },
      after: { ...card, ...changes },
    },
  ]);
const drive = () => driveSubscriptions(world.services);
const item = async () => world.store.get('subscriptions', user);
const renewals = () => world.store.all('notification').filter(({ kind }) => kind === 'renewal');

describe('after a purchase', () => {
  it('a run finds the subscription, and the next is due three days before its payment', async () => {
    expect(await item()).toMatchObject({ found: [], dueAtMs: world.clock.now() });
    expect(await drive()).toEqual({ people: 1, failed: 0 });
    const nextAtMs = Date.parse('2026-11-26T00:00:00Z');
    expect(await item()).toMatchObject({
      found: [{ merchant: 'Netflix', cardId: card.cardId, expectedCents: 1_549, nextAtMs }],
      dueAtMs: nextAtMs - 3 * dayMs,
    });
    expect(await drive()).toEqual({ people: 0, failed: 0 });
    expect(renewals()).toEqual([]);
  });

  it('a repeated change, incoming money or a deleted card makes nobody due', async () => {
    await drive();
    const before = await item();
    await notePurchases(world.services, [
      { kind: 'card', before: card, after: { ...card, balanceCents: cents(900), transactionCount: 5 } },
      { kind: 'card', before: card, after: { ...card, balanceCents: cents(100) } },
    ]);
    expect(await item()).toEqual(before);
    await charge({ lifecycle: 'deleted' });
    expect(await item()).toEqual(before);
    await charge();
    const woken = await item();
    await charge();
    expect({ ...(await item()), version: 0 }).toEqual({ ...woken, version: 0 });
  });

  it('of more people than one read lists, a run looks for the subscriptions of all', async () => {
    await drive();
    for (let place = 0; place < 250; place += 1) {
      const due = {
        ...samples.subscriptions,
        userId: idAt('usr', 1_000_000 + place),
        found: [],
        dueAtMs: world.clock.now(),
        version: 1,
      };
      await world.store.commit([insert('subscriptions', due)]);
    }
    expect(await drive()).toEqual({ people: 250, failed: 0 });
    expect(await drive()).toEqual({ people: 0, failed: 0 });
  });

  it('that comes while the lines are read leaves the person due', async () => {
    await drive();
    await charge();
    const store = onceAfter(world.store, 'listCardTransactions', async () => {
      card = await paying(await world.card(card), 'Cloud Disk', 299);
      await charge();
    });
    await driveSubscriptions({ ...world.services, store });
    await drive();
    expect((await item())?.found.map(({ merchant }) => merchant).toSorted()).toEqual(['Cloud Disk', 'Netflix']);
  });

  it('reads the newest lines as they are, and older ones as they may have been seconds ago', async () => {
    const spy = vi.spyOn(world.services.store, 'listCardTransactions');
    const own = await world.card(card);
    await world.store.commit([update('card', own, { transactionCount: 90 })]);
    await drive();
    expect(spy.mock.calls.map(([, { to, mayLag }]) => [to, mayLag])).toEqual([
      [90, false],
      [50, true],
      [10, true],
    ]);
  });
});

describe('a card that is used for years', () => {
  /** Adds past payments to the card, each with its age in days, the oldest first. */
  const pay = async (payments: readonly (readonly [daysAgo: number, merchantName: string])[]): Promise<void> => {
    const own = await world.card(card);
    const lines = payments.map(([daysAgo, merchantName], place) => ({
      ...samples.cardTransaction,
      cardId: own.cardId,
      number: own.transactionCount + place + 1,
      merchantName,
      amountCents: cents(5_000),
      atMs: world.clock.now() - daysAgo * dayMs,
    }));
    for (let from = 0; from < lines.length; from += 90)
      await world.store.commit(lines.slice(from, from + 90).map((line) => insert('cardTransaction', line)));
    card = { ...own, transactionCount: own.transactionCount + lines.length };
    await world.store.commit([update('card', own, { transactionCount: card.transactionCount })]);
  };
  /** Number of lines that a run reads after a purchase. */
  const linesOfOne = async (): Promise<number> => {
    await charge({ transactionCount: card.transactionCount });
    let lines = 0;
    const list = world.store.listCardTransactions.bind(world.store);
    const listCardTransactions: typeof list = async (cardId, range) => {
      const found = await list(cardId, range);
      lines += found.length;
      return found;
    };
    const store = { ...world.store, listCardTransactions };
    expect(await driveSubscriptions({ ...world.services, store })).toEqual({ people: 1, failed: 0 });
    return lines;
  };

  it('is read back for some months, and as a whole once in four weeks', async () => {
    const shops = Array.from({ length: 200 }, (_, place) => [600 - place * 3, `Shop ${place}`] as const);
    await pay([
      ...shops.filter(([daysAgo]) => daysAgo > 364),
      [364, 'Domains'],
      ...shops.filter(([daysAgo]) => daysAgo < 364),
    ]);
    await pay([[1, 'Domains']]);
    expect(await linesOfOne()).toBeGreaterThan(200);
    const yearly = expect.objectContaining({ merchant: 'Domains', cadenceDays: 365 });
    expect((await item())?.found).toContainEqual(yearly);
    await pay(Array.from({ length: 60 }, (_, place) => [0.9 - place / 100, `Stall ${place}`] as const));
    world.clock.advance(27 * dayMs);
    expect(await linesOfOne()).toBeLessThan(130);
    expect((await item())?.found).toContainEqual(yearly);
    world.clock.advance(dayMs);
    expect(await linesOfOne()).toBeGreaterThan(250);
    // While the yearly payment is awaited, and after that, all lines are read.
    world.clock.advance(330 * dayMs);
    expect(await linesOfOne()).toBeGreaterThan(250);
    expect(await linesOfOne()).toBeGreaterThan(250);
    world.clock.advance(40 * dayMs);
    await linesOfOne();
    expect((await item())?.found).not.toContainEqual(yearly);
  });
});

describe('a payment ahead', () => {
  it('is announced three days and one day before, once each, and mailed', async () => {
    await drive();
    world.clock.advance(2 * dayMs);
    await drive();
    await charge();
    await drive();
    expect(renewals()).toMatchObject([
      {
        title: 'Netflix on Nov 26: $15.49',
        body: 'Everyday •••• 4444 has $5.00: load $10.49 before it’s charged.',
        link: `/cards/${card.cardId}`,
      },
    ]);
    world.clock.advance(60_000);
    await mailNotifications(world.services);
    expect(world.mails.filter(({ subject }) => subject.includes('Netflix on Nov 26'))).toHaveLength(1);
    world.clock.advance(2 * dayMs);
    await drive();
    await drive();
    expect(renewals().map(({ title }) => title)).toEqual(['Netflix on Nov 26: $15.49', 'Netflix on Nov 26: $15.49']);
    world.clock.advance(dayMs);
    await charge();
    await drive();
    expect(renewals()).toHaveLength(2);
  });

  it('names every payment of the day and of each card in one mail', async () => {
    card = await paying(card, 'Spotify', 999, 'T06:00:00Z');
    const other = await paying(await world.openCard(user), 'Gym', 600);
    world.clock.advance(2 * dayMs);
    await drive();
    expect(renewals().map(({ title, link }) => [title, link])).toEqual(
      expect.arrayContaining([
        ['2 payments on Nov 26: $25.48', `/cards/${card.cardId}`],
        ['Gym on Nov 26: $6.00', `/cards/${other.cardId}`],
      ]),
    );
    world.clock.advance(60_000);
    await mailNotifications(world.services);
    const mails = world.mails.filter(({ subject }) => subject.startsWith('Payments ahead'));
    expect(mails).toHaveLength(1);
    for (const part of [mails[0]?.text, mails[0]?.html]) {
      expect(part).toContain('Netflix $15.49, Spotify $9.99. Everyday •••• 4444 has $5.00: load $20.48 before they’re');
      expect(part).toContain('has $5.00: load $1.00 before it’s charged.');
    }
    world.clock.advance(8 * 60 * 60_000);
    await charge();
    await drive();
    expect(renewals()).toHaveLength(2);
  });

  it.each<readonly [changes: Partial<Card>, body: string]>([
    [{ balanceCents: cents(1_549) }, 'Everyday •••• 4444 has enough for it: $15.49.'],
    [
      { frozenReasons: ['owner', 'debt'] },
      'Everyday •••• 4444 is frozen, so it will be declined. Pay what you owe from this card, or add funds.',
    ],
    [{ frozenReasons: ['lock'] }, 'Everyday •••• 4444 is frozen, so it will be declined. Unlock your account first.'],
    [
      { blockedReason: 'The card issuer blocked this card.', balanceCents: cents(9_000) },
      'Everyday •••• 4444 is blocked, so it will be declined. Use another card.',
    ],
  ])('says what holds for the card, and what its owner can do: %j', async (changes, body) => {
    await world.store.commit([update('card', card, changes)]);
    world.clock.advance(2 * dayMs);
    await drive();
    expect(renewals()[0]?.body).toBe(body);
  });

  it('says that there is enough, or that the card is frozen', async () => {
    await world.store.commit([update('card', card, { pendingInCents: cents(1_049) })]);
    world.clock.advance(2 * dayMs);
    await drive();
    expect(renewals()[0]?.body).toBe('Everyday •••• 4444 has $5.00, and $10.49 is on its way to it. That’s enough.');
    await world.store.commit([update('card', await world.card(card), { frozenReasons: ['owner'] })]);
    world.clock.advance(2 * dayMs);
    await drive();
    expect(renewals()[1]?.body).toBe(
      'Everyday •••• 4444 is frozen, so it will be declined. Unfreeze it, or use another card.',
    );
  });

  it('is announced once, however many runs there are at once, and after one that died', async () => {
    world.clock.advance(2 * dayMs);
    const commit = world.store.commit.bind(world.store);
    world.store.commit = async () => {
      throw new Error('the process dies');
    };
    expect(await drive()).toEqual({ people: 0, failed: 1 });
    expect(renewals()).toEqual([]);
    world.store.commit = commit;
    await Promise.all([drive(), drive(), drive()]);
    expect(renewals()).toHaveLength(1);
  });

  it('is not announced again when the item was lost', async () => {
    world.clock.advance(2 * dayMs);
    await drive();
    const before = await item();
    if (before) await world.store.commit([update('subscriptions', before, { found: [], dueAtMs: world.clock.now() })]);
    expect(await drive()).toEqual({ people: 1, failed: 0 });
    expect(renewals()).toHaveLength(1);
    expect((await item())?.dueAtMs).toBeGreaterThan(world.clock.now());
  });

  it('is not announced after its day', async () => {
    world.clock.advance(6 * dayMs);
    await drive();
    expect((await item())?.found).toHaveLength(1);
    expect(renewals()).toEqual([]);
  });

  it('is silent while muted, and says nothing late afterwards', async () => {
    await drive();
    const before = await item();
    const found = before?.found.map((each) => ({ ...each, mutedUntilMs: world.clock.now() + 3 * dayMs })) ?? [];
    if (before) await world.store.commit([update('subscriptions', before, { found })]);
    world.clock.advance(2 * dayMs);
    await drive();
    expect(renewals()).toEqual([]);
    const muted = await item();
    const heard = muted?.found.map((each) => ({ ...each, mutedUntilMs: undefined })) ?? [];
    if (muted) await world.store.commit([update('subscriptions', muted, { found: heard })]);
    world.clock.advance(dayMs);
    await charge();
    await drive();
    expect(renewals()).toEqual([]);
    world.clock.advance(dayMs);
    await drive();
    expect(renewals().map(({ title }) => title)).toEqual(['Netflix on Nov 26: $15.49']);
  });

  it('stays muted when the issuer writes its merchant in other letters', async () => {
    await drive();
    const mutedUntilMs = world.clock.now() + 365 * dayMs;
    const order = { cardId: card.cardId, merchant: 'Netflix', mutedUntilMs };
    await muteSubscription(world.services, user.userId, order);
    world.clock.advance(6 * dayMs);
    card = await world.card(card);
    const { cardId, transactionCount } = card;
    const number = transactionCount + 1;
    const line = { ...samples.cardTransaction, cardId, number, merchantName: 'NETFLIX' };
    await world.store.commit([
      insert('cardTransaction', { ...line, amountCents: cents(1_549), atMs: Date.parse('2026-11-26T00:00:00Z') }),
      update('card', card, { transactionCount: number }),
    ]);
    await charge({ transactionCount: number });
    await drive();
    expect(await item()).toMatchObject({ found: [{ merchant: 'NETFLIX', mutedUntilMs }] });
    // The page may be open since before.
    await muteSubscription(world.services, user.userId, { ...order, mutedUntilMs: undefined });
    expect((await item())?.found).toMatchObject([{ mutedUntilMs: undefined }]);
  });

  it('is dropped with its card', async () => {
    await drive();
    await world.store.commit([update('card', card, { lifecycle: 'deleted' })]);
    world.clock.advance(2 * dayMs);
    await drive();
    expect(await item()).toMatchObject({ found: [], dueAtMs: undefined });
    expect(renewals()).toEqual([]);
  });
});
