import type { Deposit } from '#functions/ports/entities.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Late payments are still found, and refunds after credit too: how long after the last change a closed deposit is read again. */
const lateWatch = [10 * minute, hour, 6 * hour, day, 3 * day, 7 * day];

/** How long until a deposit is read again, by how often it was since its state last changed; undefined: never again. */
function waitMs(deposit: Pick<Deposit, 'state' | 'pollCount'>): number | undefined {
  switch (deposit.state) {
    case 'waiting':
      return Math.min(5 * minute, minute * (deposit.pollCount + 1));
    case 'confirming':
      return minute;
    case 'partly_paid':
    case 'locked':
    case 'refunding':
      return Math.min(15 * minute, 5 * minute * (deposit.pollCount + 1));
    case 'paid':
    case 'paid_over':
    case 'paid_less':
    case 'expired':
    case 'failed':
    case 'refund_failed':
      return lateWatch[deposit.pollCount];
    case 'refunded':
      return undefined;
  }
}

/**
 * When a deposit is read again at the provider: the silent statuses and lost webhooks are found by this
 * (providers/payment.md section 8.5, 8.6). A waiting one also shortly after its invoice ends.
 */
export function nextPollAtMs(
  deposit: Pick<Deposit, 'state' | 'pollCount' | 'invoiceExpiresAtMs'>,
  nowMs: number,
): number | undefined {
  const wait = waitMs(deposit);
  if (wait === undefined) return undefined;
  const endsAtMs = (deposit.invoiceExpiresAtMs ?? 0) + 2 * minute;
  return deposit.state === 'waiting' && endsAtMs > nowMs ? Math.min(nowMs + wait, endsAtMs) : nowMs + wait;
}
