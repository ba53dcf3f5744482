/** The pages around mailed links, in one file of the build: together they are smaller than each for itself. */
export { CancelFactorResetPage } from './cancel-factor-reset-page.tsx';
export { FreezeCardPage } from './freeze-card-page.tsx';
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { ResetPasswordPage } from './reset-password-page.tsx';
export { UndoEmailChangePage } from './undo-email-change-page.tsx';
export { VerifyEmailPage } from './verify-email-page.tsx';
