import { buttonClass } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';

import { AddressLine } from './address-line.tsx';
import { groupThousands } from './decimal.ts';
import type { Deposit } from './deposit-stage.ts';
import { networkName } from './deposit-words.ts';
import styles from './pay-box.module.css';

/** The ways to pay: the exact amount, the address with its QR code, and the payment page. */
export function PayBox({ deposit }: { readonly deposit: Deposit }) {
  const network = networkName(deposit.network);
  const amount = deposit.remainingAmount ?? deposit.payerAmount;
  const scanned = deposit.address ?? deposit.paymentUrl;
  return (
    <div className={styles.box}>
      {scanned !== null && (
        <figure className={styles.code}>
          <QrCode
            value={scanned}
            label={deposit.address === null ? 'QR code of the payment link' : `QR code of the ${network} address`}
            size={168}
          />
          <figcaption>
            {deposit.address === null ? 'Payment link' : `${deposit.currency} on ${network} only`}
          </figcaption>
        </figure>
      )}
      <div className={styles.facts}>
        {amount !== null && (
          <div className={styles.amount}>
            <div>
              <span className={styles.label}>
                {deposit.remainingAmount === null ? 'Send exactly' : 'Send the rest'}
              </span>
              <p className={styles.sum}>
                {groupThousands(amount)} <span>{deposit.currency}</span>
              </p>
            </div>
            <CopyButton value={amount} label="Copy amount" />
          </div>
        )}
        {deposit.address !== null && <AddressLine address={deposit.address} network={network} />}
        {deposit.paymentUrl !== null && <PaymentLink url={deposit.paymentUrl} />}
      </div>
    </div>
  );
}

function PaymentLink({ url }: { readonly url: string }) {
  return (
    <div className={styles.link}>
      <a className={buttonClass({ variant: 'primary' })} href={url} target="_blank" rel="noopener noreferrer">
        <Icon name="external" size={18} />
        Open payment page
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <CopyButton value={url} label="Copy link to the payment page" size="md">
        Copy link
      </CopyButton>
    </div>
  );
}
