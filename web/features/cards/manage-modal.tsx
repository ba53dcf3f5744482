import type { KeyedMutator } from 'swr';

import type { CardColour } from '#shared/contract/cards.ts';
import { call } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { atField } from '#web/ui/error-in-place.ts';
import { Modal } from '#web/ui/modal.tsx';

import { StandingOrders } from './alerts/standing-orders.tsx';
import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';
import { ColourChoice } from './colour-choice.tsx';
import { NameForm } from './name-form.tsx';
import styles from './manage-modal.module.css';
import { useCardChange } from './use-card-change.ts';
import type { CardDialog } from './use-card-dialog.ts';

/** Rarely needed settings of a card: its nickname and color, its alerts, its 3DS code and its deletion. */
export function ManageModal({
  card,
  cardId,
  mutate,
  onOpen,
  onClose,
}: {
  readonly card: Card;
  readonly cardId: CardId;
  readonly mutate: KeyedMutator<Card>;
  readonly onOpen: (dialog: CardDialog) => void;
  readonly onClose: () => void;
}) {
  const { change, error } = useCardChange(cardId, mutate);
  const saveAppearance = (body: Pick<Partial<Card>, 'name'> & { readonly colour?: CardColour }) =>
    change(() => call('cards.look', { params: { id: cardId }, body }), body);
  const isPending = card.status === 'pending';
  return (
    // The title has the first focus: a field would open the keyboard of a phone over the rest.
    <Modal open onClose={onClose} title={`Manage ${card.name}`} initialFocus="cancel">
      <section className={styles.part}>
        <h3>Nickname</h3>
        <NameForm name={card.name} error={atField(error, 'name')} onSave={(name) => saveAppearance({ name })} />
      </section>
      <section className={styles.part}>
        <h3>Color</h3>
        <ColourChoice card={card} onChoose={(colour) => void saveAppearance({ colour })} />
      </section>
      <section className={styles.part}>
        <h3>Alerts and auto-load</h3>
        <StandingOrders card={card} onOpen={onOpen} />
      </section>
      <section className={styles.part}>
        <h3>Security</h3>
        <Button
          variant="secondary"
          block
          icon={<Icon name="key" size={18} />}
          disabled={isPending}
          onClick={() => onOpen({ kind: 'pin' })}
        >
          3DS Code
        </Button>
        <Button
          variant="secondary"
          block
          className={styles.remove}
          icon={<Icon name="trash" size={18} />}
          disabled={isPending}
          onClick={() => onOpen({ kind: 'delete' })}
        >
          Delete Card
        </Button>
      </section>
    </Modal>
  );
}
