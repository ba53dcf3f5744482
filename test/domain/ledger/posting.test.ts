import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { account, ownerOf } from '#functions/domain/ledger/chart.ts';
import { credit, debit, journal } from '#functions/domain/ledger/journal.ts';
import { entryHash, Posting } from '#functions/domain/ledger/posting.ts';
import type { Entry, Wallet } from '#functions/ports/entities.ts';

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
const draft = (...legs: ReturnType<typeof debit>[]) => ({ journalId: 'j', kind: 'test', cause: 'c', legs });

describe('a journal record', () => {
  it('that does not sum to zero cannot be made', () => {
    const legs = [debit(account.providerClearing, cents(10)), credit(account.available(userId), cents(9))];
    expect(() => journal(draft(...legs), 1)).toThrow('does not balance');
  });

  it('that moves nothing cannot be made', () => {
    const legs = [debit(account.providerClearing, cents(0)), credit(account.available(userId), cents(0))];
    expect(() => journal(draft(...legs), 1)).toThrow('moves nothing');
  });

  it('only names accounts of the chart', () => {
    expect(() => ownerOf('U:usr_1:SPARE')).toThrow('no such account');
    expect(() => ownerOf('REV:UNHEARD_OF')).toThrow('no such account');
    expect(ownerOf('CARD:crd_1:OUT')).toEqual({ of: 'card', cardId: 'crd_1', bucket: 'leaving' });
  });
});

describe('posting', () => {
  it('writes record, entry and balance together, chained to what was before', () => {
    const posting = new Posting(5, { wallet }).post(
      draft(debit(account.available(userId), cents(300)), credit(account.held(userId), cents(300))),
    );
    const kinds = posting.writes().map(({ write, kind }) => `${write} ${kind}`);
    expect(kinds).toEqual(['insert journal', 'insert entry', 'update wallet']);
    const entry = posting.writes().find(({ kind }) => kind === 'entry');
    const { hash, ...rest } = (entry as { value: Entry }).value;
    expect(rest).toMatchObject({ sequence: 8, previousHash: 'before', after: { available: 700, held: 300, debt: 0 } });
    expect(hash).toBe(entryHash(rest));
    expect(posting.wallet).toMatchObject({ availableCents: 700, heldCents: 300, sequence: 8, lastHash: hash });
  });

  it('refuses to make a balance negative', () => {
    const legs = [debit(account.available(userId), cents(1_001)), credit(account.held(userId), cents(1_001))];
    expect(() => new Posting(5, { wallet }).post(draft(...legs))).toThrow('would make available negative');
  });

  it('refuses to change an account whose owner does not take part', () => {
    const other = 'usr_00000000000000000000000002' as const;
    const legs = [debit(account.available(userId), cents(1)), credit(account.available(other), cents(1))];
    expect(() => new Posting(5, { wallet }).post(draft(...legs))).toThrow('a wallet that is not here');
  });

  it('keeps the sum of a person’s accounts, whatever is held and released', () => {
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
