import { useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import styles from '#web/features/settings/settings-form.module.css';

const formId = 'proof-of-presence';

/** Asks for the password once more. What was typed behind it stays, and goes on by itself. */
export function ProofForm({
  email,
  onEnd,
}: {
  readonly email: string;
  readonly onEnd: (outcome: 'proved' | 'canceled') => void;
}) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();

  async function prove(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await call('auth.prove', { body: { method: 'password', password } });
      onEnd('proved');
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
      setBusy(false);
    }
  }

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    // A form inside a form's dialog: React would hand the event on to the outer one.
    event.stopPropagation();
    if (password !== '' && !busy) void prove();
  }

  return (
    <Modal
      open
      size="sm"
      title="Confirm it's you"
      onClose={() => onEnd('canceled')}
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={() => onEnd('canceled')}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} disabled={password === ''}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} method="post" onSubmit={submitted} noValidate>
        <p>Enter your password to continue. We ask for it again after 10 minutes.</p>
        <input name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
      </form>
    </Modal>
  );
}
