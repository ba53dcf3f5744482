import { useEffect, useState } from 'react';
import { onProofAsked, type ProofAsked } from '#web/lib/proof-of-presence.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const LazyProofForm = lazyPart(() => import('./member-parts.ts').then((m) => m.ProofForm));

/** The one place of the site that asks for a proof of presence, whichever call needs it. */
export function ProofDialog({ email }: { readonly email: string }) {
  const [asked, setAsked] = useState<ProofAsked>();
  useEffect(() => onProofAsked(setAsked), []);
  // When the frame goes away, the calls that wait for a proof are canceled.
  useEffect(() => () => asked?.settle('canceled'), [asked]);
  if (!asked) return null;
  return (
    <LazyProofForm
      email={email}
      methods={asked.methods}
      onEnd={(outcome) => {
        asked.settle(outcome);
        // A slow answer to a proof that was canceled: by now another call may be asking.
        setAsked((now) => (now === asked ? undefined : now));
      }}
    />
  );
}
