import type { ReplyOf } from '#shared/contract/index.ts';

/** Outcome of a referral at email verification. */
export type ReferralOutcome = ReplyOf<'auth.verify-email'>['referral'];

const outcomeKey = 'satchel.referral-outcome';
/** Local flag: `true` once the dashboard has shown the modal. */
const shownKey = 'satchel.referral-notice-shown';

/** Keeps the outcome for the dashboard, which may only come after a sign-in. */
export function rememberReferral(outcome: ReferralOutcome): void {
  try {
    localStorage.setItem(outcomeKey, JSON.stringify(outcome));
  } catch {
    // Without storage the modal is not shown; the reward itself does not depend on it.
  }
}

/** Lets the dashboard show its modal, once the visitor goes on from the verification page. */
export function letReferralNoticeShow(): void {
  try {
    localStorage.setItem(shownKey, 'false');
  } catch {
    // As above.
  }
}

/** Returns the outcome for the dashboard's modal; undefined when no referral was tried, or it was shown before. */
export function referralToShow(): ReferralOutcome | undefined {
  try {
    if (localStorage.getItem(shownKey) === 'true') return undefined;
    const kept: unknown = JSON.parse(localStorage.getItem(outcomeKey) ?? 'null');
    const outcome = kept as ReferralOutcome | null;
    return outcome?.attempted === true ? outcome : undefined;
  } catch {
    return undefined;
  }
}

/** Notes that the modal was shown: once is enough. */
export function referralWasShown(): void {
  try {
    localStorage.setItem(shownKey, 'true');
    localStorage.removeItem(outcomeKey);
  } catch {
    // As above.
  }
}
