import type { LedgerOwner } from '#functions/ports/entities/books.ts';
import type { AccountCheckpoint, Checkpoint } from '#functions/ports/entities/checkpoints.ts';
import type { Store } from '#functions/ports/store.ts';
import { call, type Break } from '#functions/domain/reconciliation/break.ts';
import { brokenForm } from '#functions/domain/reconciliation/broken-form.ts';
import {
  addContributions,
  contributionsOf,
} from '#functions/domain/reconciliation/statistics/check-user-statistics.ts';
import { checkpointHash, paidOutIn } from './checkpoint.ts';
import { isAnchor } from './is-anchor.ts';
import type { Books } from './read-books.ts';

/** True of a checkpoint that is as it was written. */
export function isIntactCheckpoint(store: Pick<Store, 'integrityErrorsOf'>, checkpoint: Checkpoint): boolean {
  const { hash, version: _, ...content } = checkpoint;
  return (
    Object.keys(store.integrityErrorsOf('checkpoint', checkpoint)).length === 0 && hash === checkpointHash(content)
  );
}

/**
 * Compares a checkpoint with the whole history that it sums up. Undefined when it is right. `isHistorySound`: nothing
 * else was found in the history, so a difference is an error of the checkpoint.
 */
export function wrongCheckpoint(
  store: Pick<Store, 'integrityErrorsOf'>,
  books: Books,
  checkpoint: Checkpoint,
  isHistorySound: boolean,
  nowMs: number,
): Break | undefined {
  const { user } = books;
  const { userId } = user;
  const facts = { ownerId: userId, atMs: nowMs };
  const form = brokenForm(store, 'checkpoint', userId, checkpoint, facts);
  const proposal = call('renewCheckpoint', userId);
  if (form) return { ...form, proposal };
  const isIntact = isIntactCheckpoint(store, checkpoint);
  if (isIntact && !isHistorySound) return undefined;
  const evidence = isIntact ? differencesOf(books, checkpoint) : { hash: 'is not that of its fields' };
  if (Object.keys(evidence).length === 0) return undefined;
  return { ...facts, part: 'internal', class: 'HASH', subject: `checkpoint:${userId}`, cents: 0, evidence, proposal };
}

/** Builds the break of a checkpoint that is gone. */
export function goneCheckpoint({ user: { userId } }: Pick<Books, 'user'>, nowMs: number): Break {
  return {
    part: 'internal',
    class: 'GAP',
    subject: `checkpoint:${userId}`,
    ownerId: userId,
    cents: 0,
    atMs: nowMs,
    evidence: { gone: 'checkpoint' },
    proposal: call('renewCheckpoint', userId),
  };
}

function differencesOf(books: Books, checkpoint: Checkpoint): Readonly<Record<string, string>> {
  const { user, cards, rewards, entries } = books;
  const { untilMs, accounts, lines, endedCards, statistics, paidOutCents } = checkpoint;
  const found: Record<string, string> = {};
  for (const [ownerId, at] of Object.entries(accounts) as [LedgerOwner, AccountCheckpoint][]) {
    const named = entries.get(ownerId)?.find(({ sequence }) => sequence === at.sequence);
    if (named === undefined || !isAnchor(named, at)) found[ownerId] = `has no such entry ${at.sequence}`;
  }
  const before = (ownerId: LedgerOwner) =>
    (entries.get(ownerId) ?? []).filter(({ sequence }) => sequence <= (accounts[ownerId]?.sequence ?? 0));
  const promised = rewards.filter(({ createdAtMs }) => createdAtMs < untilMs);
  const sums = addContributions(undefined, contributionsOf({ ...books, rewards: promised }, before(user.userId)));
  for (const name of Object.keys(sums) as (keyof typeof sums)[])
    if (sums[name] !== statistics[name]) found[name] = `is ${statistics[name]}, must be ${sums[name]}`;
  const paidCents = paidOutIn(before(`referral:${user.userId}`));
  if (paidCents !== paidOutCents) found['paidOutCents'] = `is ${paidOutCents}, must be ${paidCents}`;
  for (const { cardId, lifecycle, transactionCount } of cards) {
    if ((lines[cardId] ?? 0) > transactionCount) found[cardId] = 'has fewer lines';
    if (endedCards.includes(cardId) && lifecycle !== 'deleted' && lifecycle !== 'failed') found[cardId] = 'did not end';
  }
  return found;
}
