import { formatCents } from '#shared/money.ts';
import { limits } from '#shared/limits.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './referral-link-panel.module.css';

/** The link to pass on, to be copied once it is active. */
export function ReferralLinkPanel({ link, isActive }: { readonly link: string; readonly isActive: boolean }) {
  return (
    <Panel title="Invite a friend" className={styles.panel}>
      <p className={styles.text}>
        You earn {formatCents(limits.referralSignupRewardCents)} for every sign-up and{' '}
        {formatCents(limits.referralCardRewardCents)} for every first card. Your friend gets{' '}
        {formatCents(limits.referralBonusCents)} too.
      </p>
      <div className={styles.row}>
        <TextField
          label="Your referral link"
          value={link}
          readOnly
          disabled={!isActive}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={link} label="Copy referral link" size="md" variant="primary" disabled={!isActive} />
      </div>
    </Panel>
  );
}
