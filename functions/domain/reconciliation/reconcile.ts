import type { Card, Entry, HolderId, JournalRecord, Wallet } from '#functions/ports/entities.ts';
import type { Services } from '#functions/ports/services.ts';
import { journalShards } from '#functions/ports/store.ts';
import type { Id } from '#shared/ids.ts';
import { inParallel } from '../in-parallel.ts';
import { ownerOf } from '../ledger/chart.ts';
import { entryHash } from '../ledger/posting.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'log' | 'issuer'>;

/** How many records of a shard are read at once. */
const pageSize = 500;

/** How many days the light run looks back: whoever moved money since yesterday. */
const daysBack = 2;

/** An operation that is due for longer than this is stuck, in milliseconds. */
const stuckAfterMs = 30 * 60_000;

/** The same for what an hourly job looks for. */
const hourlyStuckAfterMs = 150 * 60_000;

/** What a run found. A break is logged with its class and evidence; nothing is ever mended here. */
export type ReconciliationReport = { readonly records: number; readonly holders: number; readonly breaks: number };

/**
 * The hourly light reconciliation (design/reliability.md section 3.7): every record of the last two days balances; the
 * accounts that they touched are the end of their own gapless, chained entries; a card at rest has at the issuer what it
 * has here; nothing is stuck.
 */
export async function reconcile(needs: Needs): Promise<ReconciliationReport> {
  const { store, clock, log } = needs;
  const nowMs = clock.now();
  let breaks = 0;
  const tell = (kind: string, evidence: Record<string, string | number | undefined>): void => {
    breaks += 1;
    log.error('reconciliation break', { class: kind, ...evidence });
  };

  const touched = { users: new Set<Id<'user'>>() };
  let records = 0;
  for await (const record of recentRecords(needs, nowMs)) {
    records += 1;
    const total = record.legs.reduce((sum, leg) => sum + leg.amountCents, 0);
    if (total !== 0) tell('UNBALANCED', { journalId: record.journalId, cents: total });
    noteHolders(record, touched);
  }

  const users = await inParallel(
    [...touched.users],
    8,
    async (userId) => {
      const wallet = await store.get('wallet', { userId });
      if (wallet) await checkHolder(needs, userId, wallet, walletBalance(wallet), tell);
      const referral = await store.get('referralAccount', { userId });
      if (referral) {
        await checkHolder(needs, `referral:${userId}`, referral, { rewards: referral.balanceCents }, tell);
      }
      for (const card of await store.listCards(userId)) {
        await checkHolder(
          needs,
          card.cardId,
          card,
          { balance: card.balanceCents, leaving: card.pendingOutCents },
          tell,
        );
        await checkAtIssuer(needs, card, tell);
      }
    },
    (userId, thrown) => tell('UNREADABLE', { userId, detail: thrown instanceof Error ? thrown.message : 'unknown' }),
  );

  for (const operation of await store.listDueOperations(nowMs - stuckAfterMs, pageSize)) {
    tell('STUCK', { operationId: operation.operationId, kind: operation.kind, ageMs: nowMs - operation.createdAtMs });
  }
  for (const deposit of await store.listDueDeposits(nowMs - stuckAfterMs, pageSize)) {
    tell('STUCK', { depositId: deposit.depositId, ageMs: nowMs - deposit.createdAtMs });
  }
  for (const { refereeId, event } of await store.listDueRewards(nowMs - hourlyStuckAfterMs, pageSize)) {
    tell('STUCK', { refereeId, event });
  }
  for (const { userId, dueAtMs } of await store.listDueReferralAccounts(nowMs - hourlyStuckAfterMs, pageSize)) {
    tell('STUCK', { userId, payoutDueAtMs: dueAtMs });
  }
  return { records, holders: users.done, breaks };
}

async function* recentRecords({ store }: Needs, nowMs: number): AsyncGenerator<JournalRecord> {
  for (let back = 0; back < daysBack; back += 1) {
    const day = new Date(nowMs - back * 24 * 60 * 60_000).toISOString().slice(0, 10);
    for (let shard = 0; shard < journalShards; shard += 1) {
      let cursor: string | undefined;
      do {
        const page = await store.listJournal(day, shard, { limit: pageSize, cursor });
        yield* page.items;
        cursor = page.cursor;
      } while (cursor !== undefined);
    }
  }
}

function noteHolders(record: JournalRecord, touched: { readonly users: Set<Id<'user'>> }): void {
  for (const { account } of record.legs) {
    const owner = ownerOf(account);
    if (owner.of === 'wallet' || owner.of === 'referral') touched.users.add(owner.userId);
  }
}

function walletBalance(wallet: Wallet): Readonly<Record<string, number>> {
  return { available: wallet.availableCents, held: wallet.heldCents, debt: wallet.debtCents };
}

/** The balance is what the last entry says, and all entries are there, in order, and unchanged. */
async function checkHolder(
  { store }: Needs,
  ownerId: HolderId,
  holder: { readonly sequence: number; readonly lastHash: string },
  balance: Readonly<Record<string, number>>,
  tell: (kind: string, evidence: Record<string, string | number | undefined>) => void,
): Promise<void> {
  let previous: Entry | undefined;
  for (let from = 1; from <= holder.sequence; from += pageSize) {
    for (const entry of await store.listEntries(ownerId, { from, limit: pageSize })) {
      if (entry.sequence > holder.sequence) break;
      if (entry.sequence !== (previous?.sequence ?? 0) + 1) tell('GAP', { ownerId, sequence: entry.sequence });
      const { hash, ...rest } = entry;
      if (hash !== entryHash(rest) || entry.previousHash !== (previous?.hash ?? ''))
        tell('HASH', { ownerId, sequence: entry.sequence });
      for (const [bucket, after] of Object.entries(entry.after)) {
        if (after !== (previous?.after[bucket] ?? 0) + (entry.deltas[bucket] ?? 0))
          tell('PROJECTION', { ownerId, bucket, sequence: entry.sequence });
      }
      previous = entry;
    }
  }
  if ((previous?.sequence ?? 0) !== holder.sequence) tell('GAP', { ownerId, sequence: holder.sequence });
  for (const [bucket, amount] of Object.entries(balance)) {
    if (amount !== (previous?.after[bucket] ?? 0)) tell('PROJECTION', { ownerId, bucket, cents: amount });
  }
}

/** A card with nothing under way has at the issuer what it has here. */
async function checkAtIssuer(
  { issuer }: Needs,
  card: Card,
  tell: (kind: string, evidence: Record<string, string | number | undefined>) => void,
): Promise<void> {
  if (card.lifecycle !== 'open' || card.issuerCardId === undefined) return;
  if (card.pendingInCents !== 0 || card.pendingOutCents !== 0) return;
  const seen = await issuer.readCard(card.issuerCardId);
  if (seen.outcome !== 'success') return;
  if (seen.value === undefined) tell('STATUS', { cardId: card.cardId });
  else if (seen.value.bookBalanceCents !== card.balanceCents) {
    tell('CARD_BALANCE', { cardId: card.cardId, ours: card.balanceCents, theirs: seen.value.bookBalanceCents });
  }
}
