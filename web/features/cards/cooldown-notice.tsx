import { limits } from '#shared/limits.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useNow } from '#web/ui/use-now.ts';

import { timeLeft } from './time-left.ts';

/**
 * Returns the time until the next withdrawal by the server's clock, as `4:59`; `left` is undefined once it is over.
 * Returns undefined for a card without an earlier withdrawal.
 */
export function useCooldown(withdrawableAt: string | null): { readonly left: string | undefined } | undefined {
  const nowMs = useNow(1000);
  const leftMs = withdrawableAt === null ? Number.NaN : Date.parse(withdrawableAt) - nowMs;
  return Number.isNaN(leftMs) ? undefined : { left: timeLeft(Math.min(leftMs, limits.withdrawalCooldownMs)) };
}

/** Time until the next withdrawal, counted down. The end is announced; the clock itself is not. */
export function CooldownNotice({ left }: { readonly left: string | undefined }) {
  if (left === undefined) {
    return (
      <Notice tone="success" live>
        <p>You can withdraw again now.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="warning" title="One withdrawal per 5 minutes">
      <p>
        You can withdraw again in <strong className="num">{left}</strong>.
      </p>
    </Notice>
  );
}
