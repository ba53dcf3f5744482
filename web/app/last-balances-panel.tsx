import { useState } from 'react';
import { lastBalances } from '#web/lib/last-balances.ts';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './last-balances-panel.module.css';
import { asOf } from './status-words.ts';

/** The balances that this device saw last, with their time. Nothing when it holds none. */
export function LastBalancesPanel() {
  const [kept] = useState(lastBalances);
  if (!kept) return null;
  return (
    <Panel title="Last known balances" className={styles.panel}>
      <p className="muted">{asOf(kept.readAtMs)}. They may have changed since.</p>
      <dl className={styles.lines}>
        <div>
          <dt>Available balance</dt>
          <dd>
            <Money cents={kept.balance} />
          </dd>
        </div>
        {kept.cards.map(({ name, last4Digits, balance }) => (
          <div key={`${name} ${last4Digits}`}>
            <dt>
              {name} {last4Digits && <span className="muted num">•• {last4Digits}</span>}
            </dt>
            <dd>
              <Money cents={balance} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
