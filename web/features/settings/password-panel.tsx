import { useState, type SubmitEvent } from 'react';
import { isStrongPassword } from '#web/features/auth/password-strength.ts';
import { weakPassword } from '#web/lib/contract-facts.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { atField, toastUnlessAtField } from '#web/ui/error-in-place.ts';
import { PasswordField } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';
import styles from './settings-form.module.css';

const nothing = { current: '', new: '', confirm: '' };

/** Changes the password. */
export function PasswordPanel({ email }: { readonly email: string }) {
  const toast = useToast();
  const [typed, setTyped] = useState(nothing);
  const update = useWrite('user.update-password', {
    onSuccess: (reply) => {
      toast.success(reply.message);
      setTyped(nothing);
    },
    onError: (error) => toastUnlessAtField(toast, error, ['InvalidCredentials']),
  });
  const isStrong = isStrongPassword(typed.new);
  const differs = typed.confirm !== '' && typed.confirm !== typed.new;
  const isReady = typed.current !== '' && isStrong && typed.confirm === typed.new;

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isReady) void update.run({ body: { currentPassword: typed.current, newPassword: typed.new } });
  }

  const error = update.busy ? undefined : update.error;
  return (
    <Panel title="Password">
      <form className={styles.form} method="post" onSubmit={submitted} noValidate>
        <input name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          value={typed.current}
          onChange={(event) => setTyped({ ...typed, current: event.target.value })}
          error={atField(error, 'currentPassword', ['InvalidCredentials'])}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          value={typed.new}
          onChange={(event) => setTyped({ ...typed, new: event.target.value })}
          hint="Minimum 8 characters, including uppercase, lowercase, number, and special character."
          error={typed.new !== '' && !isStrong ? weakPassword : atField(error, 'newPassword')}
        />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          enterKeyHint="go"
          value={typed.confirm}
          onChange={(event) => setTyped({ ...typed, confirm: event.target.value })}
          error={differs ? 'The passwords don’t match.' : undefined}
        />
        <div className={styles.actions}>
          <Button type="submit" busy={update.busy} disabled={!isReady}>
            Update Password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
