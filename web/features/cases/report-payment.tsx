import { useId, useState, type SubmitEvent } from 'react';
import { Link, navigate } from '#web/navigation/router.tsx';

import { useRead, useWrite } from '#web/lib/use-api.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import { href } from '#web/navigation/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { atField } from '#web/ui/error-in-place.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { effectOf, openCaseOf, reasonNames, reasonsFor, type Reason, type Reportable } from './case-words.ts';
import styles from './cases.module.css';
import { MessageField } from './message-field.tsx';

/** A line that can be reported. */
export type Payment = Reportable & { readonly card: NonNullable<Reportable['card']> };

/** Reports a payment of a card, or leads to the case that is open about it. Nothing for other lines. */
export function ReportPayment({ row }: { readonly row: Reportable }) {
  const [isOpen, setOpen] = useState(false);
  const { card } = row;
  if (card === null || reasonsFor(row).length === 0) return null;
  return (
    <div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Report a problem
      </Button>
      {isOpen && <ReportDialog payment={{ ...row, card }} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The report of a payment. */
export function ReportDialog({ payment, onClose }: { readonly payment: Payment; readonly onClose: () => void }) {
  const formId = useId();
  const toast = useToast();
  const reasons = reasonsFor(payment);
  const [reason, setReason] = useState<Reason | ''>(reasons.length === 1 ? (reasons[0] ?? '') : '');
  const [text, setText] = useDraft(payment.reference);
  const report = useWrite('cards.report', {
    refresh: ['cases', 'cards', 'activity'],
    onSuccess: ({ _id }) => {
      toast.success('Reported.');
      navigate(href.case(_id));
    },
  });
  const { error } = report;
  const textError = atField(error, 'text');
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (reason === '' || text.trim() === '') return;
    void report.run({
      params: { id: payment.card._id, reference: payment.reference },
      body: { reason, text: text.trim() },
    });
  }
  return (
    <Modal
      open
      title="Report a problem"
      busy={report.busy}
      guard={() => text !== ''}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={report.busy} disabled={reason === '' || text.trim() === ''}>
            {reason === 'not_mine' ? 'Freeze card and report' : 'Report'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.stack} onSubmit={submit} noValidate>
        <SelectField label="Reason" value={reason} onChange={(event) => setReason(event.target.value as Reason | '')}>
          {reasons.length > 1 && <option value="">Choose…</option>}
          {reasons.map((each) => (
            <option key={each} value={each}>
              {reasonNames[each]}
            </option>
          ))}
        </SelectField>
        <MessageField label="Tell us more" value={text} onChange={setText} error={textError} />
        {reason !== '' && (
          <Notice tone={reason === 'not_mine' ? 'warning' : 'info'}>
            <p>{effectOf(reason)}</p>
          </Notice>
        )}
        {error && textError === undefined && (
          <Notice tone="danger" live>
            <FailureText error={error} />
            {error.is('Conflict') && <OpenCaseLink payment={payment} />}
          </Notice>
        )}
      </form>
    </Modal>
  );
}

/** The way to the case that is open about a payment. */
function OpenCaseLink({ payment }: { readonly payment: Payment }) {
  const { data } = useRead('cases.list', {});
  const open = openCaseOf(data, payment);
  return open ? <Link to={href.case(open._id)}>Open the case</Link> : null;
}
