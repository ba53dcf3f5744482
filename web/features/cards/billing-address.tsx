import type { ReplyOf } from '#shared/contract/index.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';

import styles from './billing-address.module.css';

type Address = ReplyOf<'cards.reveal'>['billingAddress'];

/** The address to give a shop with the card, each line with a button that copies it. */
export function BillingAddress({ address }: { readonly address: Address }) {
  if (address === null) {
    return <p className="muted">The card issuer gives no billing address for this card.</p>;
  }
  const { line1, line2, city, state, zip, country } = address;
  const lines: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Street', line1],
    ['Address line 2', line2],
    ['City', city],
    ['State', state],
    ['ZIP code', zip],
    ['Country', country],
  ];
  return (
    <section className={styles.address} aria-labelledby="billing-address">
      <div className={styles.head}>
        <h2 id="billing-address">Billing address</h2>
        <CopyButton value={asText(address)} label="Copy the whole billing address">
          Copy all
        </CopyButton>
      </div>
      <dl className={styles.lines}>
        {lines.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
                <dd>
                  <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} variant="ghost" />
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** The address as one writes it on a letter. */
function asText({ line1, line2, city, state, zip, country }: NonNullable<Address>): string {
  return [line1, line2, `${city}, ${state} ${zip}`, country].filter((line) => line !== undefined).join('\n');
}
