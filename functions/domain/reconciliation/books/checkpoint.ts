import { hash } from 'node:crypto';
import type { Id } from '#shared/ids.ts';
import type { Entry } from '#functions/ports/entities/books.ts';
import type { Checkpoint } from '#functions/ports/entities/checkpoints.ts';
import { noStatistics } from '#functions/domain/statistics/add-statistics.ts';

/** The facts of a checkpoint, before it is stored. */
export type CheckpointContent = Omit<Checkpoint, 'hash' | 'version'>;

/** Returns the checkpoint of a person whose books were never read: it covers no history. */
export function firstCheckpoint(userId: Id<'user'>): Checkpoint {
  const content: CheckpointContent = {
    userId,
    untilMs: 0,
    wholeAtMs: 0,
    accounts: {},
    lines: {},
    endedCards: [],
    statistics: { ...noStatistics, referrals: 0 },
    paidOutCents: 0,
    previousHash: '',
  };
  return { ...content, hash: checkpointHash(content), version: 1 };
}

/** Returns the hash over a checkpoint's facts: base64url SHA-256 over all of them in a fixed order. */
export function checkpointHash(content: CheckpointContent): string {
  const { userId, untilMs, wholeAtMs, accounts, lines, endedCards, statistics, paidOutCents, previousHash } = content;
  const inOrder = (of: object): unknown => Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const held = Object.entries(accounts).map(([name, at]) => [name, at?.sequence, at?.hash, inOrder(at?.after ?? {})]);
  const fields = [
    userId,
    untilMs,
    wholeAtMs,
    held.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    inOrder(lines),
    endedCards.toSorted(),
    inOrder(statistics),
    paidOutCents,
    previousHash,
  ];
  return hash('sha256', JSON.stringify(fields), 'base64url');
}

/** Returns the rewards that entries paid out, in cents. */
export function paidOutIn(entries: readonly Entry[]): number {
  const paid = entries.filter(({ journalId }) => journalId.endsWith(':paid'));
  return paid.reduce((total, { deltas }) => total - (deltas['rewards'] ?? 0), 0);
}
