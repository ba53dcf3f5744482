import { cents } from '#shared/money.ts';
import { openInvoice } from '#functions/domain/deposits/open-invoice.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { MoneyWorld } from './money-world.ts';

/** Opens a deposit in USDT that waits to be paid; default $50. */
export async function openDeposit(
  { services }: Pick<MoneyWorld, 'services'>,
  user: User,
  amountCents = 5_000,
): Promise<Deposit> {
  const depositId = await requestDeposit(services, {
    user,
    currency: 'USDT',
    network: 'TRON',
    amountCents: cents(amountCents),
    claim: undefined,
  });
  return openInvoice(services, depositId);
}
