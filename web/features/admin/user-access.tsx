import { useState } from 'react';

import type { Id } from '#shared/ids.ts';
import { suspensionParagraphs, suspensionSubject } from '#shared/suspension-notice.ts';
import { refresh, useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { atField, toastUnlessAtField } from '#web/ui/error-in-place.ts';
import { Switch, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';

import type { UserStats } from './admin-words.ts';
import styles from './user-access.module.css';

/** The person's access and second factors: the two things that an admin can change. */
export function UserAccess({
  user,
  userId,
  onChanged,
}: {
  readonly user: UserStats['user'];
  readonly userId: Id<'user'>;
  /** Takes the person as they are now, and reads their figures again. */
  readonly onChanged: (user: UserStats['user']) => void;
}) {
  const toast = useToast();
  const [reasonForUser, setReasonForUser] = useState('');
  const [note, setNote] = useState('');
  // Shown at once, taken back when it was refused.
  const [wanted, setWanted] = useState<boolean>();
  const twoFactor = useWrite('admin.two-factor', {
    refresh: ['user.all'],
    onSuccess: (changed) => {
      onChanged(changed);
      setWanted(undefined);
      toast.success(`Two-factor authentication is ${changed.isTwoFactorEnabled ? 'on' : 'off'} for ${user.email}.`);
    },
    onError: (error) => {
      setWanted(undefined);
      toast.error(error);
    },
  });
  const suspend = useWrite('admin.suspend', {
    refresh: ['admin.dashboard', 'user.all'],
    onSuccess: (changed) => {
      onChanged(changed);
      setReasonForUser('');
      setNote('');
      toast.success(`${user.email} is ${changed.isSuspended ? 'suspended' : 'active again'}.`);
    },
    onError: (error) => {
      toastUnlessAtField(toast, error);
      void refresh(['admin.user']);
    },
  });
  const given = {
    ...(user.isSuspended || reasonForUser.trim() === '' ? {} : { reasonForUser: reasonForUser.trim() }),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  };
  return (
    <Panel title="Access">
      <div className={styles.access}>
        <Switch
          label="Two-Factor Authentication by email"
          checked={wanted ?? user.isTwoFactorEnabled}
          onChange={(enabled) => {
            if (twoFactor.busy) return;
            setWanted(enabled);
            void twoFactor.run({ params: { id: userId }, body: { enabled } });
          }}
          hint="We email a 6-digit code at every sign-in."
        />
        <div className={styles.suspend}>
          <p className="muted">
            {user.isSuspended
              ? 'This account is suspended: no one can sign in, and its cards are frozen.'
              : 'Suspending ends every session at once and freezes all cards. Pending deposits are still credited. Activating undoes it.'}
          </p>
          {!user.isSuspended && (
            <>
              <TextField
                label="Reason for the user (optional)"
                value={reasonForUser}
                error={atField(suspend.error, 'reasonForUser')}
                autoComplete="off"
                onChange={(event) => setReasonForUser(event.target.value)}
                hint="Emailed to the user word for word."
              />
              <section className={styles.preview} aria-label="Email to the user">
                <h3>{suspensionSubject}</h3>
                {suspensionParagraphs(reasonForUser.trim() || undefined).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </section>
            </>
          )}
          <TextField
            label="Internal note (optional)"
            value={note}
            error={atField(suspend.error, 'note')}
            autoComplete="off"
            onChange={(event) => setNote(event.target.value)}
            hint="Kept in the audit log. The user won’t see it."
          />
          <Button
            variant={user.isSuspended ? 'primary' : 'danger'}
            icon={<Icon name={user.isSuspended ? 'check' : 'lock'} size={18} />}
            busy={suspend.busy}
            onClick={() =>
              void suspend.run({ params: { id: userId }, body: { suspended: !user.isSuspended, ...given } })
            }
          >
            {user.isSuspended ? 'Activate Account' : 'Suspend Account'}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
