import { useId, type FormEvent } from 'react';

import { decimalDollars, formatCents, parseDollars, type Cents } from '#shared/money.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { MoneyField } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { useToast } from '#web/ui/toast.tsx';

import type { CardId } from '../card-id.ts';
import type { Card } from '../card-words.ts';
import styles from '../load-modal.module.css';
import { alertWords as words } from './alert-words.ts';

/** The balance below which the owner of a card is notified. */
export function LowBalanceModal({
  card,
  cardId,
  onClose,
}: {
  readonly card: Card;
  readonly cardId: CardId;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const formId = useId();
  const stored = card.lowBalance === null ? '' : decimalDollars(card.lowBalance);
  const [text, setText] = useDraft(`low-balance.${cardId}`, stored);
  const save = useWrite('cards.alerts', {
    repeatable: true,
    refresh: ['cards'],
    onSuccess: (reply) => {
      toast.success(
        reply.card.lowBalance === null ? 'The alert is off.' : `Alert set below ${formatCents(reply.card.lowBalance)}.`,
      );
      onClose();
    },
    onError: (error) => toast.error(error),
  });
  const below = parseDollars(text);
  const error = errorOf(text, below, card.limits.balance);
  const isReady = below !== undefined && below > 0 && error === undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady) void save.run({ params: { id: cardId }, body: { lowBalance: below } });
  }
  return (
    <Modal
      open
      onClose={onClose}
      busy={save.busy}
      guard={() => text !== stored}
      title={words.alert}
      size="sm"
      footer={
        <>
          {card.lowBalance !== null && (
            <Button
              variant="secondary"
              disabled={save.busy}
              onClick={() => void save.run({ params: { id: cardId }, body: { lowBalance: null } })}
            >
              Turn off
            </Button>
          )}
          <Button type="submit" form={formId} busy={save.busy} disabled={!isReady}>
            Save alert
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <p className="muted">{words.alertAbout}</p>
        <MoneyField
          label="Alert below"
          valueText={text}
          onChange={setText}
          error={error}
          hint={`The card has ${formatCents(card.balance)} on it now.`}
          enterKeyHint="done"
        />
      </form>
    </Modal>
  );
}

function errorOf(text: string, below: Cents | undefined, most: Cents): string | undefined {
  if (text.trim() === '') return undefined;
  if (below === undefined) return 'Enter an amount in dollars, such as 50 or 12.50.';
  return below > most ? `This card holds at most ${formatCents(most)}.` : undefined;
}
