import type { Entry } from '#functions/ports/entities/books.ts';
import type { AccountCheckpoint } from '#functions/ports/entities/checkpoints.ts';
import { entryHash } from '#functions/domain/ledger/posting.ts';
import { differenceOf } from './deltas-of.ts';

/** True for the entry that a checkpoint names, if it is intact and left the balance that the checkpoint says. */
export function isAnchor({ hash, ...content }: Entry, named: AccountCheckpoint): boolean {
  const isNamed = content.sequence === named.sequence && hash === named.hash && entryHash(content) === hash;
  return isNamed && differenceOf(content.after, named.after) === 0;
}
