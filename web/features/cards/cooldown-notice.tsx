import { Notice } from '#web/ui/notice.tsx';
import { useNow } from '#web/ui/use-now.ts';

import { timeLeft } from './time-left.ts';

/** How long until the next withdrawal, counted down. The refusal is announced once; the clock itself is not. */
export function CooldownNotice({ endsAtMs }: { readonly endsAtMs: number | undefined }) {
  return endsAtMs === undefined ? null : <Countdown endsAtMs={endsAtMs} />;
}

function Countdown({ endsAtMs }: { readonly endsAtMs: number }) {
  const left = timeLeft(endsAtMs - useNow(1000));
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
        You can withdraw again in <strong className="num">{left}</strong>. Nothing was taken from the card.
      </p>
    </Notice>
  );
}
