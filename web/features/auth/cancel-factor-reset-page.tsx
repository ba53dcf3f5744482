import { call } from '#web/lib/api.ts';
import { MailedLink } from './mailed-link.tsx';

/** /factor-reset/cancel#token: cancels the reset of an account's factors. */
export function CancelFactorResetPage() {
  return (
    <MailedLink
      question="Cancel the reset?"
      effect="Your authenticator app, passkeys and recovery codes stay on your account."
      action="Cancel the reset"
      act={async (token) => void (await call('auth.cancel-factor-reset', { body: { token } }))}
      done={{
        heading: 'The reset is canceled',
        text: 'Nothing was removed. If you didn’t ask for the reset, choose a new password: someone may know yours.',
      }}
      life="The link works once, until the factors are removed."
    />
  );
}
