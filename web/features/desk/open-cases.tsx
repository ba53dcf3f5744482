import { useState } from 'react';
import { Link } from '#web/navigation/router.tsx';

import type { ReplyOf } from '#shared/contract/index.ts';
import { closingText } from '#web/features/cases/case-words.ts';
import { MessageField } from '#web/features/cases/message-field.tsx';
import { Messages } from '#web/features/cases/messages.tsx';
import { refresh, useRead, useWrite } from '#web/lib/use-api.ts';
import { href } from '#web/navigation/paths.ts';
import { atField } from '#web/ui/error-in-place.ts';
import { SelectField } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Money } from '#web/ui/money.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { DecisionDialog, Facts, type Choice } from './decision-dialog.tsx';
import { reportNames, type OpenCase } from './desk-words.ts';
import styles from './desk.module.css';
import { useWaiting, WaitingList, type DeskListProps } from './waiting-list.tsx';

type CaseFile = ReplyOf<'admin.case'>;
type State = 'waiting' | 'answered';

const stale = ['admin.cases', 'admin.case', 'admin.desk'] as const;

/** The open cases in one state, those longest in it first, and the dialog of one of them. */
export function OpenCases({ open, onOpen, onClose }: DeskListProps) {
  const [state, setState] = useState<State>('waiting');
  const { data, error, mutate } = useWaiting('admin.cases', { query: { state } });
  return (
    <div className={styles.list}>
      <SelectField label="Show" value={state} onChange={(event) => setState(event.target.value as State)}>
        <option value="waiting">Waiting for us</option>
        <option value="answered">Answered</option>
      </SelectField>
      <WaitingList
        caption="Cases"
        lines={data?.map(({ _id: id, since, user: userId, userEmail: email, merchant, reason, amount: cents }) => ({
          id,
          since,
          userId,
          email,
          cents,
          why: `${reportNames[reason] ?? reason} · ${merchant}`,
          isProposed: false,
        }))}
        error={error}
        onRetry={() => void mutate()}
        onOpen={onOpen}
      />
      {open?.startsWith('cas_') && <CaseDialog caseId={open as OpenCase['_id']} onClose={onClose} />}
    </div>
  );
}

function CaseDialog({ caseId, onClose }: { readonly caseId: OpenCase['_id']; readonly onClose: () => void }) {
  const { data, error, mutate } = useRead('admin.case', { params: { id: caseId } });
  if (data !== undefined) return <CaseDecision file={data} onClose={onClose} />;
  return (
    <Modal open onClose={onClose} title="Case" size="lg">
      {error === undefined ? (
        <Skeleton height="20rem" radius={12} />
      ) : (
        <LoadFailure error={error} onRetry={() => void mutate()} />
      )}
    </Modal>
  );
}

const choices: readonly Choice<'reply' | 'close'>[] = [
  {
    key: 'reply',
    label: 'Reply',
    effect: <p>The cardholder is notified and reads your reply. The case stays open.</p>,
  },
  {
    key: 'close',
    label: 'Close the case',
    effect: <p>The cardholder is notified and reads the reason. A message of theirs opens the case again.</p>,
  },
];

/** A reported payment with its messages, the reply to them, and the closing. */
function CaseDecision({ file, onClose }: { readonly file: CaseFile; readonly onClose: () => void }) {
  const toast = useToast();
  const done = (text: string): void => {
    toast.success(text);
    onClose();
  };
  // The case may have been closed meanwhile, by another of our team or by a refund, or have a new message.
  const settings = { refresh: stale, onError: () => void refresh(stale) };
  const reply = useWrite('admin.answer-case', { ...settings, onSuccess: () => done('Your reply is sent.') });
  const closing = useWrite('admin.close-case', { ...settings, onSuccess: () => done('The case is closed.') });
  const closed = closingText(file);
  const error = reply.error ?? closing.error;
  return (
    <DecisionDialog
      route="admin.answer-case"
      title={`Case: ${file.merchant}`}
      choices={choices}
      closedBecause={closed === undefined ? undefined : `Closed: ${closed}`}
      submitLabel={(choice) => (choice === 'reply' ? 'Send' : 'Close the Case')}
      renderText={(choice, text, onChange) =>
        choice === 'reply' ? (
          <MessageField
            label="Reply"
            hint="The cardholder reads it as from Satchel."
            value={text}
            onChange={onChange}
            error={atField(error, 'text')}
          />
        ) : (
          <MessageField
            label="Reason"
            hint="The cardholder reads it. It’s kept in the audit log, too."
            value={text}
            onChange={onChange}
            error={atField(error, 'reason')}
          />
        )
      }
      busy={reply.busy || closing.busy}
      error={error}
      onDecide={(choice, text) => {
        const params = { id: file._id };
        const seenMessages = file.messages.length;
        if (choice === 'reply') void reply.run({ params, body: { text, seenMessages } });
        else void closing.run({ params, body: { reason: text, seenMessages } });
      }}
      onClose={onClose}
    >
      <Facts
        label="Payment"
        facts={[
          [
            'User',
            <Link key="user" to={href.user(file.user)}>
              {file.userEmail ?? 'User'}
            </Link>,
          ],
          ['Reported as', reportNames[file.reason]],
          ['Merchant', file.merchant],
          ['Amount', <Money key="amount" cents={file.amount} />],
          ['Refunded', <Money key="refunded" cents={file.refunded} />],
          ['Paid', <Time key="paid" iso={file.paidAt} as="date-time" />],
          ['Card', `${file.card.name} •••• ${file.card.last4Digits}`],
          ['Reference', file.reference],
        ]}
      />
      <Messages
        messages={file.messages.map(({ from, text, at, by }) => ({
          author: from === 'support' ? `Satchel (${by ?? 'former staff'})` : 'Cardholder',
          isOwn: from === 'support',
          text,
          at,
        }))}
      />
    </DecisionDialog>
  );
}
