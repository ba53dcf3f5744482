import { useEffect, useState } from 'react';
import { resendAfterMs } from '#shared/resend.ts';
import { Button } from './button.tsx';

const waitSeconds = resendAfterMs / 1_000;

/** Asks for another code, or another `what`, after half a minute at the earliest, which it counts down. */
export function ResendButton({
  onResend,
  what = 'code',
}: {
  readonly onResend: () => Promise<unknown>;
  readonly what?: string;
}) {
  const [secondsLeft, setSecondsLeft] = useState(waitSeconds);
  const [busy, setBusy] = useState(false);
  const waits = secondsLeft > 0;

  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setSecondsLeft((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [waits]);

  async function resend(): Promise<void> {
    setBusy(true);
    await onResend();
    setBusy(false);
    setSecondsLeft(waitSeconds);
  }

  return (
    <Button variant="ghost" busy={busy} disabled={waits} onClick={() => void resend()}>
      <span className="num">{waits ? `New ${what} in ${secondsLeft} s` : `Send a new ${what}`}</span>
    </Button>
  );
}
