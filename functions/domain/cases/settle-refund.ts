import { least, sum, type Cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { absent, unchanged, update, type Write } from '#functions/ports/store.ts';
import { namesOf } from './find-payment.ts';
import { giveUpPlace } from './open-cases.ts';

/**
 * Returns the effect of a refund on an open case about its payment, for the transaction that posts it. A full refund
 * closes the case, unless the cardholder did not make the payment.
 */
export async function refundWrites(
  { store }: Pick<Services, 'store'>,
  refund: {
    readonly userId: Id<'user'>;
    readonly cardId: Id<'card'>;
    readonly reference: string;
    readonly references: readonly string[];
    readonly amountCents: Cents;
    readonly nowMs: number;
  },
): Promise<readonly Write[]> {
  const { userId, cardId, amountCents, nowMs } = refund;
  const places = await store.get('openCases', { userId });
  const names = namesOf(refund);
  const place = places?.open.find((each) => each.cardId === cardId && each.references.some((name) => names.has(name)));
  const found = place && (await store.get('case', place));
  if (!found || found.state === 'closed') {
    // Conflicts with a case that is opened, or opened again, in this very moment: it would miss this refund.
    return [places ? unchanged('openCases', { userId }, places) : absent('openCases', { userId })];
  }
  const refundedCents = least(sum(found.refundedCents, amountCents), found.amountCents);
  if (refundedCents < found.amountCents || found.reason === 'not_mine') {
    return [update('case', found, { refundedCents, updatedAtMs: nowMs })];
  }
  return [
    update('case', found, { refundedCents, state: 'closed', sinceMs: nowMs, closedBy: 'refund', updatedAtMs: nowMs }),
    ...giveUpPlace(places, found.caseId),
  ];
}
