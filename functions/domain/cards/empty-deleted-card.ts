import { negate } from '#shared/money.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, type Write } from '#functions/ports/store.ts';
import { completedLine } from '#functions/domain/activity/completed-line.ts';
import { cardEmptied } from '#functions/domain/ledger/postings.ts';
import type { Posting } from '../ledger/posting.ts';
import { closingLine } from './card-transaction.ts';

/** The event that put money on a deleted card, or took it from there. */
type Occasion = {
  /** The journal id of that event, or another text unique to it. */
  readonly cause: string;
  /** The kinds of the activity line: for a gain, and for a charge. */
  readonly kinds: readonly [gained: ActivityLine['kind'], owed: ActivityLine['kind']];
  /** The description of the activity line. */
  readonly description: string;
  readonly atMs: number;
};

/**
 * Moves a deleted card's money to its owner's balance, or charges its debt there, in the posting of the event that
 * caused it. A retiring card's money stays on it while it could be spent there: until the issuer has frozen or closed
 * the card. Returns the lines that show the move; none for a card that is not deleted, or whose balance is zero.
 */
export async function emptyDeletedCard(
  { store, random }: Pick<Services, 'store' | 'random'>,
  posting: Posting,
  { cause, kinds: [gained, owed], description, atMs }: Occasion,
): Promise<readonly Write[]> {
  const { card, wallet } = posting;
  const { userId, cardId, balanceCents } = card;
  if (balanceCents === 0 || !isEmptied(card)) return [];
  const user = await store.get('user', { userId });
  if (!user) throw new Error(`no such user: ${userId}`);
  const isGain = balanceCents > 0;
  const amountCents = isGain ? balanceCents : negate(balanceCents);
  posting.post(cardEmptied(card, wallet, cause));
  const lineId = random.id('movement', atMs);
  return [
    closingLine(posting, { reference: `${cause}:emptied`, isGain, amountCents, atMs }),
    insert(
      'movement',
      completedLine({
        userId,
        subjectId: lineId,
        kind: isGain ? gained : owed,
        direction: isGain ? 'credit' : 'debit',
        amountCents,
        ...posting.balanceAfter,
        email: user.email,
        description,
        cardId,
        createdAtMs: atMs,
      }),
    ),
  ];
}

/**
 * True when the owner's balance takes what a card has or owes: of a retiring card, a debt at once, and money once it is
 * secured.
 */
function isEmptied(card: Card): boolean {
  return card.lifecycle === 'deleted' || (card.lifecycle === 'retiring' && (card.balanceCents < 0 || isSecured(card)));
}

/** True when the issuer has the card frozen, and no earlier call can set it going any more. */
export function isSecured({ actual, uncertainUntilMs }: Pick<Card, 'actual' | 'uncertainUntilMs'>): boolean {
  return actual === 'frozen' && uncertainUntilMs === 0;
}
