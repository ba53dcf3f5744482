import { useMemo } from 'react';

import { limits } from '#shared/limits.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useNow } from '#web/ui/use-now.ts';

import { timeLeft } from './time-left.ts';

/**
 * How long until the next withdrawal, as `4:59`, while the dialog shows a card that has one behind it; `left` is undefined once
 * it is over. A clock that is wrong makes nobody wait for longer than the rule.
 */
export function useCooldown(withdrawableAt: string | null): { readonly left: string | undefined } | undefined {
  const endsAtMs = useMemo(
    () => withdrawableAt && Math.min(Date.parse(withdrawableAt), Date.now() + limits.unloadCooldownMs),
    [withdrawableAt],
  );
  const nowMs = useNow(1000);
  return endsAtMs ? { left: timeLeft(endsAtMs - nowMs) } : undefined;
}

/** How long until the next withdrawal, counted down. The end is announced; the clock itself is not. */
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
