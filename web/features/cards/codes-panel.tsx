import type { ReplyOf } from '#shared/contract/index.ts';
import { useRead } from '#web/lib/use-api.ts';
import { usePoll } from '#web/lib/use-poll.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { moneyText } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useNow } from '#web/ui/use-now.ts';

import type { CardId } from './card-id.ts';
import styles from './codes-panel.module.css';
import { timeLeft } from './time-left.ts';

/** Interval at which codes are read while the page is visible, in milliseconds: someone waits at a checkout. */
const refreshedEveryMs = 4_000;

type Code = ReplyOf<'cards.codes'>[number];

/** The one-time codes that shops' banks asked for, while they are valid. Shows nothing when there is none. */
export function CodesPanel({ cardId }: { readonly cardId: CardId }) {
  const { data: codes = [], mutate } = useRead('cards.codes', { params: { id: cardId } });
  usePoll(mutate, refreshedEveryMs);
  const now = useNow(1000);
  const live = codes.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
  return (
    <>
      {live.length > 0 && (
        <Panel title="One-time code">
          <ul className={styles.codes}>
            {live.map((code) => (
              <li key={`${code.code} ${code.expiresAt}`}>
                <p className="muted">For {purchaseOf(code)}</p>
                <div className={styles.row}>
                  <span className={styles.code}>{code.code}</span>
                  <CopyButton value={code.code} label="Copy one-time code" size="md" />
                  <span className="muted">
                    Expires in <span className="num">{timeLeft(Date.parse(code.expiresAt) - now)}</span>
                  </span>
                </div>
              </li>
            ))}
          </ul>
          <p className="muted">Enter it only if you’re paying there right now. Never tell it to anyone.</p>
        </Panel>
      )}
      <p role="status" className="visually-hidden">
        {live[0] && `One-time code for ${purchaseOf(live[0])}: ${live[0].code.replaceAll(/.(?=.)/g, '$& ')}`}
      </p>
    </>
  );
}

function purchaseOf({ merchant, amount, currency }: Code): string {
  const sum = amount === 0 ? '' : moneyText(amount, false, currency);
  return [sum, merchant === '' ? 'a purchase' : merchant].filter((part) => part !== '').join(' at ');
}
