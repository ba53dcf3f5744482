import type * as z from 'zod/mini';
import { cardStatusNames } from '#shared/card-status-names.ts';
import type { FreezeReason } from '#shared/contract/cards.ts';
import type { FileLine, fileTabs } from '#shared/contract/person-file.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { minus, zero, type Cents } from '#shared/money.ts';
import { transactionStatusNames } from '#shared/transaction-statuses.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { ActivityLine, Entry, JournalRecord } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Case } from '#functions/ports/entities/cases.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Page, PageQuery, Store } from '#functions/ports/store.ts';
import { lineDescription } from '../activity/line-description.ts';
import { unknownDevice } from '../auth/sessions/device-name.ts';
import { findSessions } from '../auth/sessions/list-sessions.ts';
import { isLive } from '../auth/sessions/session-life.ts';
import { roomOf, type CardRoom } from '../cards/card-room.ts';
import { asOf } from '../cards/frozen-reasons.ts';
import { statusOf, statusReasonOf } from '../cards/visible-card.ts';
import { readSteering } from '../steering/read-steering.ts';
import { recordReading } from './record-reading.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'requestId'>;
type Line = z.input<typeof FileLine>;
type Fact = Line['facts'][number];
type Tab = (typeof fileTabs)[number];
/** A page; `reachedMs` is the time of the oldest line searched, undefined at the end of the list. */
type FilePage = Page<Line> & { readonly reachedMs?: number | undefined };
type Reading = { readonly actorId: Id<'user'>; readonly userId: Id<'user'>; readonly tab: Tab };

/**
 * Lists one part of a person's file for staff, newest first. The read is recorded, as a read of the file, before
 * anything is returned. Throws AppError NotFound.
 */
export async function listFile(needs: Needs, { actorId, userId, tab }: Reading, page: PageQuery): Promise<FilePage> {
  if (!(await needs.store.get('user', { userId }))) throw new AppError('NotFound', 'User not found.');
  await recordReading(needs, { action: 'person-read', actorId, subjectId: userId });
  return parts[tab](needs, userId, page);
}

const parts: Readonly<Record<Tab, (needs: Needs, userId: Id<'user'>, page: PageQuery) => Promise<FilePage>>> = {
  cards: async (needs, userId) => {
    const [cards, steering] = await Promise.all([needs.store.listCards(userId), readSteering(needs)]);
    const nowMs = needs.clock.now();
    return whole(cards.map((card) => cardLine(asOf(card, nowMs), roomOf(card, steering, nowMs))));
  },
  deposits: ({ store }, userId, page) => activity(store, userId, page, isOfDeposit, depositFacts),
  operations: ({ store }, userId, page) => activity(store, userId, page, (line) => !isOfDeposit(line), operationFacts),
  movements: ({ store }, userId, page) => entryPage(store, userId, page),
  referrals: async ({ store }, userId, page) => {
    const [rewards, user] = await Promise.all([store.listRewards(userId, page), store.get('user', { userId })]);
    const found = lines(rewards, rewardLine);
    // The referrer comes last: it dates from the sign-up.
    return { ...found, items: [...found.items, ...(found.cursor === undefined ? referrerLines(user) : [])] };
  },
  sessions: async (needs, userId) => {
    const [found, user] = await Promise.all([findSessions(needs, userId), needs.store.get('user', { userId })]);
    const nowMs = needs.clock.now();
    const sorted = found.toSorted((a, b) => b.usedAtMs - a.usedAtMs);
    return whole(sorted.map((session) => sessionLine(session, user !== undefined && isLive(session, user, nowMs))));
  },
  cases: async ({ store }, userId, page) => lines(await store.listCases(userId, page), caseLine),
};

function whole(items: readonly Line[]): FilePage {
  return { items, cursor: undefined };
}

function lines<T>({ items, cursor }: Page<T>, describe: (item: T) => Line): FilePage {
  return { items: items.map(describe), cursor };
}

function isOfDeposit({ kind }: ActivityLine): boolean {
  return kind === 'deposit' || kind === 'deposit_refund';
}

/** Returns the wanted lines of one page of a person's activity. It may be short or empty before the end of the list. */
async function activity(
  store: Store,
  userId: Id<'user'>,
  page: PageQuery,
  isWanted: (line: ActivityLine) => boolean,
  factsOf: (store: Store, lines: readonly ActivityLine[]) => Promise<readonly (readonly Fact[])[]>,
): Promise<FilePage> {
  const { items, cursor } = await store.listActivity(userId, page);
  const reachedMs = cursor === undefined ? undefined : items.at(-1)?.createdAtMs;
  const wanted = items.filter(isWanted);
  const facts = await factsOf(store, wanted);
  return { items: wanted.map((line, place) => activityLine(line, facts[place] ?? [])), cursor, reachedMs };
}

/** Returns each deposit's transaction id on the network, and the reason of its review. */
async function depositFacts(store: Store, lines: readonly ActivityLine[]): Promise<readonly (readonly Fact[])[]> {
  const ids = lines.map(({ subjectId }) => subjectId).filter((id): id is Id<'deposit'> => id.startsWith('dep_'));
  const deposits = await store.getMany(
    'deposit',
    ids.map((depositId) => ({ depositId })),
  );
  return lines.map(({ subjectId }) => {
    const deposit = deposits[ids.indexOf(subjectId as Id<'deposit'>)];
    return [...textFact('Transaction id', deposit?.txid), ...textFact('In review', deposit?.reviewReason)];
  });
}

/** The evidence on each operation at the issuer, and how far its review is. */
async function operationFacts(store: Store, lines: readonly ActivityLine[]): Promise<readonly (readonly Fact[])[]> {
  const ids = lines.map(({ subjectId }) => subjectId).filter((id): id is Id<'operation'> => id.startsWith('op_'));
  const operations = await store.getMany(
    'operation',
    ids.map((operationId) => ({ operationId })),
  );
  return lines.map(({ subjectId }) => evidenceOf(operations[ids.indexOf(subjectId as Id<'operation'>)]));
}

function evidenceOf(operation: Operation | undefined): readonly Fact[] {
  if (operation === undefined) return [];
  const { state, attempt, unresolvedAttempts, isAccepted, proposal, decision, correction } = operation;
  const sent = `${attempt === 1 ? 'once' : `${attempt} times`}${unresolvedAttempts > 0 ? `, ${unresolvedAttempts} without an answer` : ''}`;
  return [
    ...(state === 'review'
      ? [{ label: 'In review since', at: iso(operation.reviewedAtMs ?? operation.updatedAtMs) }]
      : []),
    ...textFact('Why', operation.reason),
    ...textFact('Sent to the issuer', attempt > 0 ? sent : undefined),
    ...(attempt > 0 ? [{ label: 'Last sent', at: iso(operation.lastSubmitAtMs) }] : []),
    ...textFact('Issuer', isAccepted ? 'accepted it' : operation.declineReason),
    ...textFact('Waits for a second admin', proposal?.outcome),
    ...textFact('Decided', decision?.outcome),
    ...(decision === undefined ? [] : [{ label: 'Decided at', at: iso(decision.atMs) }]),
    ...textFact('Reported against the decision', correction?.outcome),
  ];
}

/** Reads a page of the postings to a person's account. The cursor is the number of the newest posting of the page. */
async function entryPage(store: Store, userId: Id<'user'>, { limit, cursor }: PageQuery): Promise<FilePage> {
  const wallet = cursor === undefined ? await store.get('wallet', { userId }) : undefined;
  const last = cursor === undefined ? (wallet?.sequence ?? 0) : Number(cursor);
  const from = Math.max(1, last - limit + 1);
  const entries = last < 1 ? [] : await store.listEntries(userId, { from, limit: last - from + 1 });
  const journal = await store.getMany(
    'journal',
    entries.map(({ journalId }) => ({ journalId })),
  );
  const items = entries.map((entry, place) => entryLine(entry, journal[place])).toReversed();
  return { items, cursor: from > 1 ? String(from - 1) : undefined };
}

/** The reasons of a freeze, in words for staff. */
const freezeWords: Readonly<Record<FreezeReason, string>> = {
  owner: 'the user’s wish',
  timed: 'a time that the user chose',
  declines: 'declines in a row',
  debt: 'a debt of the account',
  lock: 'the account’s lock',
  suspension: 'the account’s suspension',
};

function cardLine(card: Card, room: CardRoom): Line {
  const { cardId, name, last4Digits, balanceCents, pendingInCents, frozenReasons, lifecycle, actual } = card;
  const isOpen = lifecycle === 'open';
  return {
    _id: cardId,
    at: iso(card.createdAtMs),
    title: last4Digits === '' ? name : `${name} •••• ${last4Digits}`,
    state: lifecycle === 'failed' ? 'failed' : cardStatusNames[statusOf(card)],
    amount: balanceCents,
    facts: [
      ...textFact('Frozen for', frozenReasons.map((reason) => freezeWords[reason]).join(', ')),
      ...textFact('The user reads', statusReasonOf(card)),
      ...(isOpen ? textFact('At the issuer', card.blockedReason === undefined ? actual : 'blocked') : []),
      ...(card.dueAtMs === undefined ? [] : [{ label: 'To be checked at the issuer', at: iso(card.dueAtMs) }]),
      ...(pendingInCents > 0 ? [{ label: 'Loads under way', amount: pendingInCents }] : []),
      ...(card.pendingOutCents > 0 ? [{ label: 'Withdrawals under way', amount: card.pendingOutCents }] : []),
      ...(card.shortDeclines > 0 ? textFact('Declines in a row', String(card.shortDeclines)) : []),
      ...(isOpen
        ? [
            { label: 'Spent this month', amount: room.spentThisMonthCents },
            { label: 'Limit of a month', amount: room.monthlySpendCents },
            { label: 'Limit of a purchase', amount: room.transactionCents },
            { label: 'Limit on the card', amount: room.balanceCents },
          ]
        : []),
      ...(card.askedAtMs > 0 ? [{ label: 'Last look at the issuer', at: iso(card.askedAtMs) }] : []),
    ],
  };
}

function activityLine(line: ActivityLine, more: readonly Fact[]): Line {
  const { subjectId, amountCents, paidCents, feeCents, tid, cardId } = line;
  return {
    _id: subjectId,
    at: iso(line.createdAtMs),
    title: lineDescription(line),
    state: transactionStatusNames[line.status],
    amount: line.direction === 'debit' ? minus(zero, amountCents) : amountCents,
    facts: [
      ...(paidCents > 0 && paidCents !== amountCents ? [{ label: 'Paid', amount: paidCents }] : []),
      ...(feeCents > 0 ? [{ label: 'Fee', amount: feeCents }] : []),
      ...textFact('TID', tid),
      ...textFact('Card', cardId),
      ...more,
      { label: 'Changed', at: iso(line.updatedAtMs) },
    ],
  };
}

function entryLine({ sequence, journalId, deltas, after, atMs }: Entry, record: JournalRecord | undefined): Line {
  const of = (buckets: Entry['deltas'], name: string): Cents => buckets[name] ?? zero;
  return {
    _id: `${sequence}`,
    at: iso(atMs),
    title: inWords(record?.kind ?? journalId),
    state: null,
    amount: minus(of(deltas, 'available'), of(deltas, 'debt')),
    facts: [
      { label: 'Balance after', amount: minus(of(after, 'available'), of(after, 'debt')) },
      ...(of(deltas, 'held') === 0 ? [] : [{ label: 'Held after', amount: of(after, 'held') }]),
      ...textFact('Cause', record?.cause),
    ],
  };
}

/** The stages of a reward as the referrer's page names them. */
const stageNames: Readonly<Record<Reward['stage'], string>> = {
  pending: 'pending',
  matured: 'earned',
  cancelled: 'canceled',
};

function rewardLine(reward: Reward): Line {
  return {
    _id: reward.rewardId,
    at: iso(reward.createdAtMs),
    title: `${reward.event === 'signup' ? 'Sign-up' : 'First card'} of ${reward.refereeId}`,
    state: stageNames[reward.stage],
    amount: reward.amountCents,
    facts: [
      ...textFact('Why', reward.reason),
      ...textFact('Review', reward.review && `${reward.review.state} (${reward.review.signals.join(', ')})`),
    ],
  };
}

/**
 * Returns a line for the referrer of the sign-up link, with the referral's judgment; none for a person without a
 * referrer.
 */
function referrerLines(user: User | undefined): readonly Line[] {
  if (user?.referredBy === undefined || !user.referredBy.startsWith('usr_')) return [];
  const { referredBy, referral, createdAtMs } = user;
  const facts = textFact('Why', referral?.reason);
  const state = referral === undefined ? null : referral.isEligible ? 'counts' : 'does not count';
  return [{ _id: referredBy, at: iso(createdAtMs), title: `Referred by ${referredBy}`, state, amount: null, facts }];
}

function sessionLine(session: Session, isOpen: boolean): Line {
  return {
    _id: session.sessionId,
    at: iso(session.createdAtMs),
    title: session.device ?? unknownDevice,
    state: isOpen ? 'signed in' : 'ended',
    amount: null,
    facts: [{ label: 'Last seen', at: iso(session.usedAtMs) }],
  };
}

function caseLine(found: Case): Line {
  return {
    _id: found.caseId,
    at: iso(found.createdAtMs),
    title: `${inWords(found.reason)}: ${found.merchant}`,
    state: found.state,
    amount: found.amountCents,
    facts: [
      ...textFact('Card', `${found.cardName} •••• ${found.last4Digits}`),
      ...textFact('Closed', found.closingReason),
      { label: 'Since', at: iso(found.sinceMs) },
    ],
  };
}

function textFact(label: string, text: string | undefined): Fact[] {
  return text === undefined || text === '' ? [] : [{ label, text }];
}

/** `deposit_credited` → `Deposit credited`. */
function inWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function iso(ms: number): string {
  return new Date(Math.floor(ms)).toISOString();
}
