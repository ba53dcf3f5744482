import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import { remove, update } from '#functions/ports/store.ts';
import { closeCard } from '#functions/domain/cards/try-close-card.ts';
import { postIssuerTransaction } from '#functions/domain/cards/post-issuer-transaction.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { eventsOfChange } from '#functions/domain/notifications/events-of-change.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { decideOperation } from '#functions/domain/operations/decide-operation.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { readAccountStatement, readCardStatement, readRecent } from '#functions/domain/statements/read-statement.ts';
import { backOpenings } from '#test/support/back-openings.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { changesIn } from '#test/support/table-changes.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const always = { fromMs: 0, toMs: Date.UTC(2100, 0) };
let world: MoneyWorld;
let user: User;
let card: Card;
let admin: User;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
  admin = await world.cardholder(0, { role: 'admin' });
});
afterEach(() => expectSoundBooks(world));

const load = (): Promise<Id<'operation'>> =>
  requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(5_000),
    includesFee: false,
    claim: undefined,
  });
const withdraw = (): Promise<Id<'operation'>> =>
  requestWithdrawal(world.services, { user, cardId: card.cardId, amountCents: cents(4_000), claim: undefined });
const drive = (operationId: Id<'operation'>): Promise<Operation> =>
  driveOperation(world.services, operationId, { untilMs: world.clock.now() });
const stored = async (operationId: Id<'operation'>): Promise<Operation> => {
  const operation = await world.store.get('operation', { operationId });
  if (!operation) throw new Error('no operation');
  return operation;
};

/** Makes the issuer answer no question until `light` is called. */
function goDark(): { readonly light: () => void } {
  const { issuer } = world;
  const names = ['readTransfer', 'findCard', 'readCard', 'readTransaction'] as const;
  const before = Object.fromEntries(names.map((name) => [name, issuer[name]])) as Partial<CardIssuer>;
  const silent = async () => ({ outcome: 'unknown', detail: 'dark' }) as const;
  Object.assign(issuer, Object.fromEntries(names.map((name) => [name, silent])));
  return { light: () => void Object.assign(issuer, before) };
}

async function sweepFor(ms: number, everyMs = 20 * 60_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += everyMs) {
    world.clock.advance(everyMs);
    await sweepOperations(world.services);
  }
}

type Story = {
  readonly kind: 'load' | 'withdrawal';
  readonly does: 'unheard' | 'lost';
  readonly outcome: 'happened' | 'never';
  readonly movedCents?: number;
};

/** Brings an operation to a decision by an admin while the issuer is silent. */
async function decided({ kind, does, outcome, movedCents }: Story): Promise<{
  readonly operationId: Id<'operation'>;
  readonly light: () => void;
}> {
  if (kind === 'withdrawal') await drive(await load());
  const operationId = await (kind === 'load' ? load() : withdraw());
  world.issuer.misbehave(kind === 'load' ? 'load' : 'unload', { does });
  const { light } = goDark();
  await drive(operationId);
  await sweepFor(25 * hour);
  expect((await stored(operationId)).state).toBe('review');
  const { endedBy } = await decideOperation(world.services, {
    operationId,
    outcome,
    movedCents: movedCents === undefined ? undefined : cents(movedCents),
    reason: 'ticket 4711',
    actorId: admin.userId,
  });
  expect(endedBy).toBe('decision');
  return { operationId, light };
}

const corrections = () => world.store.all('journal').filter(({ journalId }) => journalId.endsWith(':corrected'));
const alerts = () => world.logs.filter(({ message }) => message.includes('contradicts a decision'));

/** Counts all changes and returns the classes of the breaks, without those of deposits: nothing polls deposits here. */
async function breaks(): Promise<readonly string[]> {
  await countChanges(world.services, changesIn(world.store));
  const { found } = await reconcile(world.services);
  const named = found as readonly { readonly class: string; readonly subject: string }[];
  return named.filter(({ subject }) => !subject.startsWith('dep_')).map((each) => each.class);
}

/** Takes this amount from the balance, as if it was spent elsewhere. */
async function spend(amountCents: number): Promise<void> {
  const posting = new Posting(world.clock.now(), { wallet: await world.wallet(user) }).post({
    journalId: 'spent',
    kind: 'spent',
    cause: 'test',
    legs: [
      { account: `U:${user.userId}:AVAIL`, amountCents: cents(amountCents) },
      { account: 'EXP:ADJUSTMENT', amountCents: cents(-amountCents) },
    ],
  });
  await world.store.commit(await posting.writes(world.store));
}

describe("an issuer's report against a decision", () => {
  // The last two values: cents that the correction adds to the balance and to the card.
  it.each([
    ['a load that happened', { kind: 'load', does: 'unheard', outcome: 'never' }, -5_250, 5_000],
    ['a load that never happened', { kind: 'load', does: 'lost', outcome: 'happened' }, 5_250, -5_000],
    ['a withdrawal that happened', { kind: 'withdrawal', does: 'unheard', outcome: 'never' }, 4_000, -4_000],
    ['a withdrawal that never happened', { kind: 'withdrawal', does: 'lost', outcome: 'happened' }, -4_000, 4_000],
    [
      'a withdrawal that moved more',
      { kind: 'withdrawal', does: 'unheard', outcome: 'happened', movedCents: 3_000 },
      1_000,
      -1_000,
    ],
  ] as const)('is posted as a correction of its own: %s', async (_what, story, onBalance, onCard) => {
    await backOpenings(world);
    const { operationId, light } = await decided(story);
    const [wallet, onIt, before] = [await world.wallet(user), await world.card(card), await stored(operationId)];
    const records = world.store.all('journal');
    light();
    await sweepFor(7 * hour);
    expect((await world.wallet(user)).availableCents - wallet.availableCents).toBe(onBalance);
    expect((await world.card(card)).balanceCents - onIt.balanceCents).toBe(onCard);
    expect((await world.card(card)).balanceCents).toBe(
      world.issuer.cards.get(card.issuerCardId ?? '')?.bookBalanceCents,
    );
    const after = await stored(operationId);
    expect(after).toMatchObject({ state: before.state, decision: before.decision, dueAtMs: undefined });
    expect(after.correction).toMatchObject({ outcome: story.does === 'unheard' ? 'happened' : 'never' });
    expect(world.store.all('journal')).toEqual(expect.arrayContaining(records));
    const line = (await readAccountStatement(world.store, user.userId, always)).lines.at(-1);
    const feeCents = story.kind === 'load' ? (onBalance < 0 ? 250 : -250) : 0;
    expect(line).toMatchObject({
      amount: onBalance,
      fee: feeCents,
      description: expect.stringMatching(/^Corrected: /),
    });
    const ofCard = await readCardStatement(
      world.store,
      await world.card(card),
      always,
      await readRecent(world.store, card.cardId),
    );
    expect(ofCard.lines.at(-1)).toMatchObject({
      kind: `card_${story.kind}`,
      amount: onCard,
      description: `Correction of ${story.kind}`,
      reference: operationId,
    });
    const own = await world.store.get('movement', { userId: user.userId, subjectId: operationId });
    expect(own?.failure).toBe(own?.status === 'failed' ? after.reason : undefined);
    expect(own?.failure ?? '').not.toContain('Nothing was charged');
    expect(corrections()).toMatchObject([{ kind: `card_${story.kind}_corrected`, cause: operationId }]);
    const what = story.kind === 'load' ? 'load to' : 'withdrawal from';
    expect(world.store.all('movement').filter(({ kind }) => kind === 'adjustment')).toMatchObject([
      {
        direction: onBalance < 0 ? 'debit' : 'credit',
        amountCents: Math.abs(onBalance),
        paidCents: Math.abs(onBalance),
        status: 'completed',
        description: `Correction of ${what} Everyday •••• 4444`,
      },
    ]);
    expect(alerts()).toHaveLength(1);
    expect(alerts()[0]).toMatchObject({ level: 'error', fields: { operationId } });
    expect(await breaks()).toEqual(['DECISION']);
    await sweepFor(2 * day, 6 * hour);
    expect(corrections()).toHaveLength(1);
    const recorded = world.store.all('audit').filter(({ action }) => action === 'operation-corrected');
    expect(recorded).toMatchObject([
      {
        actorId: 'system',
        subjectId: user.userId,
        about: operationId,
        before: { kind: `card_${story.kind}`, outcome: story.outcome },
        after: {
          outcome: after.correction?.outcome,
          movedCents: after.correction?.movedCents,
          balanceCents: onBalance,
        },
      },
    ]);
    expect(recorded.flatMap((record) => eventsOfChange({ kind: 'audit', after: record }))).toHaveLength(1);
  });

  it.each([
    ['ORPHAN_LOAD', { kind: 'load', does: 'unheard', outcome: 'never' }],
    ['MISSING_LOAD', { kind: 'load', does: 'lost', outcome: 'happened' }],
    ['ORPHAN_LOAD', { kind: 'withdrawal', does: 'unheard', outcome: 'never' }],
    ['MISSING_LOAD', { kind: 'withdrawal', does: 'lost', outcome: 'happened' }],
  ] as const)('advises to wait at the break %s, and closes it with the correction: %o', async (name, story) => {
    await backOpenings(world);
    const { light } = await decided(story);
    const states = (): Readonly<Record<string, string>> =>
      Object.fromEntries(
        world.store
          .all('ticket')
          .filter(({ class: kind }) => kind === name || kind === 'DECISION')
          .map(({ class: kind, state }) => [kind, state]),
      );
    light();
    await breaks();
    expect(states()).toEqual({ [name]: 'open' });
    // An adjustment before the correction would correct it twice.
    expect(world.store.all('ticket').find(({ class: kind }) => kind === name)?.proposal).toBe(
      'Adjust nothing: the issuer is asked again every 6 hours, and what it proves is posted by itself',
    );
    await sweepFor(7 * hour);
    await breaks();
    world.clock.advance(hour);
    await reconcile(world.services, { aheadMs: 0 });
    expect(states()).toEqual({ [name]: 'closed', DECISION: 'open' });
  });

  it('makes a debt of what the balance cannot give back, and freezes the card for it', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'never' });
    const { availableCents } = await world.wallet(user);
    await spend(availableCents - 250);
    light();
    await drive(operationId);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 0, debtCents: 5_000 });
    expect((await world.card(card)).frozenReasons).toEqual(['debt']);
    expect((await world.card(card)).balanceCents).toBe(5_500);
  });

  it('pays a debt first with the money that it returns', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'lost', outcome: 'happened' });
    const wallet = await world.wallet(user);
    const posting = new Posting(world.clock.now(), { wallet }).post({
      journalId: 'owed',
      kind: 'owed',
      cause: 'test',
      legs: [
        { account: `U:${user.userId}:AVAIL`, amountCents: wallet.availableCents },
        { account: `U:${user.userId}:DEBT`, amountCents: cents(1_000) },
        { account: 'EXP:ADJUSTMENT', amountCents: cents(-wallet.availableCents - 1_000) },
      ],
    });
    await world.store.commit(await posting.writes(world.store));
    light();
    await drive(operationId);
    expect(await world.wallet(user)).toMatchObject({ availableCents: 4_250, debtCents: 0 });
  });

  it('reaches the balance when the card was deleted meanwhile', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'never' });
    const open = await world.card(card);
    const wallet = await world.wallet(user);
    // Posts as a deletion does: the card's money goes to the balance.
    const posting = new Posting(world.clock.now(), { wallet, card: open }).post({
      journalId: 'emptied-before',
      kind: 'card_emptied',
      cause: 'test',
      legs: [
        { account: `CARD:${card.cardId}`, amountCents: open.balanceCents },
        { account: `U:${user.userId}:AVAIL`, amountCents: cents(-open.balanceCents) },
        { account: 'ISS:FLOAT', amountCents: open.balanceCents },
        { account: 'ISS:ALLOC', amountCents: cents(-open.balanceCents) },
      ],
    });
    posting.changeCard({ lifecycle: 'deleted' }).changeWallet({ cardCount: wallet.cardCount - 1 });
    await world.store.commit(await posting.writes(world.store));
    const before = await world.wallet(user);
    light();
    await drive(operationId);
    // Only the fee is paid: the amount went to the card and back.
    expect((await world.wallet(user)).availableCents - before.availableCents).toBe(-250);
    expect(await world.card(card)).toMatchObject({ lifecycle: 'deleted', balanceCents: 0 });
  });

  it('is posted once at any number of simultaneous reports', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'never' });
    light();
    await Promise.all(Array.from({ length: 5 }, () => drive(operationId)));
    expect(corrections()).toHaveLength(1);
    expect((await world.card(card)).balanceCents).toBe(5_500);
  });

  it('is posted by the next sweep when its write was lost', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'never' });
    light();
    const killed = {
      ...world.services,
      store: { ...world.store, commit: async () => Promise.reject(new Error('killed')) },
    };
    await expect(driveOperation(killed, operationId, { untilMs: world.clock.now() })).rejects.toThrow('killed');
    expect(alerts()).toHaveLength(1);
    expect(corrections()).toHaveLength(0);
    await sweepFor(7 * hour);
    expect(corrections()).toHaveLength(1);
  });
});

describe('a decision that nothing contradicts', () => {
  it('stands, and the issuer is not asked again once it confirms the decision', async () => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'happened' });
    light();
    await sweepFor(7 * hour);
    expect(await stored(operationId)).toMatchObject({ state: 'settled', dueAtMs: undefined });
    expect((await stored(operationId)).correction).toBeUndefined();
    const asked = world.issuer.calls['readTransfer'];
    await sweepFor(day, 6 * hour);
    expect(world.issuer.calls['readTransfer']).toBe(asked);
    expect(corrections()).toEqual([]);
  });

  it.each([
    ['still works on the operation', 'pending', false],
    ['no longer knows an operation that it accepted', undefined, true],
  ] as const)('stands while the issuer %s', async (_what, state, isAccepted) => {
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'happened' });
    const transfer = world.issuer.transfers.get(operationId);
    if (!transfer) throw new Error('no transfer');
    if (state === undefined) world.issuer.transfers.delete(operationId);
    else world.issuer.transfers.set(operationId, { ...transfer, state });
    await world.store.commit([update('operation', await stored(operationId), { isAccepted })]);
    light();
    await sweepFor(2 * day, 6 * hour);
    expect(corrections()).toEqual([]);
    expect((await stored(operationId)).dueAtMs).toBeGreaterThan(world.clock.now());
  });

  it('stands when the issuer does not say how much a withdrawal moved', async () => {
    const story = { kind: 'withdrawal', does: 'unheard', outcome: 'happened', movedCents: 3_000 } as const;
    const { light } = await decided(story);
    world.issuer.transactions.splice(0);
    light();
    await sweepFor(day, 6 * hour);
    expect(corrections()).toEqual([]);
  });

  it('is checked with the issuer every six hours until 30 days after the operation began', async () => {
    const { operationId } = await decided({ kind: 'load', does: 'lost', outcome: 'never' });
    let asked = 0;
    Object.assign(world.issuer, {
      readTransfer: async () => {
        asked += 1;
        return { outcome: 'unknown', detail: 'dark' } as const;
      },
    });
    await sweepFor(day, hour);
    expect(asked).toBe(4);
    await sweepFor(27 * day, 6 * hour);
    expect((await stored(operationId)).dueAtMs).toBeGreaterThan(0);
    await sweepFor(2 * day, hour);
    expect((await stored(operationId)).dueAtMs).toBeUndefined();
    const before = asked;
    await sweepFor(2 * day, 6 * hour);
    expect(asked).toBe(before);
  });
});

describe('a card that must not exist by a decision', () => {
  const theirs = (cardId: Card['cardId'] | undefined) =>
    [...world.issuer.cards.values()].find((each) => each.cardId === cardId);
  const decide = async (operationId: Id<'operation'>, outcome: 'happened' | 'never'): Promise<void> => {
    expect((await stored(operationId)).state).toBe('review');
    await decideOperation(world.services, {
      operationId,
      outcome,
      movedCents: undefined,
      reason: 'ticket 4711',
      actorId: admin.userId,
    });
  };

  /** Creates a card without an answer of the issuer, then decides that the creation never happened. */
  async function neverCreated(): Promise<{ readonly operationId: Id<'operation'>; readonly light: () => void }> {
    world.issuer.misbehave('createCard', { does: 'unheard' });
    const { light } = goDark();
    const operationId = await requestCreation(world.services, { user, name: 'Second', claim: undefined });
    const untilMs = world.clock.now() + 6_000;
    await driveOperation(world.services, operationId, { untilMs, secrets: { pin: '0007' } });
    await sweepFor(25 * hour);
    await decide(operationId, 'never');
    return { operationId, light };
  }

  it('of a creation that happened after all is closed at the issuer, and its owner is charged nothing', async () => {
    await backOpenings(world);
    const { operationId, light } = await neverCreated();
    const before = await world.wallet(user);
    light();
    const { cardId } = await stored(operationId);
    expect(theirs(cardId)).toMatchObject({ isDeleted: false, isActive: true });
    world.issuer.misbehave('close', { does: 'lost' });
    await sweepFor(6 * hour);
    expect(await stored(operationId)).toMatchObject({ state: 'released', contradictedAtMs: expect.any(Number) });
    await sweepFor(13 * hour);
    expect(theirs(cardId)).toMatchObject({ isDeleted: true });
    expect((await stored(operationId)).dueAtMs).toBeUndefined();
    expect(await world.wallet(user)).toEqual(before);
    expect(alerts()).toHaveLength(1);
    expect(await breaks()).toEqual(['DECISION']);
    world.clock.advance(7 * day);
    expect(await breaks()).not.toContain('DECISION');
  });

  it('of a deletion that was not done after all is closed at the issuer', async () => {
    await backOpenings(world);
    const bought = world.issuer.charge(card.issuerCardId ?? '', 450, 'P-1');
    await postIssuerTransaction(world.services, card, bought);
    const { light } = goDark();
    const { issuer } = world;
    const before = { close: issuer.close.bind(issuer), unload: issuer.unload.bind(issuer) };
    const silent = async () => ({ outcome: 'unknown', detail: 'dark' }) as const;
    Object.assign(issuer, { close: silent, unload: silent });
    const operationId = await requestDeletion(world.services, { user, cardId: card.cardId, claim: undefined });
    await drive(operationId);
    await sweepFor(25 * hour);
    await decide(operationId, 'happened');
    const wallet = await world.wallet(user);
    Object.assign(issuer, before);
    light();
    expect(theirs(card.cardId)).toMatchObject({ isDeleted: false, bookBalanceCents: 50 });
    await sweepFor(13 * hour);
    expect(theirs(card.cardId)).toMatchObject({ isDeleted: true, bookBalanceCents: 0 });
    expect(await stored(operationId)).toMatchObject({ state: 'settled', contradictedAtMs: expect.any(Number) });
    expect((await stored(operationId)).dueAtMs).toBeUndefined();
    expect(await world.wallet(user)).toEqual(wallet);
    expect(alerts()).toHaveLength(1);
    expect(await breaks()).toEqual(['DECISION']);
  });

  it('is no longer looked for once the issuer shows it as deleted', async () => {
    const { operationId, light } = await neverCreated();
    light();
    world.issuer.deleteCard(theirs((await stored(operationId)).cardId)?.issuerCardId ?? '');
    await sweepFor(7 * hour);
    expect(await stored(operationId)).toMatchObject({ state: 'released', dueAtMs: undefined });
    expect((await stored(operationId)).contradictedAtMs).toBeUndefined();
    expect(alerts()).toEqual([]);
  });

  it('is looked for while the issuer does not show it: it may still appear', async () => {
    world.issuer.misbehave('createCard', { does: 'lost' });
    const { light } = goDark();
    const operationId = await requestCreation(world.services, { user, name: 'Second', claim: undefined });
    const untilMs = world.clock.now() + 6_000;
    await driveOperation(world.services, operationId, { untilMs, secrets: { pin: '0007' } });
    await sweepFor(25 * hour);
    await decide(operationId, 'never');
    light();
    await sweepFor(2 * day, 6 * hour);
    expect((await stored(operationId)).dueAtMs).toBeGreaterThan(world.clock.now());
  });
});

describe('a correction that meets a card being closed', () => {
  /** Deletes the card as its owner after a decision, while the issuer does not close it. */
  async function retiring(isFrozen: boolean): Promise<void> {
    const { balanceCents, issuerCardId = '' } = await world.card(card);
    await postIssuerTransaction(world.services, card, world.issuer.charge(issuerCardId, balanceCents - 60, 'P-9'));
    const closingId = await requestDeletion(world.services, { user, cardId: card.cardId, claim: undefined });
    const silent = async () => ({ outcome: 'unknown', detail: 'dark' }) as const;
    Object.assign(world.issuer, { unload: silent, close: silent });
    if (isFrozen) await closeCard(world.services, closingId);
    const actual = isFrozen ? 'frozen' : 'active';
    expect(await world.card(card)).toMatchObject({ lifecycle: 'retiring', actual, balanceCents: 0, fetchCents: 60 });
  }

  const unheard = { does: 'unheard', outcome: 'never' } as const;
  const lost = { does: 'lost', outcome: 'happened' } as const;

  it.each([
    // The load is on the card after all: the balance pays it, and gets the amount back if the card is frozen.
    ['a load that happened', 'frozen', { kind: 'load', ...unheard }, -250, 0, 5_060],
    ['a load that happened', 'active', { kind: 'load', ...unheard }, -5_250, 5_000, 60],
    // The card never had the load: the balance gets amount and fee back, and pays what the card lacks.
    ['a load that never happened', 'frozen', { kind: 'load', ...lost }, 250, 0, -4_940],
    ['a withdrawal that happened', 'frozen', { kind: 'withdrawal', ...unheard }, 0, 0, -3_940],
    ['a withdrawal that never happened', 'frozen', { kind: 'withdrawal', ...lost }, 0, 0, 4_060],
    ['a withdrawal that never happened', 'active', { kind: 'withdrawal', ...lost }, -4_000, 4_000, 60],
  ] as const)(
    'leaves its owner with the right amounts: %s, card %s',
    async (_what, state, story, onBalance, onCard, toFetch) => {
      await backOpenings(world);
      const { operationId, light } = await decided(story);
      light();
      await retiring(state === 'frozen');
      const { availableCents } = await world.wallet(user);
      await drive(operationId);
      expect(corrections()).toHaveLength(1);
      expect((await world.wallet(user)).availableCents - availableCents).toBe(onBalance);
      expect(await world.wallet(user)).toMatchObject({ debtCents: 0, retiringCount: 1 });
      expect(await world.card(card)).toMatchObject({
        lifecycle: 'retiring',
        balanceCents: onCard,
        fetchCents: toFetch,
      });
    },
  );
});

describe('a reconciliation after a correction', () => {
  it.each(['operation', 'movement'] as const)('reports a correction that was removed from its %s', async (what) => {
    await backOpenings(world);
    const { operationId, light } = await decided({ kind: 'load', does: 'unheard', outcome: 'never' });
    light();
    await drive(operationId);
    expect(await breaks()).toEqual(['DECISION']);
    const line = world.store.all('movement').find(({ kind }) => kind === 'adjustment');
    if (!line) throw new Error('no line');
    await world.store.commit(
      what === 'movement'
        ? [remove('movement', line)]
        : [update('operation', await stored(operationId), { correction: undefined } as never)],
    );
    expect(await breaks()).toContain(what === 'movement' ? 'MOVEMENT' : 'UNEXPLAINED');
  });
});
