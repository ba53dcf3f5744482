import { useEffect, useState, type ReactNode } from 'react';
import { Redirect, useLocation } from '#web/navigation/router.tsx';
import { call } from '#web/lib/api.ts';
import { mayBeSignedIn } from '#web/lib/session-hint.ts';
import { returnAddress } from '#web/navigation/paths.ts';
import { isSuspended, rememberedAddress } from '#web/navigation/remembered-address.ts';

/**
 * Shows its children at once, and leaves for the dashboard when a person turns out to be signed in. Asks with a plain
 * call, because the cache of reads belongs to the pages behind the sign-in.
 */
export function GuestOnly({ children }: { children: ReactNode }) {
  const { state } = useLocation();
  const from = rememberedAddress(state);
  const [signedIn, setSignedIn] = useState(false);
  // The session of a suspended account is there, but answers nothing.
  const asks = !isSuspended(state);

  useEffect(() => {
    if (!asks || !mayBeSignedIn()) return;
    let shown = true;
    call('user.read').then(
      () => shown && setSignedIn(true),
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [asks]);

  return signedIn ? <Redirect to={returnAddress(from)} /> : children;
}
