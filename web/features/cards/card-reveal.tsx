import type { KeyedMutator } from 'swr';

import type { CardColour } from '#shared/contract/cards.ts';
import { call } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { BillingAddress } from './billing-address.tsx';
import { CardFace } from './card-face.tsx';
import type { CardId } from './card-id.ts';
import styles from './card-reveal.module.css';
import type { Card } from './card-words.ts';
import { ColourChoice } from './colour-choice.tsx';
import { LabelForm } from './label-form.tsx';
import { useCardChange } from './use-card-change.ts';
import { useRevealedCard } from './use-revealed-card.ts';

/** The card's face with the toggle that shows its number, expiry and CVV for a minute, its colour and its label. */
export function CardReveal({
  card,
  cardId,
  moves,
  mutate,
}: {
  readonly card: Card;
  readonly cardId: CardId;
  /** Loads and withdrawals that began on this page: each hides the secrets. */
  readonly moves: number;
  readonly mutate: KeyedMutator<Card>;
}) {
  const toast = useToast();
  const { secrets, secondsLeft, busy, show, hide, keep } = useRevealedCard(
    cardId,
    card.status === 'active',
    moves,
    toast.error,
  );
  const { change } = useCardChange(mutate);
  const saveAppearance = (body: Pick<Partial<Card>, 'label'> & { readonly colour?: CardColour }) =>
    change(() => call('cards.look', { params: { id: cardId }, body }), body);
  return (
    <div className={styles.reveal}>
      <CardFace card={card} secrets={secrets} />
      <div className={styles.row}>
        <Button
          variant="secondary"
          busy={busy}
          disabled={card.status !== 'active' && !secrets}
          aria-pressed={secrets !== undefined}
          icon={<Icon name={secrets ? 'eye-off' : 'eye'} size={18} />}
          onClick={() => (secrets ? hide() : void show())}
        >
          {secrets ? 'Hide CVC' : 'Show CVV'}
        </Button>
        {!secrets && <ColourChoice card={card} onChoose={(colour) => void saveAppearance({ colour })} />}
        {secrets && (
          <>
            <span className={styles.clock}>
              Hidden in <span className={styles.time}>{secondsLeft} s</span>
            </span>
            <Button variant="ghost" size="sm" onClick={keep}>
              Keep showing
            </Button>
          </>
        )}
      </div>
      {!secrets && <LabelForm label={card.label} onSave={(label) => saveAppearance({ label })} />}
      {secrets && (
        <div className={styles.copies}>
          <CopyButton value={secrets.cardNumber.replaceAll(/\D/g, '')} label="Copy card number" block size="md">
            Number
          </CopyButton>
          <CopyButton value={secrets.expiry} label="Copy expiry" block size="md">
            Expiry
          </CopyButton>
          <CopyButton value={secrets.cvv} label="Copy CVV" block size="md">
            CVV
          </CopyButton>
        </div>
      )}
      {secrets && <BillingAddress address={secrets.billingAddress} />}
      <p role="status" className="visually-hidden">
        {secrets && (secondsLeft > 10 ? 'Card details are shown for one minute.' : 'Ten seconds left.')}
      </p>
    </div>
  );
}
