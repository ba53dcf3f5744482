import { useEffect } from 'react';
import { usePrices } from '#web/features/cards/use-prices.ts';
import { paths } from '#web/navigation/paths.ts';
import { referralWasShown, type ReferralOutcome } from '#web/session/referral-notice.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';
import styles from './referral-notice-modal.module.css';

/** The dashboard's message once after email verification: whether the referral counts. */
export function ReferralNoticeModal({
  outcome,
  balance,
  onClose,
}: {
  readonly outcome: ReferralOutcome;
  /** In cents: says whether a card can be created at once. */
  readonly balance: number;
  readonly onClose: () => void;
}) {
  useEffect(referralWasShown, []);
  return outcome.eligible ? (
    <Applied balance={balance} onClose={onClose} />
  ) : (
    <NotApplied outcome={outcome} onClose={onClose} />
  );
}

function Applied({ balance, onClose }: { readonly balance: number; readonly onClose: () => void }) {
  const canCreate = balance > usePrices().cardFeeCents;
  return (
    <Modal
      open
      onClose={onClose}
      title="Referral Applied!"
      size="sm"
      initialFocus="cancel"
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={onClose}>
            Later
          </Button>
          <LinkButton to={`${paths.dashboard}?${canCreate ? 'create-card' : 'add-money'}`} onClick={onClose}>
            {canCreate ? 'Create Card' : 'Add Money'}
          </LinkButton>
        </>
      }
    >
      <div className={styles.notice}>
        <span className={styles.sign}>
          <Icon name="gift" size={36} />
        </span>
        <p className={styles.credit}>$5 Credit Pending</p>
        <p>Create your first card to unlock your $5 referral bonus!</p>
        <p className="muted">Rewards are credited when your card is activated.</p>
      </div>
    </Modal>
  );
}

function NotApplied({ outcome, onClose }: { readonly outcome: ReferralOutcome; readonly onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title="Referral Not Applied"
      size="sm"
      initialFocus="cancel"
      footer={
        <Button block data-cancel onClick={onClose}>
          Continue
        </Button>
      }
    >
      <p>
        {outcome.reason ?? 'The referral could not be applied to your account.'} You can still use your account as
        usual.
      </p>
      <div className={styles.reasons}>
        <p className="muted">Possible reasons:</p>
        <ul>
          <li>Referrer account not eligible</li>
          <li>Invalid or expired code</li>
          <li>Code already used</li>
        </ul>
      </div>
    </Modal>
  );
}
