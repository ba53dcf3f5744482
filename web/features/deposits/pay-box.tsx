import { useState } from 'react';

import { buttonClass } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';

import { AddressLine } from './address-line.tsx';
import { groupThousands } from './decimal.ts';
import type { Deposit } from './deposit-stage.ts';
import { networkName } from './deposit-words.ts';
import styles from './pay-box.module.css';
import { paymentUri } from './payment-uri.ts';

/** The ways to pay: the exact amount, the address with its QR code, a wallet on this device, and the payment page. */
export function PayBox({ deposit }: { readonly deposit: Deposit }) {
  const network = networkName(deposit.network);
  const amount = deposit.remainingAmount ?? deposit.payerAmount;
  const uri =
    deposit.address === null || amount === null
      ? undefined
      : paymentUri({ ...deposit, address: deposit.address, amount });
  return (
    <div className={styles.box}>
      <PaymentCode deposit={deposit} uri={uri} />
      <div className={styles.facts}>
        {uri !== undefined && (
          <div className={styles.wallet}>
            <a className={buttonClass({ variant: 'secondary', block: true })} href={uri}>
              <Icon name="wallet" size={18} />
              Open in wallet
            </a>
          </div>
        )}
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

/**
 * The code for a wallet on another device: address, coin and amount, or the address alone for wallets that read nothing
 * else. Without an address it is the link of the payment page.
 */
function PaymentCode({ deposit, uri }: { readonly deposit: Deposit; readonly uri: string | undefined }) {
  const [isBare, setBare] = useState(false);
  const network = networkName(deposit.network);
  const { address, paymentUrl, currency } = deposit;
  const value = address === null ? paymentUrl : isBare || uri === undefined ? address : uri;
  if (value === null) return null;
  const label =
    address === null
      ? 'QR code of the payment link'
      : value === uri
        ? `QR code of the ${network} address and the amount`
        : `QR code of the ${network} address`;
  return (
    <figure className={styles.code}>
      <QrCode value={value} label={label} size={168} />
      <figcaption>
        {address === null ? 'Payment link' : `${currency} on ${network} only`}
        {value === uri && '. Your wallet must show this amount.'}
      </figcaption>
      {uri !== undefined && (
        <button type="button" className={styles.swap} onClick={() => setBare(!isBare)}>
          {isBare ? 'Code with the amount' : 'Code with the address only'}
        </button>
      )}
    </figure>
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
