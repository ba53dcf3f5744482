/** Parts that signed-in people open now and then, as one file of the build: smaller together than apart. */
export { ProofForm } from './proof-form.tsx';
export { ReferralNoticeModal } from '#web/features/referrals/referral-notice-modal.tsx';
export { ReferralPage } from '#web/features/referrals/referral-page.tsx';
export { SettingsPage } from '#web/features/settings/settings-page.tsx';
