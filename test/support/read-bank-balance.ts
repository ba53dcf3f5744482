import type { ApiClient } from '#infra/local/seed/api-client.ts';
import type { passTime } from './money-stack.ts';
import { readDailyReport } from './read-daily-report.ts';

/** Closes the books and returns the balance of our bank account, in cents. */
export async function readBankBalance(
  stack: Parameters<typeof passTime>[0],
  staff: readonly [ApiClient, ...ApiClient[]],
): Promise<number> {
  return (await readDailyReport(stack, staff)).balances.bank;
}
