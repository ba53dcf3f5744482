import { applyPayment } from '#functions/domain/deposits/apply-payment.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import type { Services } from '#functions/ports/services.ts';

/** Brings a deposit to what `payment` reports, as if it was read just now. */
export async function applyFresh(
  services: Services,
  depositId: Deposit['depositId'],
  payment: Payment,
): Promise<Deposit> {
  const deposit = await services.store.get('deposit', { depositId });
  if (!deposit) throw new Error(`no such deposit: ${depositId}`);
  return applyPayment(services, deposit, payment);
}
