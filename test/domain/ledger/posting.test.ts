import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, type Cents } from '#shared/money.ts';
import { account, ownerOf } from '#functions/domain/ledger/chart.ts';
import { credit, debit, journal } from '#functions/domain/ledger/journal.ts';
import { entryHash, Posting } from '#functions/domain/ledger/posting.ts';
import type { Entry, Wallet } from '#functions/ports/entities/books.ts';
import { samples } from '#test/support/sample-entities.ts';

const userId = 'usr_00000000000000000000000001' as const;
const wallet: Wallet = {
  userId,
  availableCents: cents(1_000),
  heldCents: cents(0),
  debtCents: cents(0),
  cardCount: 0,
  sequence: 7,
  lastHash: 'before',
  updatedAtMs: 0,
  version: 3,
};
const { card } = samples;
const draft = (...legs: ReturnType<typeof debit>[]) => ({ journalId: 'j', kind: 'test', cause: 'c', legs });

describe('the balance after a posting, for an activity line', () => {
  it('is the available balance of the last entry less the debt, with the entry number', () => {
    const owing = { ...wallet, debtCents: cents(30), availableCents: cents(0) };
    const posting = new Posting(1, { wallet: owing });
    posting.post(draft(debit(account.providerClearing, cents(10)), credit(account.debt(userId), cents(10))));
    expect(posting.balanceAfter).toEqual({ sequence: 8, balanceAfterCents: -20 });
    const legs = [
      debit(account.providerClearing, cents(25)),
      credit(account.debt(userId), cents(20)),
      credit(account.available(userId), cents(5)),
    ];
    posting.post({ ...draft(...legs), journalId: 'k' });
    expect(posting.balanceAfter).toEqual({ sequence: 9, balanceAfterCents: 5 });
  });
});

describe('a journal record', () => {
  it('that does not sum to zero cannot be made', () => {
    const legs = [debit(account.providerClearing, cents(10)), credit(account.available(userId), cents(9))];
    expect(() => journal(draft(...legs), 1)).toThrow('does not balance');
  });

  it('that moves nothing cannot be made', () => {
    const legs = [debit(account.providerClearing, cents(0)), credit(account.available(userId), cents(0))];
    expect(() => journal(draft(...legs), 1)).toThrow('moves nothing');
  });

  it.each([0.5, Number.NaN, Infinity, 2 ** 53])('of %s cents cannot be made', (amount) => {
    const legs = [
      { account: account.providerClearing, amountCents: amount as Cents },
      { account: account.available(userId), amountCents: -amount as Cents },
    ];
    expect(() => journal(draft(...legs), 1)).toThrow('not an amount in cents');
  });

  it('without legs cannot be made', () => {
    expect(() => journal(draft(), 1)).toThrow('test moves nothing');
  });

  it('leaves out legs of zero cents', () => {
    const legs = [debit(account.issuerFloat, cents(3)), credit(account.cardFees, cents(0))];
    expect(journal(draft(...legs, credit(account.issuerAllocated, cents(3))), 1).legs).toEqual([
      { account: 'ISS:FLOAT', amountCents: 3 },
      { account: 'ISS:ALLOC', amountCents: -3 },
    ]);
  });

  it.each([
    'U:usr_1:SPARE',
    'U:usr_1',
    'U',
    'X:usr_1:AVAIL',
    'X:usr_1:REFERRAL',
    'CARD',
    'CARD:crd_1:IN',
    'KARD:crd_1',
    'REV:UNHEARD_OF',
    '',
  ])('cannot name %j, which is not in the chart of accounts', (name) => {
    expect(() => ownerOf(name)).toThrow(`no such account: ${name}`);
  });

  it.each<readonly [string, object]>([
    ['U:usr_1:AVAIL', { of: 'wallet', userId: 'usr_1', bucket: 'available' }],
    ['U:usr_1:HELD', { of: 'wallet', userId: 'usr_1', bucket: 'held' }],
    ['U:usr_1:DEBT', { of: 'wallet', userId: 'usr_1', bucket: 'debt' }],
    ['U:usr_1:REFERRAL', { of: 'referral', userId: 'usr_1' }],
    ['CARD:crd_1', { of: 'card', cardId: 'crd_1', bucket: 'balance' }],
    ['CARD:crd_1:OUT', { of: 'card', cardId: 'crd_1', bucket: 'leaving' }],
    ...[
      'PROV:CLEARING',
      'ISS:FLOAT',
      'ISS:ALLOC',
      'REV:CARD_FEE',
      'REV:LOAD_FEE',
      'EXP:REFERRAL',
      'EXP:ADJUSTMENT',
      'SUSP:DEPOSIT',
      'SUSP:ISSUER',
    ].map((name) => [name, { of: 'platform' }] as const),
  ])('finds the owner of %s', (name, owner) => {
    expect(ownerOf(name)).toEqual(owner);
  });
});

describe('posting', () => {
  it('writes record, entry and balance together, chained to the last entry', () => {
    const posting = new Posting(5, { wallet }).post(
      draft(debit(account.available(userId), cents(300)), credit(account.held(userId), cents(300))),
    );
    const kinds = posting.writesWithoutCards().map(({ write, kind }) => `${write} ${kind}`);
    expect(kinds).toEqual(['insert journal', 'insert entry', 'update wallet']);
    const entry = posting.writesWithoutCards().find(({ kind }) => kind === 'entry');
    const { hash, ...rest } = (entry as { value: Entry }).value;
    expect(rest).toMatchObject({ sequence: 8, previousHash: 'before', after: { available: 700, held: 300, debt: 0 } });
    expect(hash).toBe(entryHash(rest));
    expect(posting.wallet).toMatchObject({ availableCents: 700, heldCents: 300, sequence: 8, lastHash: hash });
  });

  it.each([
    ['available', account.available(userId), account.held(userId)],
    ['held', account.held(userId), account.available(userId)],
    ['debt', account.available(userId), account.debt(userId)],
  ])('refuses to make %s negative', (bucket, from, to) => {
    const legs = [debit(from, cents(1_001)), credit(to, cents(1_001))];
    const rich = { ...wallet, availableCents: cents(bucket === 'debt' ? 5_000 : 1_000) };
    expect(() => new Posting(5, { wallet: rich }).post(draft(...legs))).toThrow(`test would make ${bucket} negative`);
  });

  it('adds up two legs of one account', () => {
    const [one, two] = [cents(1), cents(2)];
    const { availableCents } = new Posting(5, { wallet }).post(
      draft(
        debit(account.available(userId), one),
        debit(account.available(userId), two),
        credit(account.cardFees, cents(3)),
      ),
    ).wallet;
    expect(availableCents).toBe(wallet.availableCents - 3);
    const onCard = [credit(account.card(card.cardId), one), credit(account.card(card.cardId), two)];
    const { balanceCents } = new Posting(5, { card }).post(
      draft(debit(account.issuerAllocated, cents(3)), ...onCard),
    ).card;
    expect(balanceCents).toBe(card.balanceCents + 3);
  });

  it('refuses to let more leave a card than was set aside, but lets its balance go negative', () => {
    const legs = [debit(account.cardLeaving(card.cardId), cents(1)), credit(account.card(card.cardId), cents(1))];
    const none = { ...card, pendingOutCents: cents(0) };
    expect(() => new Posting(5, { card: none }).post(draft(...legs))).toThrow(
      'would make what leaves the card negative',
    );
    const all = { ...card, pendingOutCents: cents(1) };
    expect(new Posting(5, { card: all }).post(draft(...legs)).card.pendingOutCents).toBe(0);
    const charge = [debit(account.card(card.cardId), cents(9_999)), credit(account.issuerAllocated, cents(9_999))];
    const broke = { ...card, balanceCents: cents(0) };
    expect(new Posting(5, { card: broke }).post(draft(...charge)).card.balanceCents).toBe(-9_999);
  });

  it.each([
    ['a wallet', 'U:usr_00000000000000000000000002:AVAIL'],
    ['a card', 'CARD:crd_00000000000000000000000002'],
    ['a referral account', 'U:usr_00000000000000000000000002:REFERRAL'],
  ])('refuses to change %s that does not take part', (what, other) => {
    const legs = [debit(account.providerClearing, cents(1)), credit(other, cents(1))];
    for (const parties of [{ wallet, card, referral: samples.referralAccount }, {}]) {
      const posting = new Posting(5, parties);
      expect(() => posting.post(draft(...legs))).toThrow(`test changes ${what} that is not here`);
      expect(posting.writesWithoutCards()).toEqual([]);
    }
  });

  it('throws for a wallet, card or referral account that takes no part', () => {
    const posting = new Posting(5, {});
    expect(() => posting.wallet).toThrow('no wallet takes part');
    expect(() => posting.card).toThrow('no card takes part');
    expect(() => posting.referral).toThrow('no referral account takes part');
    expect(() => posting.changeWallet({ cardCount: 1 })).toThrow('no wallet takes part');
    expect(() => posting.changeCard({ lifecycle: 'open' })).toThrow('no card takes part');
    expect(() => posting.changeReferral({ isPremium: true })).toThrow('no referral account takes part');
  });

  it('writes a wallet, card or referral account changed without a posting, and leaves out unchanged ones', () => {
    const parties = { wallet, card, referral: samples.referralAccount };
    expect(new Posting(5, parties).writesWithoutCards()).toEqual([]);
    const written = (change: (posting: Posting) => Posting): unknown =>
      change(new Posting(5, parties))
        .writesWithoutCards()
        .map(({ write, kind, ...rest }) => [write, kind, 'value' in rest ? rest.value : undefined]);
    expect(written((posting) => posting.changeWallet({ cardCount: 3 }))).toEqual([
      ['update', 'wallet', { ...wallet, cardCount: 3, updatedAtMs: 5, version: wallet.version + 1 }],
    ]);
    expect(written((posting) => posting.changeCard({ lifecycle: 'closing' }))).toEqual([
      ['update', 'card', { ...card, lifecycle: 'closing', updatedAtMs: 5, version: card.version + 1 }],
    ]);
    const { referralAccount } = samples;
    expect(written((posting) => posting.changeReferral({ isPremium: true }))).toEqual([
      [
        'update',
        'referralAccount',
        { ...referralAccount, isPremium: true, updatedAtMs: 5, version: referralAccount.version + 1 },
      ],
    ]);
  });

  it('writes one entry per owner in a record, each chained to the last entry of that owner', () => {
    const referral = { ...samples.referralAccount, userId, balanceCents: cents(900), sequence: 4, lastHash: 'reward' };
    const own = {
      ...card,
      userId,
      balanceCents: cents(100),
      pendingOutCents: cents(60),
      sequence: 9,
      lastHash: 'card',
    };
    const posting = new Posting(5, { wallet, card: own, referral }).post(
      draft(
        debit(account.cardLeaving(own.cardId), cents(60)),
        debit(account.referral(userId), cents(25)),
        credit(account.available(userId), cents(75)),
        credit(account.card(own.cardId), cents(10)),
      ),
    );
    const entries = posting
      .writesWithoutCards()
      .flatMap((each) => (each.kind === 'entry' ? [(each as { value: Entry }).value] : []));
    expect(entries.map(({ hash: _hash, ...entry }) => entry)).toEqual([
      {
        ownerId: userId,
        sequence: 8,
        journalId: 'j',
        deltas: { available: 75, held: 0, debt: 0 },
        after: { available: 1_075, held: 0, debt: 0 },
        atMs: 5,
        previousHash: 'before',
      },
      {
        ownerId: own.cardId,
        sequence: 10,
        journalId: 'j',
        deltas: { balance: 10, leaving: -60 },
        after: { balance: 110, leaving: 0 },
        atMs: 5,
        previousHash: 'card',
      },
      {
        ownerId: `referral:${userId}`,
        sequence: 5,
        journalId: 'j',
        deltas: { rewards: -25 },
        after: { rewards: 875 },
        atMs: 5,
        previousHash: 'reward',
      },
    ]);
    expect(posting.referral).toMatchObject({ balanceCents: 875, sequence: 5, lastHash: entries[2]?.hash });
    expect(posting.card).toMatchObject({ balanceCents: 110, pendingOutCents: 0, lastHash: entries[1]?.hash });
  });

  it('posts a second record on the balance after the first, and writes the balance once', () => {
    const hold = (amount: number) =>
      draft(debit(account.available(userId), cents(amount)), credit(account.held(userId), cents(amount)));
    const posting = new Posting(5, { wallet }).post(hold(300)).post({ ...hold(200), journalId: 'k' });
    const writes = posting.writesWithoutCards();
    expect(writes.map(({ kind }) => kind)).toEqual(['journal', 'journal', 'entry', 'entry', 'wallet']);
    const [first, second] = writes.flatMap((each) => (each.kind === 'entry' ? [(each as { value: Entry }).value] : []));
    expect(second).toMatchObject({ sequence: 9, previousHash: first?.hash, after: { available: 500, held: 500 } });
    expect(writes.at(-1)).toMatchObject({ value: { availableCents: 500, heldCents: 500, sequence: 9, version: 4 } });
  });

  it('keeps the sum of a person’s accounts through any holds and releases', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ hold: fc.boolean(), amount: fc.integer({ min: 1, max: 1_200 }) }), { maxLength: 30 }),
        (moves) => {
          const posting = new Posting(5, { wallet });
          for (const { hold, amount } of moves) {
            const [from, to] = hold
              ? [account.available(userId), account.held(userId)]
              : [account.held(userId), account.available(userId)];
            const room = hold ? posting.wallet.availableCents : posting.wallet.heldCents;
            const move = (): unknown => posting.post(draft(debit(from, cents(amount)), credit(to, cents(amount))));
            if (amount > room) {
              expect(move).toThrow('negative');
              return;
            }
            move();
            expect(posting.wallet.availableCents + posting.wallet.heldCents).toBe(1_000);
          }
        },
      ),
    );
  });
});

describe('the hash of an entry', () => {
  const entry = { ...samples.entry, deltas: { available: cents(5), held: cents(0) }, after: { available: cents(7) } };

  it('is the same for the same entry, at any order of its amounts', () => {
    expect(entryHash(entry)).toBe(entryHash({ ...entry, deltas: { held: cents(0), available: cents(5) } }));
    expect(entryHash(entry)).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    { ownerId: 'crd_00000000000000000000000009' as const },
    { sequence: 2 },
    { journalId: 'another' },
    { deltas: { available: cents(6), held: cents(0) } },
    { deltas: { held: cents(5), available: cents(0) } },
    { after: { available: cents(8) } },
    { atMs: samples.entry.atMs + 1 },
    { previousHash: 'another' },
  ])('changes with %j', (changed) => {
    expect(entryHash({ ...entry, ...changed })).not.toBe(entryHash(entry));
  });
});
