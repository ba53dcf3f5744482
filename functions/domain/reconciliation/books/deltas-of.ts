import type { LedgerOwner, JournalRecord } from '#functions/ports/entities/books.ts';
import { ownerOf } from '#functions/domain/ledger/chart.ts';

/**
 * Returns what a record changes for one ledger owner, per bucket. Throws for a leg on an account outside the chart.
 */
export function deltasOf(record: Pick<JournalRecord, 'legs'>, ownerId: LedgerOwner): Readonly<Record<string, number>> {
  const deltas: Record<string, number> = {};
  const add = (bucket: string, amount: number): void => {
    deltas[bucket] = (deltas[bucket] ?? 0) + amount;
  };
  for (const { account, amountCents } of record.legs) {
    const owner = ownerOf(account);
    // A liability grows with credits, an asset (a debt, what is to be fetched) with debits.
    if (owner.of === 'wallet' && owner.userId === ownerId)
      add(owner.bucket, owner.bucket === 'debt' ? amountCents : -amountCents);
    if (owner.of === 'card' && owner.cardId === ownerId)
      add(owner.bucket, owner.bucket === 'fetch' ? amountCents : -amountCents);
    if (owner.of === 'referral' && `referral:${owner.userId}` === ownerId) add('rewards', -amountCents);
  }
  return deltas;
}

/** Returns the ledger owners with an entry of a record. Throws as `deltasOf` does. */
export function cardholdersOf(record: Pick<JournalRecord, 'legs'>): readonly LedgerOwner[] {
  const owners = new Set<LedgerOwner>();
  for (const { account } of record.legs) {
    const owner = ownerOf(account);
    if (owner.of === 'wallet') owners.add(owner.userId);
    if (owner.of === 'card') owners.add(owner.cardId);
    if (owner.of === 'referral') owners.add(`referral:${owner.userId}`);
  }
  return [...owners];
}

/** Returns the largest difference of a bucket, with its sign; 0 when nothing differs. */
export function differenceOf(ours: Readonly<Record<string, number>>, theirs: Readonly<Record<string, number>>): number {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return names
    .map((name) => (ours[name] ?? 0) - (theirs[name] ?? 0))
    .reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0);
}

/** Returns the sum of a record's legs, which has to be 0. */
export function sumOfLegs({ legs }: Pick<JournalRecord, 'legs'>): number {
  return legs.reduce((total, { amountCents }) => total + amountCents, 0);
}
