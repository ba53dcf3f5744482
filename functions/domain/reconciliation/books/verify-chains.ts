import type { Id } from '#shared/ids.ts';
import type { LedgerOwner } from '#functions/ports/entities/books.ts';
import type { Services } from '#functions/ports/services.ts';
import { entryHash } from '#functions/domain/ledger/posting.ts';
import { readEntriesOf } from './read-books.ts';

type Needs = Pick<Services, 'store'>;

/** The result for one account's chain: the number of intact entries, and the first broken or missing one. */
export type VerifiedChains = {
  readonly ownerId: LedgerOwner;
  readonly entries: number;
  readonly broken: { readonly sequence: number; readonly why: string } | undefined;
};

/**
 * Verifies the chain of every account of a person: each entry is what it was when it was written, and none is missing.
 */
export async function verifyChains(needs: Needs, userId: Id<'user'>): Promise<readonly VerifiedChains[]> {
  const { store } = needs;
  const [wallet, referral] = await store.getBoth(
    { kind: 'wallet', key: { userId } },
    { kind: 'referralAccount', key: { userId } },
  );
  const cards = await store.listCards(userId);
  const chains: VerifiedChains[] = [];
  if (wallet) chains.push(await verify(needs, userId, wallet));
  if (referral) chains.push(await verify(needs, `referral:${userId}`, referral));
  for (const card of cards) chains.push(await verify(needs, card.cardId, card));
  return chains;
}

async function verify(
  needs: Needs,
  ownerId: LedgerOwner,
  head: { readonly sequence: number; readonly lastHash: string },
): Promise<VerifiedChains> {
  let previousHash = '';
  let entries = 0;
  const broken = (sequence: number, why: string): VerifiedChains => ({ ownerId, entries, broken: { sequence, why } });
  for (const entry of await readEntriesOf(needs, ownerId)) {
    // The entry was written after the account was read.
    if (entry.sequence > head.sequence) break;
    const { hash, ...content } = entry;
    if (entry.sequence !== entries + 1) return broken(entries + 1, 'it is gone');
    if (entry.previousHash !== previousHash) return broken(entry.sequence, 'it does not follow on the one before it');
    if (hash !== entryHash(content)) return broken(entry.sequence, 'it was changed after it was written');
    previousHash = hash;
    entries += 1;
  }
  if (entries < head.sequence) return broken(entries + 1, 'it is gone');
  if (head.lastHash !== previousHash) return broken(entries, 'the account knows another last entry');
  return { ownerId, entries, broken: undefined };
}
