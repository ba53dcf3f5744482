import { useState } from 'react';

import type { ReplyOf } from '#shared/contract/index.ts';
import type { Id } from '#shared/ids.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { useUser } from '#web/session/use-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { atField, toastUnlessAtField } from '#web/ui/error-in-place.ts';
import { TextField } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { shortId } from './audit-words.ts';
import styles from './user-access.module.css';

type Reset = ReplyOf<'admin.user'>['factorReset'];

/** The reset of all factors of a person who lost them: proposed by one admin, approved by another. */
export function FactorResetPanel({
  reset,
  userId,
  onChanged,
}: {
  readonly reset: Reset;
  readonly userId: Id<'user'>;
  /** Reads the person again. */
  readonly onChanged: () => void;
}) {
  const toast = useToast();
  const { data: admin } = useUser();
  const [reason, setReason] = useState('');
  const order = useWrite('admin.factor-reset', {
    onSuccess: ({ status }) => {
      setReason('');
      onChanged();
      toast.success(
        status === 'waiting' ? 'The reset is approved.' : 'The reset is proposed. Another admin has to approve it.',
      );
    },
    onError: (error) => toastUnlessAtField(toast, error),
  });
  const cancel = useWrite('admin.cancel-factor-reset', {
    onSuccess: () => {
      onChanged();
      toast.success('The reset is canceled.');
    },
    onError: (error) => toast.error(error),
  });
  const mayOrder = reset === null || (reset.approvedBy === null && reset.proposedBy !== admin?._id);
  return (
    <Panel title="Lost factors" action={<ResetBadge reset={reset} />}>
      <div className={styles.access}>
        {reset === null ? (
          <p className="muted">
            Removes the authenticator app, passkeys and recovery codes 72 hours after a second admin approves it. The
            user gets an email every day and can cancel it.
          </p>
        ) : (
          <ResetState reset={reset} />
        )}
        {mayOrder && (
          <>
            <TextField
              label="Reason for the reset"
              value={reason}
              error={atField(order.error, 'reason')}
              autoComplete="off"
              onChange={(event) => setReason(event.target.value)}
              hint="How you checked who asks. Kept in the audit log."
            />
            <Button
              variant="danger"
              busy={order.busy}
              disabled={reason.trim() === ''}
              onClick={() => void order.run({ params: { id: userId }, body: { reason: reason.trim() } })}
            >
              {reset === null ? 'Propose Reset' : 'Approve Reset'}
            </Button>
          </>
        )}
        {reset !== null && (
          <Button variant="secondary" busy={cancel.busy} onClick={() => void cancel.run({ params: { id: userId } })}>
            Cancel Reset
          </Button>
        )}
      </div>
    </Panel>
  );
}

function ResetBadge({ reset }: { readonly reset: Reset }) {
  if (reset === null) return undefined;
  return reset.executesAt === null ? <Badge tone="yellow">Proposed</Badge> : <Badge tone="red">Approved</Badge>;
}

function ResetState({ reset }: { readonly reset: NonNullable<Reset> }) {
  const { proposedBy, proposedByEmail, proposedAt, reason, approvedBy, approvedByEmail, executesAt } = reset;
  return (
    <>
      <p>
        Proposed by {proposedByEmail ?? shortId(proposedBy)} on <Time iso={proposedAt} as="date-time" />
        {approvedBy !== null && `, approved by ${approvedByEmail ?? shortId(approvedBy)}`}.
      </p>
      <p className="muted">{reason}</p>
      {executesAt !== null && (
        <p>
          The factors are removed on <Time iso={executesAt} as="date-time" />.
        </p>
      )}
    </>
  );
}
