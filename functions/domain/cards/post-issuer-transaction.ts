import type { Id } from '#shared/ids.ts';
import { least, minus, sum, zero } from '#shared/money.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { IssuerEvent, IssuerTransaction } from '#functions/ports/card-issuer.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict, type Write } from '#functions/ports/store.ts';
import { cardCharged, cardJournalId, cardRefunded } from '#functions/domain/ledger/postings.ts';
import { refundWrites } from '../cases/settle-refund.ts';
import { Posting } from '../ledger/posting.ts';
import { withRetries } from '../with-retries.ts';
import { nextCardLine } from './card-transaction.ts';
import { touched } from './catch-up-schedule.ts';
import { emptyDeletedCard } from './empty-deleted-card.ts';
import { wantedOf } from './frozen-reasons.ts';
import { deletedCardDescription } from './card-description.ts';
import { dueAutoLoad, monthOf, startAutoLoad } from './orders/auto-load.ts';
import { isOurs, postedMarker, referencesOf } from './posted-markers.ts';
import { purchaseReferenceOf } from './purchase-reference.ts';
import { relieved } from './relieved.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log'>;

/** The kind of a transaction according to the issuer's event. */
export type EventKind = Extract<IssuerEvent, { type: 'transaction' }>['kind'];

/**
 * Posts one transaction of a card that the issuer has confirmed, once per card, direction and reference. Its text, its
 * kind and its other references may differ from one read to the next, so all its references are remembered. It is
 * posted whatever the card's state: a capture does not ask us. A deleted card has no balance: its owner's balance gets
 * what comes to it, and pays what is charged to it. A retiring card keeps what comes until the issuer has frozen or
 * closed it. Returns false when nothing was posted: for a transaction that was posted before, is one of our own loads
 * or withdrawals, is of zero, or is not in dollars.
 */
export async function postIssuerTransaction(
  needs: Needs,
  owner: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
  transaction: IssuerTransaction,
  eventKind?: EventKind,
): Promise<boolean> {
  const references = referencesOf(transaction);
  const { currency, amountCents } = transaction;
  if (references.some(isOurs) || amountCents === 0) return false;
  if (!isPostable(transaction)) {
    // Its worth in dollars is unknown. The difference stays visible in the card's balance until a person posts it.
    needs.log.error('issuer movement is not in dollars', { cardId: owner.cardId, currency, amountCents });
    return false;
  }
  try {
    return await withRetries(needs, async () => {
      const card = await needs.store.get('card', owner);
      if (!card) throw new Error(`no such card: ${owner.cardId}`);
      const posting = {
        reference: transaction.reference,
        kind: kindOf(transaction, eventKind),
        amountCents: transaction.amountCents,
      };
      const { isPosted, unknown } = await findPosted(needs, card, transaction);
      const remembered = unknown.map((markerId) => insert('marker', { markerId, atMs: needs.clock.now() }));
      if (isPosted) {
        if (remembered.length > 0) await needs.store.commit(remembered);
        return false;
      }
      const writes = [...(await writesFor(needs, card, transaction, posting)), ...remembered];
      await needs.store.commit(writes).catch((thrown: unknown) => {
        // A person's first case opened just now: the step reads it, and counts this refund for it.
        const isRace = thrown instanceof WriteConflict && thrown.conflicts.every(({ kind }) => kind === 'openCases');
        throw isRace ? new WriteConflict([{ kind: 'openCases', reason: 'stale' }]) : thrown;
      });
      needs.log.info('card movement posted', {
        cardId: card.cardId,
        kind: posting.kind,
        amountCents: posting.amountCents,
      });
      return true;
    });
  } catch (thrown) {
    // Another process posted the same transaction first.
    if (thrown instanceof WriteConflict && (thrown.exists('journal') || thrown.exists('marker'))) return false;
    throw thrown;
  }
}

/** True for a transaction that can be posted: in dollars, and not of zero. */
export function isPostable({ currency, amountCents }: IssuerTransaction): boolean {
  return currency.toUpperCase() === 'USD' && amountCents !== 0;
}

const kinds = { debit: ['purchase', 'fee'], credit: ['refund', 'reversal'] } as const;

/**
 * Returns whether a transaction was posted before, under any of its references, and the markers that are missing.
 * Transactions from before there were markers are known by the ids of their journal records, which hold a kind.
 */
async function findPosted(
  { store }: Needs,
  card: Card,
  transaction: IssuerTransaction,
): Promise<{ readonly isPosted: boolean; readonly unknown: readonly string[] }> {
  const { direction } = transaction;
  const references = referencesOf(transaction);
  const markerIds = references.map((reference) => postedMarker(card.cardId, { direction, reference }));
  const markers = await store.getMany(
    'marker',
    markerIds.map((markerId) => ({ markerId })),
  );
  const unknown = markerIds.filter((_, index) => markers[index] === undefined);
  if (unknown.length < markerIds.length) return { isPosted: true, unknown };
  const records = await store.getMany(
    'journal',
    references.flatMap((reference) =>
      kinds[direction].map((kind) => ({ journalId: cardJournalId(card, { kind, reference }) })),
    ),
  );
  return { isPosted: records.some((record) => record !== undefined), unknown };
}

async function writesFor(
  needs: Needs,
  card: Card,
  transaction: IssuerTransaction,
  posting: {
    readonly reference: string;
    readonly kind: CardTransaction['kind'];
    readonly amountCents: IssuerTransaction['amountCents'];
  },
): Promise<readonly Write[]> {
  const nowMs = needs.clock.now();
  const isCharge = transaction.direction === 'debit';
  // The issuer may date a transaction in the future, as by a wrong clock or time zone.
  const month = monthOf(Math.min(transaction.atMs, nowMs));
  const spent = card.spendMonth === month ? card.spentThisMonthCents : zero;
  const change = posting.kind === 'fee' ? zero : posting.amountCents;
  const after = isCharge ? sum(spent, change) : minus(spent, least(spent, change));
  // A month to come is of such a date, from before dates were bounded.
  const isOlderMonth = month < card.spendMonth && card.spendMonth <= monthOf(nowMs);
  const isDeleted = card.lifecycle === 'deleted' || card.lifecycle === 'retiring';
  const due = posting.kind === 'purchase' ? await dueAutoLoad(needs, card, transaction, nowMs) : undefined;
  const wallet = isDeleted ? await needs.store.get('wallet', card) : due?.wallet;
  const posted = new Posting(nowMs, { card, ...(wallet ? { wallet } : {}) })
    .post(isCharge ? cardCharged(card, posting) : cardRefunded(card, posting))
    .changeCard({
      ...(posting.kind === 'fee' ? {} : touched(nowMs)),
      // The issuer counts declines in a row, too.
      ...(posting.kind === 'purchase' ? { shortDeclines: 0, ...doubted(card, nowMs) } : {}),
      ...(isOlderMonth ? {} : { spendMonth: month, spentThisMonthCents: after }),
    });
  if (card.lifecycle === 'open') posted.changeCard(relieved(card, posted.card.balanceCents, nowMs));
  const line = nextCardLine(posted, {
    reference: transaction.reference,
    references: referencesOf(transaction),
    kind: posting.kind,
    direction: transaction.direction,
    amountCents: transaction.amountCents,
    currency: transaction.currency,
    description: transaction.description,
    merchantName: transaction.merchantName,
    merchantLogo: transaction.merchantLogo,
    isRecurring: transaction.isRecurring,
    category: transaction.category,
    group: transaction.group,
    atMs: transaction.atMs,
  });
  const autoLoad = due ? startAutoLoad(needs, posted, due, nowMs) : [];
  const rest = wallet
    ? await emptyDeletedCard(needs, posted, {
        cause: cardJournalId(card, posting),
        kinds: ['card_refund', 'card_charge'],
        description: deletedCardDescription(isCharge ? 'From balance' : 'To balance', transaction.description, card),
        atMs: nowMs,
      })
    : [];
  // The card's line of money that went on whole: beside the account's line it would look like twice the money.
  const isOnBalance = !isCharge && card.balanceCents === 0 && rest.length > 0;
  return [
    ...(await posted.writes(needs.store)),
    insert('cardTransaction', isOnBalance ? { ...line, isOnBalance } : line),
    ...rest,
    ...autoLoad,
    ...(await reversedLine(needs, card, transaction, posting.kind)),
    ...(isCharge
      ? []
      : await refundWrites(needs, {
          userId: card.userId,
          cardId: card.cardId,
          reference: transaction.reference,
          references: referencesOf(transaction),
          amountCents: posting.amountCents,
          nowMs,
        })),
  ];
}

/**
 * Returns the changes that have the issuer asked whether a card that should be frozen is: a purchase came on it. The
 * purchase may be older, and only captured now.
 */
function doubted(card: Card, nowMs: number): Partial<Card> {
  const isThere = card.lifecycle === 'open' || card.lifecycle === 'retiring';
  if (!isThere || wantedOf(card) === 'active') return {};
  return { dueAtMs: nowMs, uncertainUntilMs: Math.max(card.uncertainUntilMs, nowMs) };
}

/** Returns the write that shows a purchase as reversed, when this transaction is its full reversal. */
async function reversedLine(
  { store }: Needs,
  card: Card,
  transaction: IssuerTransaction,
  kind: CardTransaction['kind'],
): Promise<readonly Write[]> {
  if (kind !== 'reversal') return [];
  const originals = referencesOf(transaction).map(purchaseReferenceOf);
  const recent = await store.listCardTransactions(card.cardId, {
    from: Math.max(1, card.transactionCount - 200),
    to: card.transactionCount,
  });
  const line = recent.find(
    (each) =>
      each.kind === 'purchase' &&
      [each.reference, ...(each.references ?? [])].some((reference) => originals.includes(reference)),
  );
  if (!line || line.amountCents !== transaction.amountCents || line.status !== 'settled') return [];
  return [update('cardTransaction', line, { status: 'reversed' })];
}

/**
 * Returns the kind of a confirmed transaction: by the type of its event, the end of its reference, or an exact text of
 * the issuer. Never by a word in its description, which may be a merchant's name.
 */
function kindOf(
  transaction: IssuerTransaction,
  eventKind: EventKind | undefined,
): Extract<CardTransaction['kind'], 'purchase' | 'reversal' | 'refund' | 'fee'> {
  if (transaction.direction === 'credit') {
    const isReversal = referencesOf(transaction).some((reference) => reference.includes('_REVERSAL'));
    return isReversal ? 'reversal' : 'refund';
  }
  return transaction.isFee === true || eventKind === 'fee' ? 'fee' : 'purchase';
}
