import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';

const waitSeconds = 30;

/** Asks for another code: not before half a minute is over, which it counts down. */
export function ResendButton({ onResend }: { onResend: () => Promise<void> }) {
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
      <span className="num">{waits ? `New code in ${secondsLeft} s` : 'Send a new code'}</span>
    </Button>
  );
}
