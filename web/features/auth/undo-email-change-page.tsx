import { call } from '#web/lib/api.ts';
import { noteSession } from '#web/lib/session-hint.ts';
import { MailedLink } from './mailed-link.tsx';

/** /email/undo#token: gives an account its old address back. */
export function UndoEmailChangePage() {
  return (
    <MailedLink
      question="Undo the email change?"
      effect="Your account gets this address back, every device is signed out, and the account and its cards stay locked until you choose a new password."
      action="Undo the change"
      act={async (token) => {
        await call('auth.undo-email-change', { body: { token } });
        // Every session ended, this browser's included.
        noteSession(false);
      }}
      done={{ heading: 'Your email address is back', text: 'Choose a new password to unlock your account.' }}
      life="The link works once, within 7 days of the change."
    />
  );
}
