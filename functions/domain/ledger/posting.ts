import { hash } from 'node:crypto';
import { cents, minus, sum, zero, type Cents } from '#shared/money.ts';
import type { ActivityLine, Entry, JournalRecord, Wallet } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { ReferralAccount } from '#functions/ports/entities/referrals.ts';
import { insert, update, type Store, type Write } from '#functions/ports/store.ts';
import { ownerOf, type WalletBucket } from './chart.ts';
import { debtMark } from './debt-mark.ts';
import { journal, type Draft } from './journal.ts';
import { setAside } from './postings.ts';

/** Further changes to a ledger owner that go into the same write as its balances. */
export type Changes<T> = Partial<Omit<T, 'version' | 'sequence' | 'lastHash' | 'updatedAtMs'>>;

/**
 * Collects what one transaction does to the ledger. Records are posted one after another on the owners (wallet, card,
 * referral account) that were read. `writes` returns the records, one entry per record and ledger owner, and each
 * balance once. A record and the balances that it changes are always in the same transaction: posting on an owner that
 * is missing here throws. In a closed account, each record is followed by one that sets aside what it made available.
 */
export class Posting {
  readonly #atMs: number;
  readonly #records: JournalRecord[] = [];
  readonly #entries: Entry[] = [];
  #wallet: { readonly before: Wallet; after: Wallet } | undefined;
  #card: { readonly before: Card; after: Card } | undefined;
  #referral: { readonly before: ReferralAccount; after: ReferralAccount } | undefined;

  constructor(
    atMs: number,
    parties: { readonly wallet?: Wallet; readonly card?: Card; readonly referral?: ReferralAccount },
  ) {
    this.#atMs = atMs;
    if (parties.wallet) this.#wallet = { before: parties.wallet, after: parties.wallet };
    if (parties.card) this.#card = { before: parties.card, after: parties.card };
    if (parties.referral) this.#referral = { before: parties.referral, after: parties.referral };
  }

  /** The wallet after the posting. */
  get wallet(): Wallet {
    if (!this.#wallet) throw new Error('no wallet takes part');
    return this.#wallet.after;
  }

  /** The card after the posting. */
  get card(): Card {
    if (!this.#card) throw new Error('no card takes part');
    return this.#card.after;
  }

  /** The referral account after the posting. */
  get referral(): ReferralAccount {
    if (!this.#referral) throw new Error('no referral account takes part');
    return this.#referral.after;
  }

  /** The wallet's last entry and the balance after it, as an activity line notes them. */
  get balanceAfter(): Required<Pick<ActivityLine, 'sequence' | 'balanceAfterCents'>> {
    const { sequence, availableCents, debtCents } = this.wallet;
    return { sequence, balanceAfterCents: minus(availableCents, debtCents) };
  }

  /** Posts a draft. Throws when it does not balance, or would make a balance negative that may not be. */
  post(draft: Draft): this {
    const record = journal(draft, this.#atMs);
    const wallet = { available: 0, held: 0, debt: 0, unclaimed: 0 };
    const card = { balance: 0, leaving: 0, fetch: 0 };
    let referral = 0;
    let touchesWallet = false;
    let touchesCard = false;
    for (const leg of record.legs) {
      const owner = ownerOf(leg.account);
      if (owner.of === 'wallet') {
        if (owner.userId !== this.#wallet?.before.userId)
          throw new Error(`${record.kind} changes a wallet that is not here`);
        // A liability grows with credits, an asset (the debt) with debits.
        wallet[owner.bucket] += owner.bucket === 'debt' ? leg.amountCents : -leg.amountCents;
        touchesWallet = true;
      } else if (owner.of === 'card') {
        if (owner.cardId !== this.#card?.before.cardId)
          throw new Error(`${record.kind} changes a card that is not here`);
        card[owner.bucket] += owner.bucket === 'fetch' ? leg.amountCents : -leg.amountCents;
        touchesCard = true;
      } else if (owner.of === 'referral') {
        if (owner.userId !== this.#referral?.before.userId)
          throw new Error(`${record.kind} changes a referral account that is not here`);
        referral -= leg.amountCents;
      }
    }
    this.#records.push(record);
    if (touchesWallet) this.#applyToWallet(record, wallet);
    if (touchesCard) this.#applyToCard(record, card);
    // A record has one leg per account, so zero means that no referral account takes part.
    if (referral !== 0) this.#applyToReferral(record, cents(referral));
    const aside = touchesWallet ? setAside(record, this.wallet) : undefined;
    return aside ? this.post(aside) : this;
  }

  /** Changes other fields of the wallet in the same write. */
  changeWallet(changes: Changes<Wallet>): this {
    if (!this.#wallet) throw new Error('no wallet takes part');
    this.#wallet.after = { ...this.#wallet.after, ...changes };
    return this;
  }

  /** Changes other fields of the card in the same write. */
  changeCard(changes: Changes<Card>): this {
    if (!this.#card) throw new Error('no card takes part');
    this.#card.after = { ...this.#card.after, ...changes };
    return this;
  }

  /** Changes other fields of the referral account in the same write. */
  changeReferral(changes: Changes<ReferralAccount>): this {
    if (!this.#referral) throw new Error('no referral account takes part');
    this.#referral.after = { ...this.#referral.after, ...changes };
    return this;
  }

  /**
   * Returns everything to be committed, without unchanged owners. When a debt begins or ends, the same transaction
   * freezes every card of the account for the debt, or ends that. The cards are read after the wallet: each new card
   * changes the wallet, so none is missed.
   */
  async writes({ listCards }: Pick<Store, 'listCards'>): Promise<readonly Write[]> {
    if (!this.turnsDebt) return this.writesWithoutCards();
    const { userId, debtCents } = this.wallet;
    const isOwing = debtCents > 0;
    this.changeWallet({ dueAtMs: isOwing ? this.#atMs : undefined });
    const own = this.#card && debtMark(this.card, isOwing, this.#atMs);
    if (own) this.changeCard(own);
    const others = (await listCards(userId)).filter(({ cardId }) => cardId !== this.#card?.before.cardId);
    const marks = others.flatMap((card) => {
      const mark = debtMark(card, isOwing, this.#atMs);
      return mark ? [update('card', card, { ...mark, updatedAtMs: this.#atMs })] : [];
    });
    return [...this.#collect(), ...marks];
  }

  /** Returns the writes of a posting that neither begins nor ends a debt. Throws for any other posting. */
  writesWithoutCards(): readonly Write[] {
    if (this.turnsDebt) throw new Error('a debt begins or ends, and the cards are not here');
    return this.#collect();
  }

  /** True when the posting begins or ends a debt: cards are then due at the issuer. */
  get turnsDebt(): boolean {
    return this.#wallet !== undefined && this.#wallet.before.debtCents > 0 !== this.#wallet.after.debtCents > 0;
  }

  #collect(): readonly Write[] {
    const writes: Write[] = this.#records.map((record) => insert('journal', record));
    for (const entry of this.#entries) writes.push(insert('entry', entry));
    if (this.#wallet && this.#wallet.after !== this.#wallet.before) {
      writes.push(update('wallet', this.#wallet.before, { ...this.#wallet.after, updatedAtMs: this.#atMs }));
    }
    if (this.#card && this.#card.after !== this.#card.before) {
      writes.push(update('card', this.#card.before, { ...this.#card.after, updatedAtMs: this.#atMs }));
    }
    if (this.#referral && this.#referral.after !== this.#referral.before) {
      const { before, after } = this.#referral;
      writes.push(update('referralAccount', before, { ...after, updatedAtMs: this.#atMs }));
    }
    return writes;
  }

  #applyToWallet(record: JournalRecord, change: Readonly<Record<WalletBucket, number>>): void {
    const before = this.wallet;
    const after = {
      availableCents: cents(before.availableCents + change.available),
      heldCents: cents(before.heldCents + change.held),
      debtCents: cents(before.debtCents + change.debt),
    };
    const unclaimedBefore = before.unclaimedCents ?? zero;
    const unclaimedCents = sum(unclaimedBefore, cents(change.unclaimed));
    // Only the entries of an account that is or was closed have this bucket.
    const hasUnclaimed = unclaimedBefore !== 0 || unclaimedCents !== 0;
    if (unclaimedCents < 0) throw new Error(`${record.kind} would make unclaimed negative`);
    for (const [bucket, amount] of Object.entries(after)) {
      if (amount < 0) throw new Error(`${record.kind} would make ${bucket.replace('Cents', '')} negative`);
    }
    const entry = chained(before, before.userId, record, {
      deltas: {
        available: minus(after.availableCents, before.availableCents),
        held: minus(after.heldCents, before.heldCents),
        debt: minus(after.debtCents, before.debtCents),
        ...(hasUnclaimed ? { unclaimed: cents(change.unclaimed) } : {}),
      },
      after: {
        available: after.availableCents,
        held: after.heldCents,
        debt: after.debtCents,
        ...(hasUnclaimed ? { unclaimed: unclaimedCents } : {}),
      },
    });
    this.#entries.push(entry);
    this.changeWallet({ ...after, ...(hasUnclaimed ? { unclaimedCents } : {}) });
    this.#wallet = { before: this.#wallet?.before ?? before, after: advanced(this.wallet, entry) };
  }

  #applyToCard(record: JournalRecord, change: { balance: number; leaving: number; fetch: number }): void {
    const before = this.card;
    const after = {
      balanceCents: sum(before.balanceCents, cents(change.balance)),
      pendingOutCents: sum(before.pendingOutCents, cents(change.leaving)),
    };
    const fetchBefore = before.fetchCents ?? zero;
    const fetchCents = sum(fetchBefore, cents(change.fetch));
    // Only the entries of a card that is being deleted have this bucket.
    const hasFetch = fetchBefore !== 0 || fetchCents !== 0;
    if (after.pendingOutCents < 0) throw new Error(`${record.kind} would make what leaves the card negative`);
    const entry = chained(before, before.cardId, record, {
      deltas: {
        balance: minus(after.balanceCents, before.balanceCents),
        leaving: minus(after.pendingOutCents, before.pendingOutCents),
        ...(hasFetch ? { fetch: cents(change.fetch) } : {}),
      },
      after: {
        balance: after.balanceCents,
        leaving: after.pendingOutCents,
        ...(hasFetch ? { fetch: fetchCents } : {}),
      },
    });
    this.#entries.push(entry);
    this.changeCard({ ...after, ...(hasFetch ? { fetchCents } : {}) });
    this.#card = { before: this.#card?.before ?? before, after: advanced(this.card, entry) };
  }

  /** A referral account may go below zero: a reward that is taken back may have been paid out. */
  #applyToReferral(record: JournalRecord, change: Cents): void {
    const before = this.referral;
    const balanceCents = sum(before.balanceCents, change);
    const entry = chained(before, `referral:${before.userId}`, record, {
      deltas: { rewards: change },
      after: { rewards: balanceCents },
    });
    this.#entries.push(entry);
    this.changeReferral({ balanceCents });
    this.#referral = { before: this.#referral?.before ?? before, after: advanced(this.referral, entry) };
  }
}

function advanced<T extends Wallet | Card | ReferralAccount>(owner: T, entry: Entry): T {
  return { ...owner, sequence: entry.sequence, lastHash: entry.hash };
}

function chained(
  owner: { readonly sequence: number; readonly lastHash: string },
  ownerId: Entry['ownerId'],
  record: JournalRecord,
  amounts: { readonly deltas: Record<string, Cents>; readonly after: Record<string, Cents> },
): Entry {
  const entry = {
    ownerId,
    sequence: owner.sequence + 1,
    journalId: record.journalId,
    ...amounts,
    atMs: record.atMs,
    previousHash: owner.lastHash,
  };
  return { ...entry, hash: entryHash(entry) };
}

/**
 * Returns the hash that chains an entry to the one before it: base64url SHA-256 over all its fields in a fixed order.
 */
export function entryHash(entry: Omit<Entry, 'hash'>): string {
  const sorted = (amounts: Readonly<Record<string, Cents>>): unknown =>
    Object.entries(amounts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { ownerId, sequence, journalId, deltas, after, atMs, previousHash } = entry;
  const fields = [ownerId, sequence, journalId, sorted(deltas), sorted(after), atMs, previousHash];
  return hash('sha256', JSON.stringify(fields), 'base64url');
}
