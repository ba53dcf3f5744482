import { expect } from 'vitest';
import type { Entry } from '#functions/ports/entities/books.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { entryHash } from '#functions/domain/ledger/posting.ts';
import { ownerOf } from '#functions/domain/ledger/chart.ts';
import { balanceAfterError } from './balance-after-error.ts';
import type { MemoryStore } from './memory-store.ts';

/**
 * Checks all that must hold for the books at any moment (I1 to I6 of test/simulation/README.md): records balance,
 * balances are the sums of their entries, entries are gapless and chained, holds belong to open operations.
 */
export function expectSoundBooks({ store }: { readonly store: Pick<MemoryStore, 'all'> }): void {
  const journal = store.all('journal');
  const totals = new Map<string, number>();
  for (const { legs, journalId } of journal) {
    expect(
      legs.reduce((total, leg) => total + leg.amountCents, 0),
      `${journalId} sums to zero`,
    ).toBe(0);
    for (const leg of legs) totals.set(leg.account, (totals.get(leg.account) ?? 0) + leg.amountCents);
  }
  const entries = store.all('entry');
  const entriesOf = (ownerId: string): Entry[] =>
    entries.filter((entry) => entry.ownerId === ownerId).toSorted((a, b) => a.sequence - b.sequence);

  for (const wallet of store.all('wallet')) {
    const { userId, availableCents, heldCents, debtCents, closedAtMs, unclaimedCents = 0 } = wallet;
    expect(
      Math.min(availableCents, heldCents, debtCents, unclaimedCents),
      `${userId} has no negative balance`,
    ).toBeGreaterThanOrEqual(0);
    expectChain(entriesOf(userId), wallet);
    const own = entriesOf(userId);
    for (const line of store.all('movement'))
      if (line.userId === userId) expect(balanceAfterError(line, (sequence) => own[sequence - 1])).toBeUndefined();
    const last = entriesOf(userId).at(-1)?.after;
    const unclaimed = last?.['unclaimed'] === undefined ? {} : { unclaimed: unclaimedCents };
    if (last) expect({ available: availableCents, held: heldCents, debt: debtCents, ...unclaimed }).toEqual(last);
    expect(-(totals.get(`U:${userId}:UNCLAIMED`) ?? 0) + 0, `${userId} unclaimed is the journal's`).toBe(
      unclaimedCents,
    );
    if (closedAtMs === undefined) expect(unclaimedCents, `${userId} is open and has all its money`).toBe(0);
    else expect(availableCents, `${userId} is closed and has nothing to spend`).toBe(0);
    expect(-(totals.get(`U:${userId}:AVAIL`) ?? 0) + 0, `${userId} available is the journal's`).toBe(availableCents);
    expect(-(totals.get(`U:${userId}:HELD`) ?? 0) + 0, `${userId} held is the journal's`).toBe(heldCents);
    expect(totals.get(`U:${userId}:DEBT`) ?? 0, `${userId} debt is the journal's`).toBe(debtCents);
    const open = store
      .all('operation')
      .filter(
        (operation) => operation.userId === userId && operation.state !== 'settled' && operation.state !== 'released',
      );
    const isFromBalance = ({ kind }: Operation): boolean => kind === 'card_creation' || kind === 'card_load';
    expect(heldCents, `${userId} holds what is under way`).toBe(
      open.filter(isFromBalance).reduce((total, operation) => total + operation.amountCents + operation.feeCents, 0),
    );
    const cards = store.all('card').filter((card) => card.userId === userId);
    expect(wallet.cardCount, `${userId} counts the cards that are there`).toBe(
      cards.filter(({ lifecycle }) => !['deleted', 'failed', 'retiring'].includes(lifecycle)).length,
    );
    expect(wallet.retiringCount ?? 0, `${userId} counts the cards that the issuer is to close`).toBe(
      cards.filter(({ lifecycle }) => lifecycle === 'retiring').length,
    );
    for (const { cardId, lifecycle, balanceCents, pendingOutCents, fetchCents = 0 } of cards) {
      const leaving = open.filter((operation) => operation.cardId === cardId && !isFromBalance(operation));
      expect(pendingOutCents, `${cardId} lets go what is on its way to the balance`).toBe(
        leaving.reduce((total, { isCredited, amountCents }) => total + (isCredited ? 0 : amountCents), 0),
      );
      expect(-(totals.get(`CARD:${cardId}:OUT`) ?? 0) + 0, `${cardId} leaving is the journal's`).toBe(pendingOutCents);
      if (lifecycle === 'deleted') expect(balanceCents, `${cardId} is deleted and holds nothing`).toBe(0);
      expect(totals.get(`CARD:${cardId}:FETCH`) ?? 0, `${cardId} to be fetched is the journal's`).toBe(fetchCents);
      if (lifecycle !== 'retiring') expect(fetchCents, `${cardId} is not retiring, nothing is to be fetched`).toBe(0);
      if (lifecycle === 'retiring') expect(balanceCents, `${cardId} is retiring and owes nothing`).toBeGreaterThan(-1);
      if (lifecycle === 'closing' || lifecycle === 'retiring')
        expect(
          leaving.map(({ kind }) => kind),
          `${cardId} is being closed by an operation`,
        ).toEqual(['card_closing']);
    }
  }
  const rewards = store.all('reward');
  for (const referral of store.all('referralAccount')) {
    const { userId, balanceCents, withdrawnCents, requested } = referral;
    expectChain(entriesOf(`referral:${userId}`), referral);
    expect(-(totals.get(`U:${userId}:REFERRAL`) ?? 0) + 0, `${userId} rewards are the journal's`).toBe(balanceCents);
    const matured = rewards.filter((reward) => reward.referrerId === userId && reward.stage === 'matured');
    expect(balanceCents + withdrawnCents, `${userId} has what was earned`).toBe(
      matured.reduce((total, reward) => total + reward.amountCents, 0),
    );
    expect(requested === undefined || referral.dueAtMs !== undefined, `${userId} is found by the payout job`).toBe(
      true,
    );
  }
  const paidOut = store.all('movement').filter((line) => line.kind === 'referral_payout');
  expect(
    store.all('referralAccount').reduce((total, { withdrawnCents }) => total + withdrawnCents, 0),
    'what was withdrawn is in the activity lists',
  ).toBe(paidOut.reduce((total, line) => total + line.paidCents, 0));
  const lines = store.all('cardTransaction');
  for (const card of store.all('card')) {
    expectChain(entriesOf(card.cardId), card);
    expect(-(totals.get(`CARD:${card.cardId}`) ?? 0) + 0, `${card.cardId} balance is the journal's`).toBe(
      card.balanceCents,
    );
    const numbers = lines.filter(({ cardId }) => cardId === card.cardId).map(({ number }) => number);
    expect(
      numbers.toSorted((a, b) => a - b),
      `${card.cardId} counts its history`,
    ).toEqual(Array.from({ length: card.transactionCount }, (_, index) => index + 1));
  }
  const opened = journal.filter(({ cause }) => cause === 'opening').flatMap(({ legs }) => legs);
  const broughtIn = opened.reduce((total, { amountCents }) => total + Math.max(0, amountCents), 0);
  expect(
    totals.get('PROV:CLEARING') ?? 0,
    'what the payment provider has for us is what was credited less its commission',
  ).toBe(
    store
      .all('deposit')
      .reduce(
        (total, { creditedCents, surplusCents, refusedCents = 0, sentBackCents = 0, commissionCents = 0 }) =>
          total + creditedCents + surplusCents + refusedCents + sentBackCents - commissionCents,
        broughtIn,
      ),
  );
  expect(-(totals.get('SUSP:DEPOSIT') ?? 0) + 0, 'what is set aside is what deposits say is').toBe(
    store.all('deposit').reduce((total, { frozenCents, surplusCents }) => total + frozenCents + surplusCents, 0),
  );
  expect(-(totals.get('SUSP:REFUSED') ?? 0) + 0, 'what is refused is what deposits say is').toBe(
    store.all('deposit').reduce((total, { refusedCents = 0 }) => total + refusedCents, 0),
  );
  const cardsTotal = [...totals].reduce((total, [name, amount]) => total + (isOnCard(name) ? amount : 0), 0);
  expect(cardsTotal + (totals.get('ISS:ALLOC') ?? 0), 'cards are what is allocated at the issuer').toBe(0);
}

/** True for an account whose money is allocated to cards at the issuer. Money that is still to be fetched is not. */
function isOnCard(name: string): boolean {
  const owner = ownerOf(name);
  return owner.of === 'card' && owner.bucket !== 'fetch';
}

function expectChain(
  entries: readonly Entry[],
  holder: { readonly sequence: number; readonly lastHash: string },
): void {
  let previousHash = '';
  entries.forEach((entry, index) => {
    expect(entry.sequence).toBe(index + 1);
    expect(entry.previousHash).toBe(previousHash);
    const { hash, ...rest } = entry;
    expect(hash).toBe(entryHash(rest));
    previousHash = hash;
  });
  expect(holder.sequence).toBe(entries.length);
  expect(holder.lastHash).toBe(previousHash);
}
