import { useId, useState, type FormEvent } from 'react';

import { toastUnlessInPlace } from '#web/ui/error-in-place.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeInput } from '#web/ui/code-input.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';

import type { CardId } from './card-id.ts';
import styles from './load-modal.module.css';
import { weakPinWords } from './weak-pin.ts';

/** 3DS Code: four new digits. The old ones are known to nobody here, so they are not asked for. */
export function PinModal({ cardId, onClose }: { readonly cardId: CardId; readonly onClose: () => void }) {
  const toast = useToast();
  const formId = useId();
  const [pin, setPin] = useState('');
  const reset = useWrite('cards.pin', {
    repeatable: true,
    refresh: ['cards.read', 'cards.list'],
    onSuccess: () => {
      toast.success('3DS code updated.');
      onClose();
    },
    onError: (error) => toastUnlessInPlace(toast, error),
  });
  const isComplete = pin.length === 4;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isComplete) void reset.run({ params: { id: cardId }, body: { pin: Number(pin) } });
  }
  return (
    <Modal
      open
      onClose={onClose}
      busy={reset.busy}
      title="3DS Code"
      size="sm"
      guard={() => pin !== ''}
      footer={
        <Button type="submit" form={formId} block busy={reset.busy} disabled={!isComplete}>
          Reset Pin
        </Button>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate autoComplete="off">
        <p className="muted">
          Shops may ask for these 4 digits when you pay online. The old code stops working at once.
        </p>
        <CodeInput
          length={4}
          value={pin}
          onChange={setPin}
          masked
          label="New 3DS code"
          hint={weakPinWords(pin)}
          error={reset.error?.fields?.['pin'] && `The 3DS code ${reset.error.fields['pin']}.`}
        />
        <WriteOutcome
          write={reset}
          refused="The code was not changed"
          checking="Checking whether the code was changed…"
          isAtField={reset.error?.fields !== undefined}
        />
      </form>
    </Modal>
  );
}
