import { createCryptomusGateway } from '#functions/adapters/payments/cryptomus/create-cryptomus-gateway.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { PaymentGateway } from '#functions/ports/payment-gateway.ts';
import { buildPayments } from '#functions/runtime/services.ts';
import { paymentsVariables, valuesOf } from './deployment-variables.ts';
import { readServices } from './read-services.ts';

/**
 * Opens the payment provider for a command: that of a local stack, or of a deployment, by the variables of its
 * functions. Throws CommandFailure when one of these is not set.
 */
export async function paymentsOf(services: string | undefined, clock: Clock): Promise<PaymentGateway> {
  if (services === undefined) {
    valuesOf(paymentsVariables);
    return buildPayments();
  }
  const { payments, keys } = readServices<{
    readonly payments: string;
    readonly keys: { readonly merchant: string; readonly payment: string };
  }>(services);
  return createCryptomusGateway({
    profile: 'heleket',
    baseUrl: payments,
    payOrigins: [new URL(payments).origin],
    merchantId: keys.merchant,
    paymentKey: keys.payment,
    clock,
  });
}
