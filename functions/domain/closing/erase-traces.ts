import type { Id } from '#shared/ids.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Ticket } from '#functions/ports/entities/tickets.ts';
import type { Services } from '#functions/ports/services.ts';
import { remove, update, type Write } from '#functions/ports/store.ts';
import { wordsOf } from '#functions/domain/admin/list-audit.ts';
import { namelessCard, withoutCardName } from '#functions/domain/cards/card-description.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { eraseReferralWords } from './erase-referral-words.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/** Maximum number of items per page: a line may be written with its deposit, and a transaction takes 100 writes. */
const pageSize = 40;

/**
 * Takes a person's address and own words out of everything that stays, and removes what need not stay. Each page is a
 * transaction, and a page that is done is left alone: an erasure that died continues there.
 */
export async function eraseTraces(needs: Needs, userId: Id<'user'>): Promise<void> {
  await eraseLines(needs, userId);
  await eraseCards(needs, userId);
  await eraseCases(needs, userId);
  await eraseRewards(needs, userId);
  await removeSessions(needs, userId);
  await removeNotifications(needs, userId);
  await removeWords(needs, userId);
  await eraseReferralWords(needs, userId);
}

async function eraseLines(needs: Needs, userId: Id<'user'>): Promise<void> {
  const { store } = needs;
  let cursor: string | undefined;
  do {
    const from = cursor;
    cursor = await withRetries(needs, async () => {
      const page = await store.listActivity(userId, { limit: pageSize, cursor: from });
      const named = page.items.filter(({ kind }) => kind === 'deposit').map(({ subjectId }) => subjectId);
      const deposits = await store.getMany(
        'deposit',
        named.map((depositId) => ({ depositId: depositId as Deposit['depositId'] })),
      );
      const writes = [
        ...page.items.flatMap((line) => {
          const description = line.cardId === undefined ? line.description : withoutCardName(line.description);
          const isDone = line.email === '' && description === line.description;
          return isDone ? [] : [update('movement', line, { email: '', description })];
        }),
        ...deposits.flatMap((deposit) => {
          if (deposit === undefined) return [];
          // The first of two decisions has a reason, which may be about the person.
          const { email, proposal } = deposit;
          if (email === '' && proposal?.reason === undefined) return [];
          return [update('deposit', deposit, { email: '', proposal: proposal && { ...proposal, reason: undefined } })];
        }),
      ];
      if (writes.length > 0) await store.commit(writes);
      return page.cursor;
    });
  } while (cursor !== undefined);
}

async function eraseCards(needs: Needs, userId: Id<'user'>): Promise<void> {
  const { store } = needs;
  await withRetries(needs, async () => {
    const named = (await store.listCards(userId)).filter(({ name }) => name !== namelessCard);
    for (const card of named) await store.commit([update('card', card, { name: namelessCard })]);
  });
}

/** Removes the messages of cases and the names of cards in them; the reported payment stays named. */
async function eraseCases(needs: Needs, userId: Id<'user'>): Promise<void> {
  const { store } = needs;
  let cursor: string | undefined;
  do {
    const page = await store.listCases(userId, { limit: pageSize, cursor });
    for (const { caseId } of page.items) {
      await withRetries(needs, async () => {
        const messages = await store.listCaseMessages(caseId);
        for (let from = 0; from < messages.length; from += pageSize) {
          const written = messages.slice(from, from + pageSize);
          await commitForRetry(
            store,
            written.map(({ number }) => remove('caseMessage', { caseId, number })),
          );
        }
        const found = await store.get('case', { caseId });
        if (found === undefined || (found.cardName === namelessCard && found.closingReason === undefined)) return;
        await commitForRetry(store, [update('case', found, { cardName: namelessCard, closingReason: undefined })]);
      });
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** Erases the masked address that referrers' rewards for this person show. */
async function eraseRewards(needs: Needs, refereeId: Id<'user'>): Promise<void> {
  const { store } = needs;
  await withRetries(needs, async () => {
    const rewards = await store.getMany('reward', [
      { refereeId, event: 'signup' },
      { refereeId, event: 'card_created' },
    ]);
    const writes = rewards.flatMap((reward) =>
      reward === undefined || reward.maskedEmail === '' ? [] : [update('reward', reward, { maskedEmail: '' })],
    );
    if (writes.length > 0) await store.commit(writes);
  });
}

async function removeSessions(needs: Needs, userId: Id<'user'>): Promise<void> {
  const { store } = needs;
  // The list may lack a session, because the index lags and ended ones are in none. Each expires after 30 days, which
  // is when an erasure begins.
  for (const { sessionId } of await store.listSessions(userId, 100)) {
    const session = await store.get('session', { sessionId });
    if (session) await store.commit([remove('session', { sessionId })]);
  }
}

async function removeNotifications(needs: Needs, userId: Id<'user'>): Promise<void> {
  const { store } = needs;
  for (;;) {
    const isLast = await withRetries(needs, async () => {
      const { items } = await store.listNotifications(userId, { limit: pageSize });
      if (items.length > 0)
        await commitForRetry(
          store,
          items.map(({ notificationId }) => remove('notification', { userId, notificationId })),
        );
      return items.length === 0;
    });
    if (isLast) return;
  }
}

/**
 * Removes what staff wrote about the person, and the names that the person gave to factors, from the audit log, and the
 * reasons in what the log leads to: adjustments and tickets. The records stay.
 */
async function removeWords(needs: Needs, subjectId: Id<'user'>): Promise<void> {
  const { store } = needs;
  let cursor: string | undefined;
  do {
    const from = cursor;
    cursor = await withRetries(needs, async () => {
      const page = await store.listAudit({ of: 'subject', subjectId }, { limit: pageSize, cursor: from });
      const found = await store.getMany('auditWords', wordsOf(page.items));
      const writes = [
        ...found.flatMap((words) => (words === undefined ? [] : [remove('auditWords', words)])),
        ...(await withoutReasons(needs, page.items)),
      ];
      if (writes.length > 0) await commitForRetry(store, writes);
      return page.cursor;
    });
  } while (cursor !== undefined);
}

/** Takes the reasons out of the adjustments and tickets that these records are about. */
async function withoutReasons({ store }: Needs, records: readonly AuditRecord[]): Promise<readonly Write[]> {
  const about = [...new Set(records.flatMap((record) => record.about ?? []))];
  const adjustmentIds = about.filter((id): id is Id<'adjustment'> => id.startsWith('adj_'));
  const ticketIds = about.filter((id): id is Id<'ticket'> => id.startsWith('tkt_'));
  const [adjustments, tickets] = await Promise.all([
    store.getMany(
      'adjustment',
      adjustmentIds.map((adjustmentId) => ({ adjustmentId })),
    ),
    store.getMany(
      'ticket',
      ticketIds.map((ticketId) => ({ ticketId })),
    ),
  ]);
  return [
    ...adjustments.flatMap((each) =>
      each === undefined || (each.reason === '' && each.link === undefined)
        ? []
        : [update('adjustment', each, { reason: '', link: undefined })],
    ),
    ...tickets.flatMap((each) => (each === undefined ? [] : ticketWrites(each))),
  ];
}

/** Returns the write that takes a closing reason out of a ticket, and an address or a name that it was named after. */
function ticketWrites(ticket: Ticket): readonly Write[] {
  // Findings about search terms were named after the term until it was left out.
  const [named] = /^searchTerm:usr_\w+(?= (?!\d$))/.exec(ticket.subject) ?? [];
  if (ticket.closingReason === undefined && named === undefined) return [];
  const unnamed = named === undefined ? {} : { subject: named, evidence: {} };
  return [update('ticket', ticket, { closingReason: undefined, ...unnamed })];
}
