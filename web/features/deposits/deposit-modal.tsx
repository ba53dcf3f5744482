import type { ReactNode } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';

import type { DepositId } from './deposit-stage.ts';
import { DepositTimeline } from './deposit-timeline.tsx';

/** A deposit opened again later, from the list or a link. */
export function DepositModal({
  depositId,
  onClose,
  whenCredited,
  onNewQuote,
}: {
  readonly depositId: DepositId;
  readonly onClose: () => void;
  readonly whenCredited?: ReactNode;
  readonly onNewQuote: () => void;
}) {
  return (
    <Modal
      open
      onClose={onClose}
      title="Deposit"
      size="lg"
      footer={
        <Button variant="secondary" data-cancel onClick={onClose}>
          Close
        </Button>
      }
      initialFocus="cancel"
    >
      <DepositTimeline depositId={depositId} whenCredited={whenCredited} onNewQuote={onNewQuote} onCanceled={onClose} />
    </Modal>
  );
}
