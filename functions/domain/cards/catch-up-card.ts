import type { Id } from '#shared/ids.ts';
import type { IssuerEvent, IssuerTransaction, IssuerTransactionPage } from '#functions/ports/card-issuer.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { ProviderSilent } from '../provider-silent.ts';
import { withRetries } from '../with-retries.ts';
import { soonestMs } from './catch-up-schedule.ts';
import { isPostable, postIssuerTransaction, type EventKind } from './post-issuer-transaction.ts';
import { postedMarker, referencesOf } from './posted-markers.ts';
import { purchaseReferenceOf } from './purchase-reference.ts';
import { withoutPosted } from './without-posted.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** Maximum number of pages of the issuer's list that one catch-up reads. */
const pagesMax = 10;

/** Minimum time between two pages of one card's list, in milliseconds: the issuer's limit. */
const listEveryMs = 3_100;

type Claim = Extract<IssuerEvent, { type: 'transaction' }>;

/** The effort of a catch-up. */
type Effort = {
  /** False: an issuer that is asked too often is not waited for. @default true */
  readonly isPatient?: boolean;
  /** True: the whole list, not only back to where nothing is new. @default false */
  readonly isThorough?: boolean;
  /** The card as a list had it, which may lag. @default reads it */
  readonly listed?: Card;
  /** The event that reported it: its type gives the kind of the transaction. */
  readonly claim?: Claim;
};

/**
 * Posts the transactions of a card that the issuer has and we have not: the one with this reference or, when a webhook
 * names none or an unknown one, everything in the list back to where nothing is new. Pages that are left, because there
 * were too many or the issuer did not answer, are read by the next catch-up. Posting the same twice changes nothing.
 * Throws while the issuer does not answer.
 */
export async function catchUpCard(
  needs: Needs,
  card: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
  reference: string | undefined,
  { isPatient = true, isThorough = false, listed, claim }: Effort = {},
): Promise<void> {
  const found = listed?.issuerCardId === undefined ? await needs.store.get('card', card) : listed;
  const issuerCardId = found?.issuerCardId;
  if (!found || issuerCardId === undefined) throw new Error(`${card.cardId} is not known at the issuer yet`);
  if (reference !== undefined) {
    const transaction = await readTransaction(needs, { issuerCardId, reference });
    if (transaction !== undefined) {
      await post(needs, card, transaction, claim?.kind);
      return;
    }
    // The event is forged, or runs ahead of the issuer's own list: the list decides.
    needs.log.warn('issuer does not know a transaction it told of', { cardId: card.cardId });
  }
  const attempts = isPatient ? 4 : 1;
  const first = await listPage(needs, issuerCardId, 1, attempts);
  const { unreadFromPage = Infinity } = found;
  let noted = found.unreadFromPage;
  const note = async (fromPage: number | undefined): Promise<void> => {
    await noteUnread(needs, found, noted, fromPage);
    noted = fromPage;
  };
  let page = 1;
  try {
    for (let read = 1; read <= pagesMax; read += 1) {
      const place = first.isOldestFirst === true ? first.pages + 1 - page : page;
      const list = place === 1 ? first : await listPage(needs, issuerCardId, place, attempts);
      const news = await withoutPosted(needs.store, found, list.transactions);
      // Before they are posted: a process that dies behind this page leaves it known, and the next catch-up would end here.
      if (page === 1 && list.pages > 1 && news.some(isPostable)) await note(2);
      const posted = await postAll(needs, found, news, claim);
      // Behind a page of known ones only what an earlier catch-up left can be new.
      page = posted === 0 && !isThorough && page < unreadFromPage ? unreadFromPage : page + 1;
      if (page > list.pages) return await note(undefined);
    }
  } catch (thrown) {
    if (page > 1) await note(page);
    throw thrown;
  }
  needs.log.error('card history not read to its end', { cardId: card.cardId, page });
  await note(page);
}

/** Stores the page of the list at which the next catch-up goes on, and lets that be soon; undefined for none. */
async function noteUnread(
  needs: Needs,
  found: Card,
  noted: number | undefined,
  unreadFromPage: number | undefined,
): Promise<void> {
  if (noted === unreadFromPage) return;
  await withRetries(needs, async () => {
    const card = await needs.store.get('card', found);
    if (!card) return;
    // Another catch-up has left pages meanwhile, which this one need not have read.
    const left = card.unreadFromPage === noted ? undefined : card.unreadFromPage;
    const pages = [unreadFromPage, left].flatMap((page) => page ?? []);
    const first = pages.length === 0 ? undefined : Math.min(...pages);
    if (first === card.unreadFromPage) return;
    const more = first === undefined ? {} : { catchUpAtMs: needs.clock.now() + soonestMs };
    await needs.store.commit([update('card', card, { unreadFromPage: first, ...more })]);
  });
}

async function postAll(
  needs: Needs,
  card: Card,
  transactions: readonly IssuerTransaction[],
  claim: Claim | undefined,
): Promise<number> {
  let posted = 0;
  // Oldest first, so that the card's history is numbered as it happened.
  for (const transaction of transactions.toReversed()) {
    const eventKind = claim && isAbout(claim, transaction) ? claim.kind : undefined;
    if (await post(needs, card, transaction, eventKind)) posted += 1;
  }
  return posted;
}

/**
 * Posts a transaction; of a reversal, its purchase first. The webhook of a reversal may overtake that of its purchase:
 * until the purchase came, the card would have money that is not there, and neither its line nor what was spent this
 * month would show the reversal afterwards. A purchase that the issuer does not know is not waited for. Throws
 * ProviderSilent when it does not answer: the reversal has another turn.
 */
async function post(
  needs: Needs,
  card: Pick<Card, 'userId' | 'cardId'>,
  transaction: IssuerTransaction,
  eventKind: EventKind | undefined,
): Promise<boolean> {
  const { issuerCardId, direction } = transaction;
  const reversal = direction === 'credit' ? referencesOf(transaction).find(isOfReversal) : undefined;
  if (reversal !== undefined) {
    const reference = purchaseReferenceOf(reversal);
    const markerId = postedMarker(card.cardId, { direction: 'debit', reference });
    if ((await needs.store.get('marker', { markerId })) === undefined) {
      const purchase = await readTransaction(needs, { issuerCardId, reference });
      if (purchase?.direction === 'debit') await postIssuerTransaction(needs, card, purchase);
    }
  }
  return postIssuerTransaction(needs, card, transaction, eventKind);
}

async function readTransaction(
  { issuer }: Needs,
  query: { readonly issuerCardId: string; readonly reference: string },
): Promise<IssuerTransaction | undefined> {
  const answer = await issuer.readTransaction(query);
  if (answer.outcome === 'success') return answer.value;
  throw new ProviderSilent('the issuer did not answer about a transaction', answer);
}

function isOfReversal(reference: string): boolean {
  return purchaseReferenceOf(reference) !== reference;
}

/**
 * True when an event is about this transaction: by its reference or, where it names none, by amount, moment and direction.
 */
function isAbout(claim: Claim, { reference, references = [], ...transaction }: IssuerTransaction): boolean {
  if (claim.reference !== undefined) return [reference, ...references].includes(claim.reference);
  const direction = claim.kind === 'reversal' ? 'credit' : 'debit';
  return (
    transaction.amountCents === claim.amountCents &&
    transaction.atMs === claim.atMs &&
    transaction.direction === direction
  );
}

async function listPage(
  { issuer, clock }: Needs,
  issuerCardId: string,
  page: number,
  attempts: number,
): Promise<IssuerTransactionPage> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await issuer.listTransactions({ issuerCardId, page });
    if (answer.outcome === 'success') return answer.value;
    if (answer.outcome !== 'not_processed' || attempt === attempts) {
      throw new ProviderSilent("the issuer did not answer with a card's transactions", answer);
    }
    await clock.sleep(listEveryMs);
  }
}
