import { describe, expect, it } from 'vitest';
import { handler as load } from '#functions/api/cards/load.ts';
import { handler as unload } from '#functions/api/cards/unload.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { refreshCard } from '#functions/domain/cards/refresh-card.ts';
import { statementCsv } from '#shared/statement-csv.ts';
import { accountLine } from '#functions/domain/statements/account-line.ts';
import { firstEntryAt } from '#functions/domain/statements/find-entry.ts';
import {
  readAccountStatement,
  readCardStatement,
  readPeriod,
  readRecent,
} from '#functions/domain/statements/read-statement.ts';
import type { Entry } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { insert } from '#functions/ports/store.ts';
import { cents, zero } from '#shared/money.ts';
import { callRoute } from '#test/support/call-route.ts';
import { samples } from '#test/support/sample-entities.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

const always = { fromMs: 0, toMs: Date.UTC(2100, 0) };

const ofCard = async (world: MoneyWorld, { userId, cardId }: Pick<Card, 'userId' | 'cardId'>) => {
  const card = await world.store.get('card', { userId, cardId });
  if (!card) throw new Error('it was opened');
  return readCardStatement(world.store, card, always, await readRecent(world.store, cardId));
};

const staged = async () => {
  const world = moneyWorld();
  const user = await world.cardholder(20_000);
  const card = await world.openCard(user);
  const call = { as: user, params: { id: card.cardId } };
  await callRoute('cards.load', load, world.services, { ...call, body: { amount: 2_000 } });
  world.issuer.charge(card.issuerCardId ?? '', 300, 'P-1');
  await catchUpCard(world.services, card, 'P-1');
  await callRoute('cards.unload', unload, world.services, { ...call, body: { amount: 700 } });
  return { world, user, card };
};

describe('a line of an account', () => {
  const line = { ...samples.movement, tid: 'op_1' };
  const words = (journalId: string, change: number, more: object = {}) =>
    accountLine({ ...samples.entry, journalId }, cents(change), { line: { ...line, ...more } });

  it('of an order takes its fee, and gives it back when the order failed', () => {
    expect(words('op_1:reserved', -5_250)).toMatchObject({ description: 'Loaded Everyday', fee: 250 });
    expect(words('op_1:released', 5_250)).toMatchObject({ description: 'Returned: Loaded Everyday', fee: -250 });
    expect(words('op_1:corrected', -5_250)).toMatchObject({ description: 'Corrected: Loaded Everyday', fee: 250 });
  });

  it('of a deposit says that it is on hold, free again or sent back', () => {
    const deposit = { kind: 'deposit', description: 'USDT on Tron' };
    expect(words('dep_1:frozen', -500, deposit)).toMatchObject({ description: 'On hold: USDT on Tron', fee: 0 });
    expect(words('dep_1:unfrozen', 500, deposit)).toMatchObject({ description: 'Released: USDT on Tron' });
    expect(words('dep_1:1', -500, deposit)).toMatchObject({ kind: 'deposit_refund' });
  });
});

describe('a statement', () => {
  it('has what the account owes as a balance below zero, as the site shows it', async () => {
    const { store } = moneyWorld();
    const { userId } = samples.user;
    const owes = { available: cents(-200), debt: cents(300) };
    const after = { available: zero, debt: cents(300) };
    await store.commit([insert('entry', { ...samples.entry, ownerId: userId, deltas: owes, after })]);
    const { closingCents, lines } = await readAccountStatement(store, userId, always);
    expect([closingCents, lines[0]?.amount, lines[0]?.balance]).toEqual([-300, -500, -300]);
  });

  it('has a line per change of the balance, in words, with the fee and the balance after it', async () => {
    const { world, user } = await staged();
    const { openingCents, closingCents, lines } = await readAccountStatement(world.store, user.userId, always);
    expect(lines.map(({ kind, amount, fee, balance }) => [kind, amount, fee, balance])).toEqual([
      ['adjustment', 20_000, 0, 20_000],
      ['card_creation', -2_000, 1_500, 18_000],
      ['card_load', -2_160, 160, 15_840],
      ['card_withdrawal', 700, 0, 16_540],
    ]);
    expect([openingCents, closingCents]).toEqual([0, 16_540]);
  });

  it('gives the rest of a card that the issuer closed the same kind as the activity list', async () => {
    const { world, user, card } = await staged();
    world.issuer.deleteCard(card.issuerCardId ?? '');
    await refreshCard(world.services, card, { claim: 'deleted', reason: '' });
    const line = (await readAccountStatement(world.store, user.userId, always)).lines.at(-1);
    const [listed] = (await world.store.listActivity(user.userId, { limit: 1 })).items;
    expect([line?.kind, line?.amount]).toEqual([listed?.kind, listed?.paidCents]);
    expect(line?.kind).toBe('card_closing');
  });

  it('refers to a transaction as the site does, or as the merchant does, never to a record of the books', async () => {
    const { world, user, card } = await staged();
    const issuerCardId = card.issuerCardId ?? '';
    world.issuer.deleteCard(issuerCardId);
    await refreshCard(world.services, card, { claim: 'deleted', reason: '' });
    world.issuer.refund(issuerCardId, 450, 'R:1');
    await catchUpCard(world.services, card, 'R:1');
    const shown = (await world.store.listActivity(user.userId, { limit: 10 })).items.map(({ tid }) => tid);
    const ofAccount = (await readAccountStatement(world.store, user.userId, always)).lines.slice(1);
    const [closing, refund] = ofAccount.splice(-2);
    expect(shown).toEqual(expect.arrayContaining(ofAccount.map(({ reference }) => reference)));
    expect([closing?.reference, refund?.reference]).toEqual(['', 'R:1']);
    expect((await ofCard(world, card)).lines.slice(-3).map(({ kind, reference }) => [kind, reference])).toEqual([
      ['card_closing', ''],
      ['refund', 'R:1'],
      ['card_closing', 'R:1'],
    ]);
  });

  it('of a card names its purchases', async () => {
    const { world, card } = await staged();
    const { lines } = await ofCard(world, card);
    expect(
      lines.map(({ kind, description, reference, amount, balance }) => [kind, description, reference, amount, balance]),
    ).toEqual([
      ['card_creation', expect.any(String), expect.stringMatching(/^op_/), 500, 500],
      ['card_load', expect.any(String), expect.stringMatching(/^op_/), 2_000, 2_500],
      ['purchase', 'CORNER COFFEE', 'P-1', -300, 2_200],
      ['card_withdrawal', expect.any(String), expect.stringMatching(/^op_/), -700, 1_500],
    ]);
  });

  it('of a card names the return of a withdrawal that the issuer refused', async () => {
    const { world, user, card } = await staged();
    world.clock.advance(10 * 60_000);
    world.issuer.misbehave('unload', { does: 'declined', reason: 'rejected' });
    await callRoute('cards.unload', unload, world.services, {
      as: user,
      params: { id: card.cardId },
      body: { amount: 900 },
    });
    const { lines } = await ofCard(world, card);
    expect(lines.slice(-2).map(({ kind, description, amount }) => [kind, description, amount])).toEqual([
      ['card_withdrawal', 'Withdrawn to balance', -900],
      ['card_withdrawal', 'Withdrawal returned', 900],
    ]);
    expect(lines.at(-1)?.reference).toBe(lines.at(-2)?.reference);
  });

  it('of a deleted card says of each line what the card’s page says', async () => {
    const { world, card } = await staged();
    const issuerCardId = card.issuerCardId ?? '';
    world.issuer.deleteCard(issuerCardId);
    await refreshCard(world.services, card, { claim: 'deleted', reason: '' });
    world.issuer.charge(issuerCardId, 250, 'LATE');
    await catchUpCard(world.services, card, 'LATE');
    const { transactionCount } = await world.card(card);
    const page = await world.store.listCardTransactions(card.cardId, { from: 1, to: transactionCount });
    const { lines } = await ofCard(world, card);
    expect(lines.map(({ description }) => description)).toEqual(
      page.toReversed().map(({ description }) => description),
    );
    expect(lines.at(-1)).toMatchObject({ kind: 'card_closing', description: 'Paid from balance', amount: 250 });
  });

  it('without a line shows the balance from before', async () => {
    const { world, user } = await staged();
    const later = { fromMs: world.clock.now() + 1, toMs: world.clock.now() + 1_000 };
    const { openingCents, closingCents, lines } = await readAccountStatement(world.store, user.userId, later);
    expect({ openingCents, closingCents, lines }).toEqual({ openingCents: 16_540, closingCents: 16_540, lines: [] });
  });

  it('as CSV ends each line with the balance, and defuses formulas', async () => {
    const { world, card } = await staged();
    const statement = await ofCard(world, card);
    const [line] = statement.lines;
    if (line === undefined) throw new Error('there are four');
    const csv = statementCsv({ ...statement, lines: [{ ...line, description: '=1+1', balance: -5 }] });
    const rows = csv.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(rows[0]?.split(',').at(-1)).toBe('balance');
    expect(rows[1]).toMatch(/,'=1\+1,5\.00,0\.00,-0\.05$/);
  });

  it.each(['2026-11-01', '2026-11-02'])('refuses a period of 2026-11-02 that ends at the beginning of %s', (to) => {
    expect(() => readPeriod({ from: '2026-11-02', to })).toThrow('to must be later than from.');
  });
});

describe('a statement of many entries', () => {
  const ownerId = `usr_${'0'.repeat(25)}9` as const;
  const entryAt = (sequence: number): Entry => ({
    ownerId,
    sequence,
    journalId: `opening:${sequence}`,
    deltas: { available: cents(1), held: zero, debt: zero },
    after: { available: cents(sequence), held: zero, debt: zero },
    // Two entries share each second.
    atMs: Math.ceil(sequence / 2) * 1_000,
    previousHash: '',
    hash: String(sequence),
  });
  const filled = async (count: number) => {
    const { store } = moneyWorld();
    for (let from = 1; from <= count; from += 100) {
      const numbers = Array.from({ length: Math.min(100, count - from + 1) }, (_, index) => from + index);
      await store.commit(numbers.map((each) => insert('entry', entryAt(each))));
    }
    return store;
  };

  it.each([0, 1, 31, 32, 33, 1_023, 1_024, 1_100])('finds the first entry from a time on among %i', async (count) => {
    const store = await filled(count);
    for (const atMs of [0, 1_000, 1_001, 16_000, 16_500, 512_000, 550_000, 600_000]) {
      const expected = Array.from({ length: count }, (_, index) => index + 1).find(
        (each) => entryAt(each).atMs >= atMs,
      );
      expect(await firstEntryAt(store, { ownerId, sequence: count }, atMs)).toBe(expected ?? count + 1);
    }
  });

  it('reads at most a thousand entries, and names the number when there are more', async () => {
    const store = await filled(1_002);
    await expect(readAccountStatement(store, ownerId, always)).rejects.toMatchObject({
      code: 'ValidationFailed',
      fields: { to: expect.stringContaining('1002') },
    });
    const { lines } = await readAccountStatement(store, ownerId, { fromMs: 0, toMs: 501_000 });
    expect(lines.length).toBe(1_000);
    const first = await readAccountStatement(store, ownerId, { fromMs: 1_001, toMs: 2_001 });
    expect(first).toMatchObject({ openingCents: 2, closingCents: 4, lines: [{ number: 3 }, { number: 4 }] });
  });

  it('begins with every entry of its first moment, also with one beyond the last thousand', async () => {
    const store = await filled(1_100);
    const { openingCents, lines } = await readAccountStatement(store, ownerId, { fromMs: 50_000, toMs: 52_000 });
    expect([openingCents, lines.map(({ number }) => number)]).toEqual([98, [99, 100, 101, 102]]);
  });

  it('is whole when the table returns its entries in pages', async () => {
    const store = await filled(1_100);
    const list = store.listEntries.bind(store);
    store.listEntries = (owner, { from, limit }) => list(owner, { from, limit: Math.min(limit, 7) });
    const { openingCents, closingCents, lines } = await readAccountStatement(store, ownerId, {
      fromMs: 1_001,
      toMs: 20_001,
    });
    expect([openingCents, closingCents, lines.length]).toEqual([2, 40, 38]);
  });
});
