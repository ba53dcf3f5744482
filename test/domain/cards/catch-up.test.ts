import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { CardIssuer, IssuerCard, IssuerEvent } from '#functions/ports/card-issuer.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { StoreUnavailable, update } from '#functions/ports/store.ts';
import { ProviderSilent } from '#functions/domain/provider-silent.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { catchUpCards } from '#functions/domain/cards/catch-up-cards.ts';
import { freezeAfterDeclines } from '#functions/domain/cards/freeze-after-declines.ts';
import { refreshCardOnView } from '#functions/domain/cards/refresh-card-on-view.ts';
import { recordDecline } from '#functions/domain/cards/record-decline.ts';
import { refreshCard } from '#functions/domain/cards/refresh-card.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { describeCard } from '#functions/domain/cards/describe-card.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
});
afterEach(() => expectSoundBooks(world));

const issuerCardId = (): string => card.issuerCardId ?? '';
const now = (): Promise<Card> => world.card(card);

/** Changes the card as the issuer has it. */
function atIssuer(changes: Partial<IssuerCard>): void {
  const seen = world.issuer.cards.get(issuerCardId());
  if (!seen) throw new Error('no such card');
  world.issuer.cards.set(issuerCardId(), { ...seen, ...changes });
}

async function runAfter(ms: number): Promise<number> {
  world.clock.advance(ms);
  return (await catchUpCards(world.services)).cards;
}

async function load(amountCents = 1_000): Promise<void> {
  const operationId = await requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(amountCents),
    includesFee: false,
    claim: undefined,
  });
  await driveOperation(world.services, operationId, { untilMs: world.clock.now() + 5_000 });
}

const look = async (): Promise<Card> => refreshCardOnView(world.services, await now());

describe('a reversal whose webhook overtakes that of its purchase', () => {
  const shown = async () => ({
    lines: world.store
      .all('cardTransaction')
      .toSorted((a, b) => a.number - b.number)
      .slice(1)
      .map(({ kind, status }) => `${kind} ${status}`),
    card: await now(),
  });
  const asHappened = {
    lines: ['purchase reversed', 'reversal settled'],
    card: { balanceCents: 500, spentThisMonthCents: 0 },
  };

  /** The services, with an issuer that gives this answer about the purchase. */
  const whileAnswering = (answer: Awaited<ReturnType<CardIssuer['readTransaction']>>): typeof world.services => {
    const { issuer } = world.services;
    const readTransaction: CardIssuer['readTransaction'] = async (query) =>
      query.reference === 'P-1' ? answer : issuer.readTransaction(query);
    return { ...world.services, issuer: { ...issuer, readTransaction } };
  };

  it('is posted after the purchase, which is shown as reversed and counts for no limit', async () => {
    world.issuer.reverse(world.issuer.charge(issuerCardId(), 120, 'P-1'));
    await catchUpCard(world.services, card, 'P-1_REVERSAL');
    expect(await shown()).toMatchObject(asHappened);
    await catchUpCard(world.services, card, 'P-1');
    expect(await shown()).toMatchObject(asHappened);
  });

  it('asks for no purchase that is posted already', async () => {
    const purchase = world.issuer.charge(issuerCardId(), 120, 'P-1');
    await catchUpCard(world.services, card, 'P-1');
    world.issuer.reverse(purchase);
    const asked = world.issuer.calls['readTransaction'] ?? 0;
    await catchUpCard(world.services, card, 'P-1_REVERSAL');
    expect(world.issuer.calls['readTransaction']).toBe(asked + 1);
    expect(await shown()).toMatchObject(asHappened);
  });

  it('has another turn while the issuer does not answer about the purchase', async () => {
    world.issuer.reverse(world.issuer.charge(issuerCardId(), 120, 'P-1'));
    const needs = whileAnswering({ outcome: 'unknown', detail: 'lost' });
    await expect(catchUpCard(needs, card, 'P-1_REVERSAL')).rejects.toThrow(ProviderSilent);
    expect((await now()).balanceCents).toBe(500);
    await catchUpCard(world.services, card, 'P-1_REVERSAL');
    expect(await shown()).toMatchObject(asHappened);
  });

  it('is posted alone when the issuer does not know the purchase', async () => {
    world.issuer.reverse(world.issuer.charge(issuerCardId(), 120, 'P-1'));
    await catchUpCard(whileAnswering({ outcome: 'success', value: undefined }), card, 'P-1_REVERSAL');
    expect((await now()).balanceCents).toBe(620);
  });
});

describe('a purchase whose webhook was lost', () => {
  it('appears within minutes on a card in use', async () => {
    world.issuer.charge(issuerCardId(), 120, 'P-1');
    expect(await runAfter(2 * minute)).toBe(0);
    expect(await runAfter(minute)).toBe(1);
    expect(await now()).toMatchObject({ balanceCents: 380, transactionCount: 2 });
  });

  it('appears at once when the card is viewed; views ask the issuer once in thirty seconds', async () => {
    world.issuer.charge(issuerCardId(), 120, 'P-1');
    await Promise.all([look(), look()]);
    expect((await now()).balanceCents).toBe(380);
    world.issuer.charge(issuerCardId(), 80, 'P-2');
    world.clock.advance(29_000);
    await look();
    expect((await now()).balanceCents).toBe(380);
    world.clock.advance(1_000);
    await look();
    expect((await now()).balanceCents).toBe(300);
    expect(world.issuer.calls['listTransactions']).toBe(2);
  });

  it('is numbered as it happened, though the issuer lists the newest first', async () => {
    for (const name of ['P-1', 'P-2', 'P-3']) world.issuer.charge(issuerCardId(), 10, name);
    await runAfter(3 * minute);
    const lines = world.store.all('cardTransaction').toSorted((a, b) => a.number - b.number);
    expect(lines.slice(1).map(({ reference }) => reference)).toEqual(['P-1', 'P-2', 'P-3']);
  });

  it('appears with all others that were lost: 190 on ten pages', async () => {
    for (let count = 1; count <= 190; count += 1) world.issuer.charge(issuerCardId(), 1, `P-${count}`);
    await runAfter(3 * minute);
    expect(await now()).toMatchObject({ balanceCents: 310, transactionCount: 191 });
  });

  it('appears at the next turn where one turn reads no further than ten pages, and the log says so', async () => {
    for (let count = 1; count <= 450; count += 1) world.issuer.charge(issuerCardId(), 1, `P-${count}`);
    const pagesPerTurn: number[] = [];
    const readTurn = async (): Promise<number> => {
      const before = world.issuer.calls['listTransactions'] ?? 0;
      await runAfter(3 * minute);
      pagesPerTurn.push((world.issuer.calls['listTransactions'] ?? 0) - before);
      return (await now()).balanceCents;
    };
    const cut = (): number => world.logs.filter(({ message }) => message === 'card history not read to its end').length;
    expect([await readTurn(), cut()]).toEqual([300, 1]);
    // Page 1 is known by now: the next turn goes on behind what the last one read.
    for (let count = 451; count <= 455; count += 1) world.issuer.charge(issuerCardId(), 1, `P-${count}`);
    expect([await readTurn(), cut()]).toEqual([140, 2]);
    expect([await readTurn(), cut()]).toEqual([45, 2]);
    expect(pagesPerTurn).toEqual([10, 10, 6]);
    world.clock.advance(day);
    await readTurn();
    expect(pagesPerTurn.at(-1)).toBe(1);
    expect(world.store.all('card').map(({ unreadFromPage }) => unreadFromPage)).toEqual([undefined]);
  });

  it('appears at the next turn where the issuer did not answer about a later page', async () => {
    for (let count = 1; count <= 45; count += 1) world.issuer.charge(issuerCardId(), 1, `P-${count}`);
    const list = world.issuer.listTransactions.bind(world.issuer);
    world.issuer.listTransactions = (asked) => {
      if (asked.page > 1) world.issuer.misbehave('listTransactions', { does: 'lost' });
      return list(asked);
    };
    world.clock.advance(3 * minute);
    expect(await catchUpCards(world.services)).toMatchObject({ failed: 1 });
    expect((await now()).balanceCents).toBe(480);
    world.issuer.listTransactions = list;
    await runAfter(3 * minute);
    expect((await now()).balanceCents).toBe(455);
  });

  it('appears at the next turn where another turn has left earlier pages meanwhile', async () => {
    for (let count = 1; count <= 85; count += 1) world.issuer.charge(issuerCardId(), 1, `P-${count}`);
    const { issuer } = world.services;
    const turn = async (isLost: (page: number) => boolean, leaves: number): Promise<void> => {
      const listTransactions: typeof issuer.listTransactions = async (asked) => {
        if (!isLost(asked.page)) return issuer.listTransactions(asked);
        await world.store.commit([update('card', await now(), { unreadFromPage: leaves })]);
        return { outcome: 'unknown', detail: 'timeout' };
      };
      world.clock.advance(3 * minute);
      await catchUpCards({ ...world.services, issuer: { ...issuer, listTransactions } });
    };
    await turn((page) => page === 2, 3);
    // Page 1 is known, so this turn goes on at page 3; while it asks for page 4 another one leaves page 2.
    await turn((page) => page === 4, 2);
    expect(await now()).toMatchObject({ balanceCents: 460, unreadFromPage: 2 });
    await runAfter(3 * minute);
    expect(await now()).toMatchObject({ balanceCents: 415, unreadFromPage: undefined });
  });

  it('appears at the next turn where the process died between two pages', async () => {
    for (let count = 1; count <= 45; count += 1) world.issuer.charge(issuerCardId(), 1, `P-${count}`);
    const { services } = world;
    let isDead = false;
    const store: typeof services.store = {
      ...services.store,
      commit: (writes) => (isDead ? Promise.reject(new Error('dead')) : services.store.commit(writes)),
    };
    const issuer: typeof services.issuer = {
      ...services.issuer,
      listTransactions: (asked) => {
        isDead ||= asked.page > 1;
        return services.issuer.listTransactions(asked);
      },
    };
    world.clock.advance(3 * minute);
    await catchUpCards({ ...services, store, issuer }).catch(() => undefined);
    expect((await now()).balanceCents).toBe(480);
    await runAfter(3 * minute);
    expect(await now()).toMatchObject({ balanceCents: 455, unreadFromPage: undefined });
  });

  it('is known by every reference that the list ever had for it', async () => {
    world.issuer.charge(issuerCardId(), 120, 'P-1');
    await runAfter(3 * minute);
    const [line] = world.issuer.transactions;
    if (line) world.issuer.transactions[0] = { ...line, references: ['P-1', 'P-1-LATER'] };
    await runAfter(3 * minute);
    if (line) world.issuer.transactions[0] = { ...line, reference: 'P-1-LATER' };
    await runAfter(6 * minute);
    expect(await now()).toMatchObject({ balanceCents: 380, transactionCount: 2 });
  });

  it('does not keep the card from being shown when the issuer does not answer', async () => {
    world.issuer.misbehave('listTransactions', { does: 'lost' });
    await look();
    world.clock.advance(30_000);
    world.issuer.misbehave('listTransactions', { does: 'busy', retryAfterMs: 3_000 });
    const startedAtMs = world.clock.now();
    await look();
    expect(world.clock.now()).toBe(startedAtMs);
  });

  it.each([
    ['a purchase', 474],
    ['a refund', 476],
  ] as const)('is found behind a page of known ones, by the idle card’s balance: %s', async (what, endCents) => {
    const { issuer } = world;
    if (what === 'a refund') issuer.refund(issuerCardId(), 1, 'LOST');
    else issuer.charge(issuerCardId(), 1, 'LOST');
    for (let count = 0; count < 25; count += 1) {
      world.issuer.charge(issuerCardId(), 1, `P-${count}`);
    }
    const lost = world.issuer.transactions.splice(25, 1);
    await runAfter(3 * minute);
    expect((await now()).balanceCents).toBe(475);
    world.issuer.transactions.push(...lost);
    await runAfter(3 * minute);
    expect((await now()).balanceCents).toBe(475);
    await runAfter(hour);
    expect((await now()).balanceCents).toBe(endCents);
  });

  it('may be a refund on a deleted card, for 120 days', async () => {
    atIssuer({ bookBalanceCents: cents(500) });
    world.issuer.deleteCard(issuerCardId());
    await refreshCard(world.services, card, { claim: 'deleted', reason: '' });
    world.issuer.refund(issuerCardId(), 700, 'R-1');
    await runAfter(100 * day);
    expect((await world.wallet(user)).availableCents).toBe(18_000 + 500 + 700);
    for (let days = 0; days < 150; days += 1) await runAfter(day);
    expect((await now()).catchUpAtMs).toBeUndefined();
  });
});

describe('how often a card is read', () => {
  it('falls to a quarter each time, from three minutes to once a day, and rises when something happens', async () => {
    const waits: number[] = [];
    const next = async (): Promise<void> => {
      const { catchUpAtMs = 0 } = await now();
      waits.push(Math.round((catchUpAtMs - world.clock.now()) / minute));
      await runAfter(catchUpAtMs - world.clock.now());
    };
    for (let times = 0; times < 12; times += 1) await next();
    expect(waits).toEqual([3, 9, 36, 144, 576, 1440, 1440, 1440, 1440, 1440, 1440, 1440]);
    await load();
    await next();
    expect(waits.at(-1)).toBe(3);
  });

  it('is put off when the issuer does not answer, so that other cards have their turn', async () => {
    world.issuer.misbehave('listTransactions', { does: 'lost' });
    world.clock.advance(3 * minute);
    expect(await catchUpCards(world.services)).toEqual({ cards: 0, failed: 1, left: 0 });
    expect(await runAfter(4 * minute)).toBe(0);
    expect(await runAfter(minute)).toBe(1);
  });
});

describe("the issuer's own changes of a card", () => {
  const refresh = (claim: Extract<IssuerEvent, { type: 'card' }>['claim'], reason = ''): Promise<unknown> =>
    refreshCard(world.services, card, { claim, reason });

  it('a card that the issuer deleted returns its balance, frees its place and shows the reason', async () => {
    world.issuer.charge(issuerCardId(), 120, 'P-1');
    world.issuer.deleteCard(issuerCardId());
    await Promise.all([refresh('deleted', 'Too many declines'), refresh('deleted', 'Too many declines')]);
    await refresh('deleted');
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_380, cardCount: 0 });
    const described = describeCard(await now(), world.clock.now(), {});
    expect(described).toMatchObject({ status: 'deleted', balance: 0 });
    expect(described.statusReason).toBe(
      'The card issuer closed this card (Too many declines). What was left on it went to your balance.',
    );
    expect(world.store.all('movement').filter(({ kind }) => kind === 'card_closing')).toMatchObject([
      { direction: 'credit', paidCents: 380, status: 'completed' },
    ]);
  });

  it.each([
    [5_000, 'The card issuer closed this card (Negative balance). What it owed was charged to your balance.'],
    [500, 'The card issuer closed this card (Negative balance).'],
  ])('a deleted card shows whether it owed money after %i cents were spent', async (spent, words) => {
    world.issuer.charge(issuerCardId(), spent, 'P-1');
    world.issuer.deleteCard(issuerCardId());
    await refresh('deleted', 'Negative balance');
    expect(describeCard(await now(), world.clock.now(), {}).statusReason).toBe(words);
  });

  it('a card that the issuer deleted has nothing due, even if a freeze was due', async () => {
    await world.store.commit([update('card', await now(), { frozenReasons: ['owner'], dueAtMs: world.clock.now() })]);
    world.issuer.deleteCard(issuerCardId());
    await refresh('deleted');
    expect(await now()).toMatchObject({ lifecycle: 'deleted', dueAtMs: undefined, uncertainUntilMs: 0 });
  });

  it('a card that the issuer deleted is closed in one write, or not at all', async () => {
    const commits: string[][] = [];
    world.store.beforeCommit = (writes) => void commits.push(writes.map(({ kind }) => kind).toSorted());
    world.issuer.deleteCard(issuerCardId());
    await refresh('deleted');
    expect(commits).toEqual([['card', 'cardTransaction', 'entry', 'entry', 'journal', 'movement', 'wallet']]);
    const other = await world.openCard(user);
    world.issuer.deleteCard(other.issuerCardId ?? '');
    world.store.beforeCommit = () => {
      throw new StoreUnavailable('down');
    };
    await expect(refreshCard(world.services, other, undefined)).rejects.toThrow(StoreUnavailable);
    world.store.beforeCommit = undefined;
  });

  it('a report fails, to be retried, when the owner froze the card while it was read', async () => {
    const read = world.issuer.readCard.bind(world.issuer);
    world.issuer.readCard = async (id) => {
      world.issuer.readCard = read;
      const answer = await read(id);
      await setDesiredState(world.services, { ...card, desired: 'frozen' });
      return answer;
    };
    await expect(refresh('frozen')).rejects.toThrow('changed while it was read');
  });

  it('a state that was read during a freeze that has ended meanwhile is not believed', async () => {
    const key = { userId: user.userId, cardId: card.cardId };
    await setDesiredState(world.services, { ...key, desired: 'frozen' });
    await setDesiredState(world.services, { ...key, desired: 'active' });
    const read = world.issuer.readCard.bind(world.issuer);
    world.issuer.readCard = async (id) => {
      world.issuer.readCard = read;
      await setDesiredState(world.services, { ...key, desired: 'frozen' });
      const answer = structuredClone(await read(id));
      await setDesiredState(world.services, { ...key, desired: 'active' });
      return answer;
    };
    await expect(refresh('deletion_announced')).rejects.toThrow('changed while it was read');
    expect(await now()).toMatchObject({ frozenReasons: [], actual: 'active' });
    await refresh('deletion_announced');
    expect(await now()).toMatchObject({ frozenReasons: [], actual: 'active' });
  });

  it('a frozen state seen while our unfreeze may still arrive is not taken for a freeze by the issuer', async () => {
    await setDesiredState(world.services, { ...card, desired: 'frozen' });
    world.issuer.misbehave('unfreeze', { does: 'lost' });
    await setDesiredState(world.services, { ...card, desired: 'active' });
    await refresh('frozen');
    expect(await now()).toMatchObject({ frozenReasons: [], freezeReason: undefined });
  });

  it('a claim of a deletion that the issuer does not confirm changes nothing', async () => {
    await refresh('deleted');
    expect(await now()).toMatchObject({ lifecycle: 'open', balanceCents: 500, actual: 'active' });
  });

  it('a card that owes when it is deleted is paid from the balance', async () => {
    world.issuer.charge(issuerCardId(), 900, 'FORCED');
    world.issuer.deleteCard(issuerCardId());
    await refresh('deleted');
    expect(await world.wallet(user)).toMatchObject({ availableCents: 17_600, debtCents: 0, cardCount: 0 });
  });

  it('a load under way when the issuer deletes the card ends in the balance, less its fee', async () => {
    world.issuer.transfersEnd = 'pending';
    await load(1_000);
    world.issuer.deleteCard(issuerCardId());
    await refresh('deleted');
    const [transfer] = world.issuer.transfers.values();
    if (transfer) transfer.state = 'successful';
    world.clock.advance(minute);
    await sweepOperations(world.services);
    // The fee of $1.30 is kept: the issuer did load the card.
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_000 + 500 - 130, heldCents: 0 });
    expect(await now()).toMatchObject({ balanceCents: 0, pendingInCents: 0 });
  });

  it('a card that the issuer deleted is noticed without a webhook, within a day', async () => {
    world.issuer.deleteCard(issuerCardId());
    await runAfter(day);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_500, cardCount: 0 });
  });

  it('a card that the issuer froze for idleness shows so, and its owner may unfreeze it', async () => {
    atIssuer({ isActive: false });
    await refresh('frozen', 'No transaction in the last 30 days');
    const described = describeCard(await now(), world.clock.now(), {});
    expect(described.status).toBe('freezed');
    expect(described.statusReason).toContain('because it was not used');
    const unfrozen = await setDesiredState(world.services, {
      userId: user.userId,
      cardId: card.cardId,
      desired: 'active',
    });
    expect(describeCard(unfrozen, world.clock.now(), {})).toMatchObject({ status: 'active', statusReason: null });
  });

  it('a card that its owner froze stays frozen by its owner when the issuer reports a freeze', async () => {
    const frozen = await setDesiredState(world.services, {
      userId: user.userId,
      cardId: card.cardId,
      desired: 'frozen',
    });
    await refresh('frozen');
    expect(describeCard(frozen, world.clock.now(), {}).statusReason).toContain('You froze this card');
    expect(await now()).toMatchObject({ frozenReasons: ['owner'], freezeReason: undefined });
  });

  it('a card that could not pay its monthly $1 takes a load, which makes it active again', async () => {
    const fee = world.issuer.charge(issuerCardId(), 500, 'FEE-1');
    world.issuer.transactions.splice(0, 1, { ...fee, description: 'Card maintenance fee', isFee: true });
    atIssuer({ isActive: false });
    await refresh('blocked', 'The card could not pay its maintenance fee');
    await runAfter(3 * minute);
    const stopped = await now();
    expect(describeCard(stopped, world.clock.now(), {})).toMatchObject({
      status: 'active',
      balance: 0,
      statusReason: expect.stringContaining('couldn’t pay its monthly $1'),
      limits: { spentThisMonth: 0 },
    });
    const lines = world.store.all('cardTransaction');
    expect(lines.at(-1)).toMatchObject({ kind: 'fee', amountCents: 500 });
    await load(1_000);
    expect(world.issuer.cards.get(issuerCardId())?.isActive).toBe(true);
    expect(describeCard(await now(), world.clock.now(), {})).toMatchObject({ status: 'active', statusReason: null });
  });

  it.each(['its block is reported', 'its block is not reported'])(
    'a frozen card that could not pay its monthly fee takes a load once it is unfrozen: %s',
    async (how) => {
      const key = { userId: user.userId, cardId: card.cardId };
      await setDesiredState(world.services, { ...key, desired: 'frozen' });
      world.issuer.charge(issuerCardId(), 500, 'P-1');
      if (how === 'its block is reported') await refresh('blocked');
      await runAfter(3 * minute);
      expect(describeCard(await now(), world.clock.now(), {})).toMatchObject({ status: 'freezed', balance: 0 });
      if (how === 'its block is not reported')
        world.issuer.misbehave('unfreeze', { does: 'declined', reason: 'rejected' });
      const unfrozen = await setDesiredState(world.services, { ...key, desired: 'active' });
      expect(describeCard(unfrozen, world.clock.now(), {})).toMatchObject({
        status: 'active',
        statusReason: expect.stringContaining('couldn’t pay its monthly $1'),
      });
      await load(1_000);
      expect(world.issuer.cards.get(issuerCardId())?.isActive).toBe(true);
    },
  );

  it('a card that could not pay is short of money even if the deletion warning arrives before the block', async () => {
    atIssuer({ isActive: false, bookBalanceCents: cents(0) });
    await refresh('deletion_announced');
    expect(await now()).toMatchObject({ isShortOfMoney: true, frozenReasons: [], freezeReason: undefined });
    await refresh('blocked');
    expect(describeCard(await now(), world.clock.now(), {})).toMatchObject({
      status: 'active',
      statusReason: expect.stringContaining('couldn’t pay its monthly $1'),
    });
  });

  it('a warning of deletion for a card that its owner froze leaves the freeze alone', async () => {
    await setDesiredState(world.services, { userId: user.userId, cardId: card.cardId, desired: 'frozen' });
    atIssuer({ bookBalanceCents: cents(0) });
    await refresh('deletion_announced');
    expect(await now()).toMatchObject({ isShortOfMoney: false, frozenReasons: ['owner'], freezeReason: undefined });
  });

  it('a card that has enough money by the time its block is read is unfrozen', async () => {
    atIssuer({ isActive: false });
    await refresh('blocked');
    expect(await now()).toMatchObject({ isShortOfMoney: false, frozenReasons: [], actual: 'frozen' });
    await sweepOperations(world.services);
    expect(world.issuer.cards.get(issuerCardId())?.isActive).toBe(true);
    expect(describeCard(await now(), world.clock.now(), {})).toMatchObject({ status: 'active', statusReason: null });
  });

  it.each([
    ['frozen', 'The card issuer froze this card because it was not used for a while. Unfreeze it to use it again.'],
    ['deletion_announced', 'The card issuer froze this card. Unfreeze it to use it again.'],
  ] as const)('a card that the issuer froze shows the reason as far as known: %s', async (claim, statusReason) => {
    atIssuer({ isActive: false });
    await refresh(claim);
    expect(describeCard(await now(), world.clock.now(), {})).toMatchObject({ status: 'freezed', statusReason });
  });

  it('a card with exactly the dollar that it costs a month was not stopped for lack of money', async () => {
    atIssuer({ isActive: false, bookBalanceCents: cents(100) });
    await refresh('blocked');
    expect((await now()).isShortOfMoney).toBe(false);
    atIssuer({ isActive: true });
    await refreshCard(world.services, card, undefined);
    await setDesiredState(world.services, { userId: user.userId, cardId: card.cardId, desired: 'active' });
    atIssuer({ isActive: false, bookBalanceCents: cents(99) });
    await refresh('blocked');
    expect((await now()).isShortOfMoney).toBe(true);
  });

  it('a card that the issuer blocked for fraud stays blocked until the issuer unblocks it', async () => {
    atIssuer({ isActive: false, isBlocked: true });
    await refresh('blocked', 'Suspicious transactions');
    await refreshCard(world.services, card, undefined);
    expect(describeCard(await now(), world.clock.now(), {})).toMatchObject({
      status: 'blocked',
      statusReason: 'The card issuer has blocked this card: Suspicious transactions',
    });
    atIssuer({ isActive: true, isBlocked: false });
    await refreshCard(world.services, card, undefined);
    expect(describeCard(await now(), world.clock.now(), {}).status).toBe('active');
  });

  it('a card that is active at the issuer though it should be frozen is frozen again', async () => {
    await setDesiredState(world.services, { userId: user.userId, cardId: card.cardId, desired: 'frozen' });
    atIssuer({ isActive: true });
    await refreshCard(world.services, card, undefined);
    await sweepOperations(world.services);
    expect(world.issuer.cards.get(issuerCardId())?.isActive).toBe(false);
  });
});

describe('declines for lack of money', () => {
  let delivered = 0;
  const decline = async (reason = 'insufficient balance'): Promise<void> => {
    delivered += 1;
    await deliver(`D-${delivered}`, reason);
  };
  const declineOf = (reference: string, reason = 'insufficient balance') =>
    ({
      type: 'decline',
      issuerCardId: issuerCardId(),
      reference,
      amountCents: cents(9_900),
      reason,
      description: 'NIMBUS STREAM',
      merchantCategoryCode: '5815',
      atMs: world.clock.now(),
    }) as const;
  const deliver = async (reference: string, reason?: string): Promise<void> => {
    const { countedAtMs } = await recordDecline(world.services, card, declineOf(reference, reason));
    if (countedAtMs !== undefined) await freezeAfterDeclines(world.services, card, countedAtMs);
  };
  const times = async (count: number, reason?: string): Promise<void> => {
    for (let done = 0; done < count; done += 1) await decline(reason);
  };

  it('are not counted down by an answer from before the newest of them', async () => {
    const { issuer } = world.services;
    let counted = 4;
    const counting = (then?: () => Promise<unknown>): typeof issuer => ({
      ...issuer,
      readCard: async (id) => {
        const answer = await issuer.readCard(id);
        const value = answer.outcome === 'success' && answer.value && { ...answer.value, shortDeclines: counted };
        await then?.();
        return value ? { outcome: 'success', value } : answer;
      },
    });
    const count = async (reference: string) =>
      (await recordDecline(world.services, card, declineOf(reference))).countedAtMs ?? 0;
    for (const reference of ['D-1', 'D-2', 'D-3', 'D-4']) await count(reference);
    const fifthAtMs = await count('D-5');
    let sixthAtMs = 0;
    const slow = counting(async () => {
      counted = 5;
      sixthAtMs = await count('D-6');
    });
    await freezeAfterDeclines({ ...world.services, issuer: slow }, card, fifthAtMs);
    await freezeAfterDeclines({ ...world.services, issuer: counting() }, card, sixthAtMs);
    expect((await now()).frozenReasons).toEqual(['declines']);
  });

  it('freeze the card at the fifth in a row, with a reason, and its owner may unfreeze it', async () => {
    await times(4);
    expect(world.issuer.cards.get(issuerCardId())?.isActive).toBe(true);
    await decline();
    expect(world.issuer.cards.get(issuerCardId())?.isActive).toBe(false);
    expect(describeCard(await now(), world.clock.now(), {})).toMatchObject({
      status: 'freezed',
      // No load is accepted onto a frozen card.
      statusReason: expect.stringMatching(/not enough money.* Unfreeze it, then load it\.$/) as string,
    });
    const unfrozen = await setDesiredState(world.services, {
      userId: user.userId,
      cardId: card.cardId,
      desired: 'active',
    });
    expect(describeCard(unfrozen, world.clock.now(), {})).toMatchObject({ status: 'active', statusReason: null });
    await decline();
    expect(world.issuer.cards.get(issuerCardId())?.isActive).toBe(false);
  });

  it.each(['a load', 'a purchase'])('are counted from zero after %s', async (what) => {
    await times(4);
    if (what === 'a load') await load();
    else {
      world.issuer.charge(issuerCardId(), 10, 'P-1');
      await runAfter(3 * minute);
    }
    await times(4);
    expect(world.issuer.cards.get(issuerCardId())?.isActive).toBe(true);
  });

  const unfreeze = (): Promise<Card> =>
    setDesiredState(world.services, { userId: user.userId, cardId: card.cardId, desired: 'active' });

  it('that are reported again after the owner unfroze the card do not freeze it again', async () => {
    await times(5);
    world.clock.advance(1_000);
    await unfreeze();
    await deliver(`D-${delivered}`);
    expect(await now()).toMatchObject({ shortDeclines: 5, frozenReasons: [], actual: 'active' });
    world.clock.advance(1_000);
    await decline();
    expect(await now()).toMatchObject({ frozenReasons: ['declines'] });
  });

  it('that are reported again after the process died before the freeze do freeze the card', async () => {
    // A freeze that the owner ended earlier does not matter.
    await setDesiredState(world.services, { userId: user.userId, cardId: card.cardId, desired: 'frozen' });
    await unfreeze();
    world.clock.advance(30_000);
    await times(4);
    delivered += 1;
    const read = world.issuer.readCard.bind(world.issuer);
    world.issuer.readCard = async () => {
      throw new Error('died');
    };
    await expect(deliver(`D-${delivered}`)).rejects.toThrow('died');
    world.issuer.readCard = read;
    world.clock.advance(30_000);
    await deliver(`D-${delivered}`);
    expect(await now()).toMatchObject({ shortDeclines: 5, frozenReasons: ['declines'] });
  });

  it('do not freeze a card that its owner unfreezes while the issuer is asked', async () => {
    await times(5);
    const read = world.issuer.readCard.bind(world.issuer);
    await unfreeze();
    world.issuer.readCard = async (id) => {
      world.issuer.readCard = read;
      await setDesiredState(world.services, { userId: user.userId, cardId: card.cardId, desired: 'frozen' });
      world.clock.advance(1_000);
      await unfreeze();
      return read(id);
    };
    await decline();
    expect(await now()).toMatchObject({ shortDeclines: 6, frozenReasons: [] });
  });

  it('do not include declines for other reasons', async () => {
    await times(4);
    await times(10, 'incorrect CVV');
    expect(await now()).toMatchObject({ shortDeclines: 4, frozenReasons: [] });
  });

  it('that the issuer has not counted freeze nothing: a webhook proves nothing', async () => {
    atIssuer({ shortDeclines: 1 });
    await times(8);
    expect(await now()).toMatchObject({ frozenReasons: [] });
    atIssuer({ shortDeclines: 5 });
    await times(4);
    expect(await now()).toMatchObject({ frozenReasons: ['declines'] });
  });

  it('are counted on from the number of the issuer, which the card’s page then shows', async () => {
    atIssuer({ shortDeclines: 1 });
    await times(5);
    expect(await now()).toMatchObject({ shortDeclines: 1, frozenReasons: [] });
    await decline();
    expect(await now()).toMatchObject({ shortDeclines: 2 });
  });

  it('freeze the card also when the issuer does not return their number', async () => {
    world.issuer.misbehave('readCard', { does: 'lost' });
    await times(5);
    expect(await now()).toMatchObject({ frozenReasons: ['declines'] });
  });

  it('that were reset to zero while the issuer was asked freeze nothing', async () => {
    await times(5);
    atIssuer({ shortDeclines: 3, isActive: true });
    await world.store.commit([
      update('card', await now(), { frozenReasons: [], actual: 'active', dueAtMs: undefined }),
    ]);
    const read = world.issuer.readCard.bind(world.issuer);
    world.issuer.readCard = async (id) => {
      await world.store.commit([update('card', await now(), { shortDeclines: 0 })]);
      return read(id);
    };
    await freezeAfterDeclines(world.services, card, world.clock.now());
    expect(await now()).toMatchObject({ shortDeclines: 0, frozenReasons: [] });
  });

  it('do not freeze a card that is closing', async () => {
    await world.store.commit([update('card', card, { shortDeclines: 7, lifecycle: 'closing' })]);
    await freezeAfterDeclines(world.services, card, world.clock.now());
    expect(await now()).toMatchObject({ frozenReasons: [] });
    await world.store.commit([update('card', await now(), { lifecycle: 'open' })]);
  });
});

it('reads page 1, then from the last page backwards, each once, where the issuer lists the oldest first', async () => {
  for (let times = 1; times <= 45; times += 1) world.issuer.charge(issuerCardId(), 1, `P-${times}`);
  const lines = world.issuer.transactions.toReversed();
  const asked: number[] = [];
  const needs = {
    ...world.services,
    issuer: {
      ...world.services.issuer,
      listTransactions: async ({ page }: { readonly page: number }) => {
        asked.push(page);
        const transactions = lines.slice((page - 1) * 20, page * 20).toReversed();
        return { outcome: 'success', value: { transactions, pages: 3, isOldestFirst: true } } as const;
      },
    },
  };
  await catchUpCard(needs, card, undefined);
  expect((await now()).balanceCents).toBe(455);
  expect(asked).toEqual([1, 3, 2]);
  await catchUpCard(needs, card, undefined);
  expect(asked).toEqual([1, 3, 2, 1, 3]);
});
