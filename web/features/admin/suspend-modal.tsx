import { useState } from 'react';

import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';

import type { UserStats } from './admin-words.ts';

/** Asks before an account is suspended or made active again. */
export function SuspendModal({
  user,
  busy,
  failure,
  onConfirm,
  onClose,
}: {
  readonly user: UserStats['user'];
  readonly busy: boolean;
  readonly failure: string | undefined;
  /** `reason` is kept with the account; empty for none. */
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const isSuspending = !user.isSuspended;
  return (
    <Modal
      open
      onClose={onClose}
      title={isSuspending ? 'Suspend this account?' : 'Activate this account?'}
      size="sm"
      initialFocus="cancel"
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={onClose}>
            Cancel
          </Button>
          <Button variant={isSuspending ? 'danger' : 'primary'} busy={busy} onClick={() => onConfirm(reason.trim())}>
            {isSuspending ? 'Suspend Account' : 'Activate Account'}
          </Button>
        </>
      }
    >
      <p>
        <strong>{user.email}</strong>{' '}
        {isSuspending
          ? 'is signed out everywhere at once and cannot sign in. All cards are frozen; deposits that are under way are still credited.'
          : 'can sign in again. Cards that the suspension froze can be used again.'}
      </p>
      {isSuspending && (
        <TextField
          label="Reason (optional)"
          value={reason}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
          hint="For the records of the platform."
        />
      )}
      {failure !== undefined && (
        <Notice tone="danger" title="Nothing was changed" live>
          <p>{failure}</p>
        </Notice>
      )}
    </Modal>
  );
}
