import { type ExportPart } from '#shared/contract/data-export.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { LedgerOwner } from '#functions/ports/entities/books.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Page } from '#functions/ports/store.ts';
import { describeSecurityEvent } from '#functions/domain/admin/describe-audit.ts';
import { listSecurityLog } from '#functions/domain/admin/list-audit.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { describeSecurity } from '#functions/domain/auth/factors/describe-security.ts';
import { factorsOf } from '#functions/domain/auth/factors/factors-of.ts';
import { describeSessions, findSessions } from '#functions/domain/auth/sessions/list-sessions.ts';
import { describeCardNow, describeCardTransaction, describeOperation } from '#functions/domain/cards/describe-card.ts';
import { describeWithMessages } from '#functions/domain/cases/read-case.ts';
import { describeActivityLine, describeDeposit } from '#functions/domain/deposits/describe-deposit.ts';
import { defaultState } from '#functions/domain/notifications/notification-state.ts';
import { describePreferences } from '#functions/domain/notifications/preferences.ts';
import { describeNotification, listNotifications } from '#functions/domain/notifications/read-notifications.ts';
import { describeReferralAccount } from '#functions/domain/referrals/referral-account.ts';
import { describeReward } from '#functions/domain/referrals/reward.ts';
import { readSubscriptions } from '#functions/domain/subscriptions/read-subscriptions.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

/** The signed-in person whose data it is. */
export type ExportCaller = { readonly user: User; readonly session: Session };

/** Items of a part, as the API shows them to the person. */
export type ExportItems = { readonly part: ExportPart; readonly items: readonly object[] };

/** A step of the export: a page of one part, or of parts that are read together. */
type Step = (needs: Needs, caller: ExportCaller, cursor: string | undefined) => Promise<Page<ExportItems>>;

/** Number of items that a step reads at once. */
const pageSize = 50;

/** Size at which a reply takes no further step, in characters. A step adds at most a case with all its messages. */
const replyCharacters = 200_000;

/** Maximum number of steps of a reply: many deleted cards make many short ones. */
const stepsMax = 40;

/**
 * Reads a part of a person's data: as many steps as fit into a reply. The cursor says where the next reply continues;
 * it is undefined at the end. Each page is read when it is asked for, so changes made meanwhile may be in a later page.
 */
export async function readExport(
  needs: Needs,
  caller: ExportCaller,
  from: string | undefined,
): Promise<Page<ExportItems>> {
  const found: ExportItems[] = [];
  let characters = 0;
  let place = placeIn(from);
  for (let taken = 0; ; taken += 1) {
    const step = steps[place.step];
    if (step === undefined) return { items: found, cursor: undefined };
    if (characters >= replyCharacters || taken === stepsMax)
      return { items: found, cursor: `${place.step} ${place.cursor ?? ''}` };
    const { items, cursor } = await step(needs, caller, place.cursor);
    found.push(...items.filter((each) => each.items.length > 0));
    characters += JSON.stringify(items).length;
    place = cursor === undefined ? { step: place.step + 1, cursor } : { step: place.step, cursor };
  }
}

function placeIn(from = '0'): { readonly step: number; readonly cursor: string | undefined } {
  const [step, cursor = ''] = from.split(/ (.*)/s);
  return { step: Number(step), cursor: cursor === '' ? undefined : cursor };
}

/** Makes a step that reads its part at once. */
const whole =
  (part: ExportPart, read: (needs: Needs, caller: ExportCaller) => Promise<readonly object[]>): Step =>
  async (needs, caller) => ({ items: [{ part, items: await read(needs, caller) }], cursor: undefined });

/** Makes a step that reads a list of the store page by page. */
const listed =
  (
    part: ExportPart,
    read: (needs: Needs, caller: ExportCaller, cursor: string | undefined) => Promise<Page<object>>,
  ): Step =>
  async (needs, caller, cursor) => {
    const page = await read(needs, caller, cursor);
    return { items: [{ part, items: page.items }], cursor: page.cursor };
  };

const isoOf = (atMs: number): string => new Date(atMs).toISOString();

async function profileOf({ store }: Needs, { user }: ExportCaller): Promise<readonly object[]> {
  const { userId } = user;
  const [wallet, sources] = await store.getBoth(
    { kind: 'wallet', key: { userId } },
    { kind: 'depositSources', key: { userId } },
  );
  if (!wallet) throw new Error(`${userId} has no wallet`);
  const earlierEmails = (user.emailChanges ?? []).map(({ email, atMs }) => ({ email, until: isoOf(atMs) }));
  return [{ ...describeUser(user, wallet), ...signUpOf(user), earlierEmails, paidFrom: sources?.addresses ?? [] }];
}

/** Returns what is kept of the sign-up: the terms that were accepted last, and the referral link that it came by. */
function signUpOf({ termsVersion, termsAcceptedAtMs, referredBy, referral }: User): object {
  return {
    ...(termsAcceptedAtMs === undefined ? {} : { acceptedTerms: { of: termsVersion, at: isoOf(termsAcceptedAtMs) } }),
    ...(referredBy === undefined
      ? {}
      : { referredBy: { code: referredBy, counts: referral?.isEligible ?? false, reason: referral?.reason } }),
  };
}

/** Lines of the account, with the deposits and operations that they are about. */
const activity: Step = async ({ store, clock }, { user: { userId } }, cursor) => {
  const page = await store.listActivity(userId, { limit: pageSize, cursor });
  const ids = page.items.map(({ subjectId }) => subjectId);
  const depositIds = ids.filter((id): id is Deposit['depositId'] => id.startsWith('dep_'));
  const operationIds = ids.filter((id): id is Id<'operation'> => id.startsWith('op_'));
  const [deposits, operations] = await Promise.all([
    store.getMany(
      'deposit',
      depositIds.map((depositId) => ({ depositId })),
    ),
    store.getMany(
      'operation',
      operationIds.map((operationId) => ({ operationId })),
    ),
  ]);
  return {
    items: [
      { part: 'activity', items: page.items.map(describeActivityLine) },
      { part: 'deposits', items: deposits.flatMap((each) => (each ? [describeDeposit(each)] : [])) },
      {
        part: 'operations',
        items: operations.flatMap((each) => (each && describeOperation(each, undefined, clock.now())) ?? []),
      },
    ],
    cursor: page.cursor,
  };
};

/**
 * Returns the list that a cursor names (`<name> <number>`), the list after it, and the number to continue from. The
 * lists are in a fixed order; without a cursor the first one is returned.
 */
function placeAmong<T extends string>(names: readonly T[], cursor: string | undefined) {
  const [name, number] = cursor?.split(' ') ?? [];
  const index = name === undefined ? 0 : names.indexOf(name as T);
  return { name: names[index], next: names[index + 1], from: number === undefined ? undefined : Number(number) };
}

/** Every line of every card, deleted ones included: card by card, the oldest line first. */
const cardTransactions: Step = async ({ store }, { user: { userId } }, cursor) => {
  const cards = await store.listCards(userId);
  const {
    name: cardId,
    next,
    from = 1,
  } = placeAmong(
    cards.map((card) => card.cardId),
    cursor,
  );
  const card = cards.find((each) => each.cardId === cardId);
  if (!card) return { items: [], cursor: undefined };
  const to = from + pageSize - 1;
  const lines = await store.listCardTransactions(card.cardId, { from, to });
  const items = lines.toReversed().map((line) => ({
    cardId: line.cardId,
    balanceAfter: line.balanceAfterCents ?? null,
    ...describeCardTransaction(line),
    reference: line.reference,
  }));
  const rest = to < card.transactionCount ? `${card.cardId} ${to + 1}` : next && `${next} 1`;
  return { items: [{ part: 'cardTransactions', items }], cursor: rest };
};

/** Every entry of the books: of the balance, of the rewards, and of each card. */
const ledger: Step = async ({ store }, { user: { userId } }, cursor) => {
  const cards = await store.listCards(userId);
  const owners: readonly LedgerOwner[] = [userId, `referral:${userId}`, ...cards.map(({ cardId }) => cardId)];
  const { name: ownerId, next, from = 1 } = placeAmong(owners, cursor);
  if (ownerId === undefined) return { items: [], cursor: undefined };
  const entries = await store.listEntries(ownerId, { from, limit: pageSize });
  const items = entries.map(({ sequence, deltas, after, atMs }) => ({
    account: ownerId === userId ? 'balance' : ownerId.startsWith('referral:') ? 'rewards' : ownerId,
    number: sequence,
    at: isoOf(atMs),
    changes: deltas,
    after,
  }));
  const last = entries.at(-1);
  return {
    items: [{ part: 'ledger', items }],
    cursor: last && entries.length === pageSize ? `${ownerId} ${last.sequence + 1}` : next && `${next} 1`,
  };
};

const steps: readonly Step[] = [
  whole('profile', profileOf),
  whole('security', async (needs, { user }) => [
    describeSecurity({ user, factors: await factorsOf(needs, user.userId) }),
  ]),
  whole('sessions', async (needs, caller) =>
    describeSessions(await findSessions(needs, caller.user.userId), caller, needs.clock.now()),
  ),
  listed('securityLog', async ({ store }, { user: { userId } }, cursor) => {
    const page = await listSecurityLog(store, userId, { limit: pageSize, cursor });
    return { ...page, items: page.items.map(describeSecurityEvent) };
  }),
  whole('cards', async (needs, { user: { userId } }) => {
    // A card whose creation failed never was one: its order is among the activity.
    const made = (await needs.store.listCards(userId)).filter(({ lifecycle }) => lifecycle !== 'failed');
    return Promise.all(made.map((card) => describeCardNow(needs, card)));
  }),
  cardTransactions,
  activity,
  ledger,
  whole('subscriptions', (needs, { user: { userId } }) => readSubscriptions(needs, userId)),
  whole('referrals', async ({ store }, { user: { userId } }) => {
    const account = await store.get('referralAccount', { userId });
    return account ? [describeReferralAccount(account)] : [];
  }),
  listed('rewards', async ({ store }, { user: { userId } }, cursor) => {
    const page = await store.listRewards(userId, { limit: pageSize, cursor });
    return { ...page, items: page.items.map(describeReward) };
  }),
  whole('notificationChoices', async ({ store }, { user: { userId } }) => [
    describePreferences((await store.get('notificationState', { userId })) ?? defaultState(userId)),
  ]),
  listed('notifications', async ({ store }, { user: { userId } }, cursor) => {
    const { page, state } = await listNotifications(store, userId, { limit: pageSize, cursor });
    return { ...page, items: page.items.map((each) => describeNotification(each, state)) };
  }),
  // One at a time: a case may have many messages.
  listed('cases', async ({ store }, { user: { userId } }, cursor) => {
    const page = await store.listCases(userId, { limit: 1, cursor });
    return { ...page, items: await Promise.all(page.items.map((each) => describeWithMessages(store, each))) };
  }),
];
