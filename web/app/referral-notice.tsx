import { useState } from 'react';
import { referralToTell } from '#web/session/referral-notice.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const LazyReferralNoticeModal = lazyPart(() => import('#web/app/member-parts.ts').then((m) => m.ReferralNoticeModal));

/** Shows the outcome of the referral once, to a cardholder who has just verified the email address. */
export function ReferralNotice({ balance }: { readonly balance: number }) {
  const [outcome, setOutcome] = useState(referralToTell);
  if (!outcome) return null;
  return <LazyReferralNoticeModal outcome={outcome} balance={balance} onClose={() => setOutcome(undefined)} />;
}
