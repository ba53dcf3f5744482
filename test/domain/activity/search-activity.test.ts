import { describe, expect, it } from 'vitest';
import { handler as all } from '#functions/api/transactions/all.ts';
import { handler as list } from '#functions/api/transactions/list.ts';
import { approveAdjustment } from '#functions/domain/adjustments/decide-adjustment.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { cancelDeposit } from '#functions/domain/deposits/cancel-deposit.ts';
import { insert, remove, update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { nextPageOf, walkPages } from '#test/support/pages.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';

type Query = Record<string, string>;

/** Two people with a deposit and a card each, and an admin. */
async function stage() {
  const world = moneyWorld();
  const [one, two] = [await world.cardholder(100_000), await world.cardholder(100_000)];
  const admin = await world.cardholder(0, { role: 'admin' });
  const deposit = await openDeposit(world, one, 7_550);
  const card = await world.openCard(one);
  await openDeposit(world, two, 2_000);
  await world.openCard(two);
  const everybodys = (query: Query) => callRoute('transactions.all', all, world.services, { as: admin, query });
  const own = (query: Query, as = one) => callRoute('transactions.list', list, world.services, { as, query });
  return { world, one, two, deposit, card, everybodys, own };
}

/** Returns how many lines a query finds: among everybody's, and among the person's own. */
const counts = async ({ everybodys, own }: Awaited<ReturnType<typeof stage>>, query: Query): Promise<number[]> => [
  (await everybodys(query)).reply.length,
  (await own(query)).reply.length,
];

describe('a search of activity lines', () => {
  it('finds one of our ids in any spelling, however many lines are newer', async () => {
    const staged = await stage();
    const { depositId } = staged.deposit;
    for (let count = 0; count < 30; count += 1)
      await openDeposit(staged.world, await staged.world.cardholder(0), 1_000 + count);
    for (const search of [depositId, ` ${depositId.toUpperCase()} `]) {
      for (const find of [staged.everybodys, staged.own]) {
        const answer = await find({ search, limit: '5' });
        expect(answer.reply.map(({ _id }) => _id)).toEqual([depositId]);
        expect(answer.headers).not.toHaveProperty('search-reached');
        expect(nextPageOf(answer)).toBeUndefined();
      }
    }
    expect(await counts(staged, { search: depositId.replace(/.$/, (end) => (end === '0' ? '1' : '0')) })).toEqual([
      0, 0,
    ]);
  });

  it('finds the line of an adjustment by its TID, however many lines of others are newer', async () => {
    const staged = await stage();
    const { world, one, two } = staged;
    const [first, second] = [
      await world.cardholder(0, { role: 'admin' }),
      await world.cardholder(0, { role: 'admin' }),
    ];
    const { adjustmentId } = await proposeAdjustment(world.services, { ...sampleProposal(one), actorId: first.userId });
    await approveAdjustment(world.services, { adjustmentId, actorId: second.userId });
    for (let count = 0; count < 12; count += 1) await openDeposit(world, await world.cardholder(0), 1_000 + count);
    for (const find of [staged.everybodys, staged.own]) {
      expect((await find({ search: adjustmentId, limit: '5' })).reply.map(({ tid }) => tid)).toEqual([adjustmentId]);
    }
    expect((await staged.own({ search: adjustmentId }, two)).reply).toEqual([]);
    expect(await counts(staged, { search: adjustmentId.replace(/.$/, (end) => (end === '0' ? '1' : '0')) })).toEqual([
      0, 0,
    ]);
  });

  it('finds an id of the provider, or of a transfer, at once, however many lines are newer', async () => {
    const staged = await stage();
    const { world, two, deposit } = staged;
    const txid = 'aB3'.repeat(21);
    const applyAgain = async (id: typeof deposit.depositId): Promise<void> => {
      world.payments.become(id, { txid });
      const payment = world.payments.invoices.get(id);
      if (payment) await applyFresh(world.services, id, payment);
    };
    await applyAgain(deposit.depositId);
    for (let count = 0; count < 12; count += 1) await openDeposit(world, await world.cardholder(0), 1_000 + count);
    for (const search of [deposit.paymentId ?? '', txid, ` ${txid} `]) {
      for (const find of [staged.everybodys, staged.own]) {
        const answer = await find({ search, limit: '5' });
        expect(answer.reply.map(({ _id }) => _id)).toEqual([deposit.depositId]);
        expect(answer.headers).not.toHaveProperty('search-reached');
        expect(nextPageOf(answer)).toBeUndefined();
      }
      expect((await staged.own({ search }, two)).reply).toEqual([]);
    }
    expect(await counts(staged, { search: txid, status: 'failed' })).toEqual([0, 0]);
    // One transfer may have paid two invoices.
    const other = await openDeposit(world, two, 3_000);
    await applyAgain(other.depositId);
    expect(await counts(staged, { search: txid })).toEqual([2, 1]);
  });

  it('finds a canceled deposit for staff, and not for its owner', async () => {
    const staged = await stage();
    const { world, deposit } = staged;
    await cancelDeposit(world.services, deposit);
    for (const search of [deposit.depositId, deposit.paymentId ?? '']) {
      const { reply } = await staged.everybodys({ search });
      expect(reply.map(({ _id, description }) => [_id, description])).toEqual([
        [deposit.depositId, 'Deposit in USDT · canceled'],
      ]);
      expect((await staged.own({ search })).reply).toEqual([]);
    }
  });

  it('searches the lines for an id that no item has', async () => {
    const staged = await stage();
    for (let count = 0; count < 6; count += 1)
      await openDeposit(staged.world, await staged.world.cardholder(0), 1_000 + count);
    const answer = await staged.everybodys({ search: 'f'.repeat(64), limit: '5' });
    expect(answer.reply).toEqual([]);
    expect(answer.headers).toHaveProperty('search-reached');
    expect(nextPageOf(answer)).toBeDefined();
  });

  it('finds the provider’s id, words and the last four digits of a card', async () => {
    const staged = await stage();
    const { deposit, card, everybodys } = staged;
    const [line] = (await everybodys({ search: deposit.depositId })).reply;
    expect(await counts(staged, { search: line?.tid ?? '' })).toEqual([1, 1]);
    expect(await counts(staged, { search: 'new CARD' })).toEqual([2, 1]);
    const shown = `•••• ${card.last4Digits}`;
    expect((await staged.own({ search: shown })).reply).toEqual((await staged.own({ search: card.last4Digits })).reply);
    expect(await counts(staged, { search: 'nothing like it' })).toEqual([0, 0]);
    const [mine] = (await staged.own({ search: card.last4Digits })).reply;
    expect(mine).toMatchObject({ kind: 'card_creation', cardId: card.cardId });
    const pages = await walkPages((query) => everybodys({ ...query, search: card.last4Digits }), 50);
    expect(pages.flat()).toContainEqual(expect.objectContaining(mine ?? {}));
    expect(await counts(staged, { search: card.cardId })).toEqual([1, 1]);
  });

  it('finds the lines of every card with these last four digits, card by card, page by page', async () => {
    const { world, one, two, card, everybodys } = await stage();
    const [theirs] = await world.store.listCards(two.userId);
    if (!theirs) throw new Error('no card');
    const other = await world.openCard(one);
    const { cardId, userId } = other;
    await world.store.commit([remove('cardOwner', { cardId })]);
    await world.store.commit([insert('cardOwner', { cardId, userId, last4Digits: '1234' })]);
    const wanted = [theirs.cardId, card.cardId];
    for (const limit of [1, 2, 50]) {
      const pages = await walkPages((query) => everybodys({ ...query, search: card.last4Digits }), limit);
      const found = pages.flat().map((line) => line.cardId);
      // The lines of one card stand together, the newest card first.
      expect([...new Set(found)]).toEqual(wanted);
    }
    expect((await everybodys({ search: '1234' })).reply.map((line) => line.cardId)).toContain(cardId);
    expect((await everybodys({ search: '9999' })).reply).toEqual([]);
  });

  it('finds a person by the email address or the id, among everybody', async () => {
    const { one, two, everybodys, own } = await stage();
    for (const search of [one.email, one.email.toUpperCase(), one.userId]) {
      const { reply } = await everybodys({ search });
      expect(new Set(reply.map(({ email }) => email))).toEqual(new Set([one.email]));
      expect(reply).toHaveLength(2);
    }
    expect((await everybodys({ search: 'nobody@nowhere.example' })).reply).toEqual([]);
    expect((await own({ search: two.email })).reply).toEqual([]);
    expect((await own({ search: two.userId })).reply).toEqual([]);
  });

  it('finds a person’s lines by the whole name, page by page; else searches all lines for the words', async () => {
    const { world, everybodys } = await stage();
    const ada = await world.cardholder(100_000, { firstname: 'Ada', lastname: 'Lovelace', email: 'al@example.com' });
    for (let count = 0; count < 3; count += 1) await openDeposit(world, ada, 1_000 + count);
    for (const search of ['Ada Lovelace', 'lovelace  ADA']) {
      for (const limit of [1, 2, 50]) {
        const pages = await walkPages((query) => everybodys({ ...query, search }), limit);
        expect(pages.flat().map(({ email }) => email)).toEqual(Array.from({ length: 3 }, () => ada.email));
      }
    }
    // The beginning of a name may be a word of any line.
    expect((await everybodys({ search: 'ada' })).reply).toEqual([]);
    await world.cardholder(0, { firstname: 'Ada', lastname: 'Lovelace', email: 'other@example.com' });
    expect((await everybodys({ search: 'Ada Lovelace' })).reply).toEqual([]);
    expect((await everybodys({ search: 'new card' })).reply).toHaveLength(2);
  });

  it('finds a name, and words, with any apostrophe and any dash', async () => {
    const { world, everybodys, own, one, card } = await stage();
    const pat = await world.cardholder(100_000, { firstname: 'Pat', lastname: 'O’Brien‑Lee', email: 'p@example.com' });
    await openDeposit(world, pat, 1_000);
    for (const search of ["Pat O'Brien-Lee", 'pat o’brien–lee', 'O‘Brien-Lee Pat']) {
      expect((await everybodys({ search })).reply.map(({ email }) => email)).toEqual([pat.email]);
    }
    await world.store.commit([update('card', card, { name: 'Ann’s – trips' })]);
    expect(card.userId).toBe(one.userId);
    for (const search of ["ann's", 'annʼs', 'Ann´s', 'ann’s - trips']) {
      expect((await own({ search })).reply.map(({ cardId }) => cardId)).toContain(card.cardId);
    }
  });

  it('finds an amount within a span of 31 days, and refuses a longer span or none', async () => {
    const staged = await stage();
    const nowMs = staged.world.clock.now();
    const day = 24 * 60 * 60_000;
    const span = (days: number): Query => ({
      from: new Date(nowMs - days * day + 60_000).toISOString(),
      to: new Date(nowMs + 60_000).toISOString(),
    });
    for (const search of ['$75.50', '75.5', '$ 75.50', '+$75.50', '\u2212$75.50', '-75.50'])
      expect(await counts(staged, { search, ...span(31) })).toEqual([1, 1]);
    expect(await counts(staged, { search: '$20', ...span(1) })).toEqual([3, 1]);
    for (const query of [{ search: '75.50' }, { search: '$75', ...span(32) }]) {
      const refused = await staged.everybodys(query);
      expect(refused).toMatchObject({ status: 400, code: 'ValidationFailed', body: { fields: { search: /./ } } });
    }
  });

  it('finds an amount at once, however many lines are newer; a partly credited deposit by both amounts', async () => {
    const staged = await stage();
    const { world, two, everybodys } = staged;
    const partial = await openDeposit(world, two, 6_000);
    world.payments.become(partial.depositId, { state: 'paid_less', receivedAmount: '48.12' });
    const payment = world.payments.invoices.get(partial.depositId);
    if (payment) await applyFresh(world.services, partial.depositId, payment);
    for (let count = 0; count < 12; count += 1) await openDeposit(world, await world.cardholder(0), 1_000 + count);
    const nowMs = world.clock.now();
    const span = { from: new Date(nowMs - 60_000).toISOString(), to: new Date(nowMs + 60_000).toISOString() };
    for (const [search, found] of [
      ['$75.50', staged.deposit.depositId],
      ['$48.12', partial.depositId],
      ['$60', partial.depositId],
    ] as const) {
      const answer = await everybodys({ search, limit: '5', ...span });
      expect(answer.reply.map(({ _id }) => _id)).toEqual([found]);
      expect(answer.headers).not.toHaveProperty('search-reached');
      expect(nextPageOf(answer)).toBeUndefined();
    }
    expect((await everybodys({ search: '$48.12', status: 'failed', ...span })).reply).toEqual([]);
    expect((await everybodys({ search: '$48.12', ...span, from: span.to, to: '2099-01-01' })).status).toBe(400);
    // Once credited in full, the deposit is no longer found by the smaller sum.
    world.payments.become(partial.depositId, { state: 'paid', receivedAmount: '60.00' });
    const full = world.payments.invoices.get(partial.depositId);
    if (full) await applyFresh(world.services, partial.depositId, full);
    expect((await everybodys({ search: '$48.12', ...span })).reply).toEqual([]);
    const pages = await walkPages((query) => everybodys({ ...query, search: '$20', ...span }), 50);
    expect(pages.flat()).toHaveLength(3);
  });

  it('finds a refunded deposit by what was credited and taken back', async () => {
    const staged = await stage();
    const { world, one, deposit } = staged;
    for (const changes of [{ state: 'paid_less', receivedAmount: '48.12' }, { state: 'refunded' }] as const) {
      world.payments.become(deposit.depositId, changes);
      const payment = world.payments.invoices.get(deposit.depositId);
      if (payment) await applyFresh(world.services, deposit.depositId, payment);
    }
    expect((await world.wallet(one)).availableCents).toBe(98_000);
    const nowMs = world.clock.now();
    const span = { from: new Date(nowMs - 60_000).toISOString(), to: new Date(nowMs + 60_000).toISOString() };
    expect(await counts(staged, { search: '$48.12', ...span })).toEqual([1, 1]);
  });

  it('filters by status, kind and span of time, alone and together, and refuses unknown values', async () => {
    const staged = await stage();
    expect(await counts(staged, { kind: 'deposit' })).toEqual([2, 1]);
    expect(await counts(staged, { kind: 'deposit,card_creation', status: 'completed' })).toEqual([2, 1]);
    expect(await counts(staged, { status: 'failed' })).toEqual([0, 0]);
    const later = new Date(staged.world.clock.now() + 120_000).toISOString();
    expect(await counts(staged, { from: later })).toEqual([0, 0]);
    expect(await counts(staged, { to: later })).toEqual([4, 2]);
    expect(await counts(staged, { to: '2020-01-01' })).toEqual([0, 0]);
    for (const query of [
      { status: 'nonsense' },
      { kind: '' },
      { from: 'yesterday' },
      { from: later, to: '2020-01-01' },
    ])
      expect(await staged.own(query)).toMatchObject({ status: 400, code: 'ValidationFailed' });
  });
});

describe('a page that has not searched all lines', () => {
  it('names the oldest line searched, and its next page continues the same search', async () => {
    const staged = await stage();
    for (let count = 0; count < 4; count += 1) await openDeposit(staged.world, staged.two, 1_000 + count);
    for (const find of [staged.everybodys, (query: Query) => staged.own(query, staged.two)]) {
      let query: Query | undefined = { search: 'new card', limit: '2' };
      const found: string[] = [];
      let pages = 0;
      while (query) {
        const answer = await find(query);
        found.push(...answer.reply.map(({ kind }) => kind));
        query = nextPageOf(answer);
        const reached = answer.headers['search-reached'];
        if (query) {
          expect(reached).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
          expect(query).toMatchObject({ search: 'new card', limit: '2' });
        } else expect(reached).toBeUndefined();
        pages += 1;
      }
      expect(pages).toBeGreaterThan(2);
      expect(new Set(found)).toEqual(new Set(['card_creation']));
    }
  });

  it('refuses the cursor of another search', async () => {
    const staged = await stage();
    for (let count = 0; count < 3; count += 1) await openDeposit(staged.world, staged.one, 1_000 + count);
    const { cursor = '' } = nextPageOf(await staged.everybodys({ search: 'deposit', limit: '1' })) ?? {};
    expect(cursor).not.toBe('');
    expect(await staged.everybodys({ search: 'deposit', limit: '1', cursor })).toMatchObject({ status: 200 });
    for (const query of [{ search: 'card' }, { kind: 'deposit' }, {}])
      expect(await staged.everybodys({ ...query, limit: '1', cursor })).toMatchObject({ status: 400 });
  });

  it('pages through one person’s activity found by the email address', async () => {
    const { two, world, everybodys } = await stage();
    for (let count = 0; count < 4; count += 1) await openDeposit(world, two, 1_000 + count);
    const ids: string[] = [];
    let query: Query | undefined = { search: two.email, limit: '2' };
    while (query) {
      const answer = await everybodys(query);
      ids.push(...answer.reply.map(({ _id }) => _id));
      query = nextPageOf(answer);
    }
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
  });
});
