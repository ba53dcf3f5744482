import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Panel } from '#web/ui/panel.tsx';

import { BillingAddress } from './billing-address.tsx';
import styles from './card-secrets.module.css';
import type { RevealedCard } from './use-revealed-card.ts';

/** While the card's secrets are shown: number, expiry and CVV to copy, and the billing address. */
export function CardSecretsPanel({ revealed: { secrets, secondsLeft, keep } }: { readonly revealed: RevealedCard }) {
  return (
    <>
      {secrets && (
        <Panel
          title="Card details"
          action={
            <div className={styles.clock}>
              <span>
                Hidden in <span className={styles.time}>{secondsLeft} s</span>
              </span>
              <Button variant="ghost" size="sm" onClick={keep}>
                Keep showing
              </Button>
            </div>
          }
        >
          <div className={styles.content}>
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
            <BillingAddress address={secrets.billingAddress} />
          </div>
        </Panel>
      )}
      <p role="status" className="visually-hidden">
        {secrets && (secondsLeft > 10 ? 'Card details are shown for one minute.' : 'Ten seconds left.')}
      </p>
    </>
  );
}
