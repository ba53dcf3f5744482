import type { CaseReason } from '#shared/contract/cases.ts';
import { cents } from '#shared/money.ts';
import type { IssuerTransaction } from '#functions/ports/card-issuer.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Case } from '#functions/ports/entities/cases.ts';
import { postIssuerTransaction } from '#functions/domain/cards/post-issuer-transaction.ts';
import { reportPayment } from '#functions/domain/cases/report-payment.ts';
import { writeToCase } from '#functions/domain/cases/write-to-case.ts';
import { moneyWorld, type MoneyWorld } from './money-world.ts';

/** Posts a purchase of $2.00, with the given changes. */
export async function pay(world: MoneyWorld, card: Card, changes: Partial<IssuerTransaction> = {}): Promise<void> {
  await postIssuerTransaction(world.services, card, {
    issuerCardId: card.issuerCardId ?? '',
    reference: 'P-1',
    direction: 'debit',
    amountCents: cents(200),
    currency: 'USD',
    description: 'CORNER COFFEE',
    atMs: world.clock.now(),
    merchantName: 'Corner Coffee',
    merchantLogo: '',
    merchantCategoryCode: '5814',
    isRecurring: false,
    category: 'Food',
    group: 'Restaurants',
    ...changes,
  });
}

/** Posts money that comes back for the purchase `P-1`. */
export const payBack = (world: MoneyWorld, card: Card, changes: Partial<IssuerTransaction> = {}): Promise<void> =>
  pay(world, card, { direction: 'credit', reference: 'P-1_REVERSAL', ...changes });

/** Reports the purchase `P-1`. */
export function report(world: MoneyWorld, card: Card, reason: CaseReason = 'wrong_amount', reference = 'P-1') {
  const { userId, cardId } = card;
  return reportPayment(world.services, { userId, cardId, reference, reason, text: 'Please look at this.' });
}

/** Opens a case with a report and a second message of the cardholder, and a member of support to decide on it. */
export async function caseOfTwoMessages() {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
  const user = await world.cardholder(10_000);
  const { caseId } = (await reported(world, user)).opened;
  await writeToCase(world.services, { userId: user.userId, caseId, text: 'Please wait.' });
  return { world, as, caseId };
}

/** Opens a case of a person about a purchase on a new card. */
export async function reported(
  world: MoneyWorld,
  user: User,
  reason: CaseReason = 'wrong_amount',
): Promise<{ readonly card: Card; readonly opened: Case }> {
  const card = await world.openCard(user);
  await pay(world, card);
  return { card, opened: await report(world, card, reason) };
}
