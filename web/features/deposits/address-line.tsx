import { Fragment, useState } from 'react';

import { CopyButton } from '#web/ui/copy-button.tsx';
import { TextField } from '#web/ui/field.tsx';

import styles from './address-line.module.css';
import { addressParts, isSameAddress } from './address-parts.ts';

/** The address to pay to, in groups of four, with a way to check that the clipboard was not tampered with. */
export function AddressLine({ address, network }: { readonly address: string; readonly network: string }) {
  return (
    <div className={styles.line}>
      <div className={styles.head}>
        <span className={styles.label}>{network} address</span>
        <CopyButton value={address} label="Copy address" />
      </div>
      <p className={styles.address}>
        {addressParts(address).map((part, at, parts) => (
          <Fragment key={at}>
            {part.startsGroup && at > 0 && <wbr />}
            <span data-strong={part.strong || undefined} data-ends={parts[at + 1]?.startsGroup || undefined}>
              {part.text}
            </span>
          </Fragment>
        ))}
      </p>
      <details className={styles.check}>
        <summary>Check what you pasted</summary>
        <PasteCheck address={address} />
      </details>
    </div>
  );
}

function PasteCheck({ address }: { readonly address: string }) {
  const [pasted, setPasted] = useState('');
  const same = isSameAddress(address, pasted);
  return (
    <>
      <TextField
        label="Paste the address back from your wallet"
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        error={same === false ? 'This is a different address. Don’t send: copy it again.' : undefined}
        hint="Some malware replaces a copied address. Pasting it here shows whether it changed."
      />
      <p role="status" className={styles.same}>
        {same === true && 'The addresses match.'}
      </p>
    </>
  );
}
