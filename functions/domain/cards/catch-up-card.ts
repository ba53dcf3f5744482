import type { Id } from '#shared/ids.ts';
import type { IssuerEvent, IssuerTransaction, IssuerTransactionPage } from '#functions/ports/card-issuer.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { ProviderSilent } from '../provider-silent.ts';
import { postIssuerTransaction } from './post-issuer-transaction.ts';
import { withoutPosted } from './without-posted.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** Maximum number of pages of the issuer's list that are read back. */
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
 * names none or an unknown one, everything in the list back to where nothing is new. Posting the same twice changes
 * nothing. Throws while the issuer does not answer.
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
    const answer = await needs.issuer.readTransaction({ issuerCardId, reference });
    if (answer.outcome !== 'success')
      throw new ProviderSilent(`the issuer did not answer about a transaction: ${answer.outcome}`);
    if (answer.value !== undefined) {
      await postIssuerTransaction(needs, card, answer.value, claim?.kind);
      return;
    }
    // The event is forged, or runs ahead of the issuer's own list: the list decides.
    needs.log.warn('issuer does not know a transaction it told of', { cardId: card.cardId });
  }
  const attempts = isPatient ? 4 : 1;
  const first = await listPage(needs, issuerCardId, 1, attempts);
  for (let turn = 1; turn <= pagesMax; turn += 1) {
    const page = first.isOldestFirst === true ? first.pages + 1 - turn : turn;
    const list = page === 1 ? first : await listPage(needs, issuerCardId, page, attempts);
    const posted = await postAll(needs, found, list.transactions, claim);
    if ((posted === 0 && !isThorough) || turn >= list.pages) return;
  }
}

async function postAll(
  needs: Needs,
  card: Card,
  transactions: readonly IssuerTransaction[],
  claim: Claim | undefined,
): Promise<number> {
  let posted = 0;
  const rest = await withoutPosted(needs.store, card, transactions);
  // Oldest first, so that the card's history is numbered as it happened.
  for (const transaction of rest.toReversed()) {
    const eventKind = claim && isAbout(claim, transaction) ? claim.kind : undefined;
    if (await postIssuerTransaction(needs, card, transaction, eventKind)) posted += 1;
  }
  return posted;
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
      throw new ProviderSilent(`the issuer did not answer with a card's transactions: ${answer.outcome}`);
    }
    await clock.sleep(listEveryMs);
  }
}
