import type * as z from 'zod/mini';
import type { Case as WireCase, CaseWithMessages, StaffCase, StaffCaseWithMessages } from '#shared/contract/cases.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Case, CaseMessage } from '#functions/ports/entities/cases.ts';
import type { Store } from '#functions/ports/store.ts';
import { addressesOf } from '#functions/domain/admin/addresses-of.ts';

/** Returns a person's own case. Throws AppError NotFound. */
export async function ownCase(
  store: Pick<Store, 'get'>,
  { userId, caseId }: { readonly userId: Id<'user'>; readonly caseId: Id<'case'> },
): Promise<Case> {
  const found = await store.get('case', { caseId });
  if (found?.userId !== userId) throw notFound();
  return found;
}

/** Returns a case for staff. Throws AppError NotFound, Forbidden for a case of their own. */
export async function foreignCase(
  store: Pick<Store, 'get'>,
  { actorId, caseId }: { readonly actorId: Id<'user'>; readonly caseId: Id<'case'> },
): Promise<Case> {
  const found = await store.get('case', { caseId });
  if (!found) throw notFound();
  if (found.userId === actorId) throw new AppError('Forbidden', 'Staff can’t work on a case of their own.');
  return found;
}

function notFound(): AppError {
  return new AppError('NotFound', 'Case not found.');
}

/** Describes a case for its cardholder. */
export function describeCase(found: Case): z.input<typeof WireCase> {
  const { caseId, cardId, cardName, last4Digits, sinceMs, createdAtMs } = found;
  return {
    _id: caseId,
    state: found.state,
    reason: found.reason,
    card: { _id: cardId, name: cardName, last4Digits },
    reference: found.reference,
    merchant: found.merchant,
    amount: found.amountCents,
    refunded: found.refundedCents,
    paidAt: new Date(Math.floor(found.paidAtMs)).toISOString(),
    closedBy: found.closedBy ?? null,
    closingReason: found.closingReason ?? null,
    createdAt: new Date(createdAtMs).toISOString(),
    since: new Date(sinceMs).toISOString(),
  };
}

/** Describes a case with its messages, read unless they are given, for its cardholder: staff have no names there. */
export async function describeWithMessages(
  store: Pick<Store, 'listCaseMessages'>,
  found: Case,
  read?: readonly CaseMessage[],
): Promise<z.input<typeof CaseWithMessages>> {
  const messages = read ?? (await store.listCaseMessages(found.caseId));
  return {
    ...describeCase(found),
    messages: messages.map(({ from, text, atMs }) => ({ from, text, at: new Date(atMs).toISOString() })),
  };
}

/** Describes a case for staff, with the present addresses of those in it. */
export function describeForStaff(found: Case, addresses: ReadonlyMap<string, string>): z.input<typeof StaffCase> {
  return { ...describeCase(found), user: found.userId, userEmail: addresses.get(found.userId) ?? null };
}

/** Describes a case with its messages, read unless they are given, and their authors for staff. */
export async function describeWholeForStaff(
  store: Pick<Store, 'listCaseMessages' | 'getMany'>,
  found: Case,
  read?: readonly CaseMessage[],
): Promise<z.input<typeof StaffCaseWithMessages>> {
  const messages = read ?? (await store.listCaseMessages(found.caseId));
  const addresses = await addressesOf(store, [found.userId, ...messages.map(({ authorId }) => authorId)]);
  return {
    ...describeForStaff(found, addresses),
    messages: messages.map(({ from, text, atMs, authorId }) => ({
      from,
      text,
      at: new Date(atMs).toISOString(),
      by: addresses.get(authorId) ?? null,
    })),
  };
}
