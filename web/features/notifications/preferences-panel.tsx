import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation } from '#web/navigation/router.tsx';

import type { ReplyOf } from '#shared/contract/index.ts';
import { decimalDollars, parseDollars } from '#shared/money.ts';
import { seedRead, useRead, useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { atField } from '#web/ui/error-in-place.ts';
import type { FieldFailure } from '#web/ui/failure-text.tsx';
import { MoneyField } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useToast } from '#web/ui/toast.tsx';

import styles from './preferences-panel.module.css';

type Preferences = ReplyOf<'user.notifications'>;
type Kind = Exclude<keyof Preferences, 'purchaseMinCents'>;

const required = 'Always on: you must hear of this.';

/** The name of each kind, in the order in which they are shown, and why one cannot be switched off. */
const kinds: Readonly<Record<Kind, readonly [label: string, reason?: string]>> = {
  deposit_seen: ['Deposit seen on its network'],
  deposit_credited: ['Deposit added to your balance'],
  deposit_trouble: ['Deposit that needs you'],
  card_ready: ['Card or order ready'],
  card_failed: ['Card or order that failed'],
  purchase: ['Purchase'],
  decline: ['Declined purchase'],
  refund: ['Refund'],
  low_balance: ['Low balance of a card'],
  auto_load: ['Auto-load'],
  renewal: ['Payment that comes soon'],
  card_warning: ['Card about to be frozen or deleted'],
  card_frozen: ['Card frozen by us', required],
  debt: ['Money you owe', required],
  payout: ['Referral payout'],
  case: ['Reply to your report'],
  security: ['Security', required],
};

/** Chooses which notifications are mailed too: each switch takes effect by itself. */
export function PreferencesPanel() {
  const { data, error, mutate } = useRead('user.notifications', {});
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const isReady = data !== undefined;
  useEffect(() => {
    if (isReady && hash === '#emails') place.current?.scrollIntoView();
  }, [isReady, hash]);
  return (
    <div ref={place} className={styles.place}>
      <Panel title="Notification emails" busy={!data && !error}>
        {data ? (
          <Choices preferences={data} />
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void mutate()} />
        ) : (
          <Skeleton height={480} />
        )}
      </Panel>
    </div>
  );
}

function Choices({ preferences }: { readonly preferences: Preferences }) {
  const toast = useToast();
  const [wanted, setWanted] = useState<Partial<Record<Kind, boolean>>>({});
  const { run } = useWrite('user.set-notifications', {
    onSuccess: (reply) => void seedRead('user.notifications', {}, reply),
    onError: (error) => toast.error(error),
  });

  async function choose(kind: Kind, mail: boolean): Promise<void> {
    setWanted((before) => ({ ...before, [kind]: mail }));
    // While another switch is being stored, this is answered by that one's reply, and then has to be sent again.
    let reply;
    do reply = await run({ body: { [kind]: { mail } } });
    while (reply && reply[kind].mail !== mail);
    setWanted(({ [kind]: _done, ...rest }) => rest);
  }

  return (
    <>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">In Satchel</th>
            <th scope="col">Email</th>
          </tr>
        </thead>
        <tbody>
          {(Object.entries(kinds) as [Kind, (typeof kinds)[Kind]][]).map(([kind, [label, reason]]) => (
            <tr key={kind}>
              <th scope="row">
                {label}
                {reason && (
                  <span className={styles.reason} id={`why-${kind}`}>
                    {reason}
                  </span>
                )}
              </th>
              <td>Always</td>
              <td>
                <input
                  type="checkbox"
                  role="switch"
                  className="switch-input"
                  aria-label={`Email: ${label}`}
                  aria-describedby={reason && `why-${kind}`}
                  checked={wanted[kind] ?? preferences[kind].mail}
                  disabled={reason !== undefined}
                  onChange={(event) => void choose(kind, event.target.checked)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <SmallestPurchase key={preferences.purchaseMinCents} cents={preferences.purchaseMinCents} />
    </>
  );
}

/** The sum below which a purchase is not mailed. */
function SmallestPurchase({ cents }: { readonly cents: number }) {
  const toast = useToast();
  const [text, setText] = useState(decimalDollars(cents));
  const [problem, setProblem] = useState<FieldFailure>();
  const { run, busy } = useWrite('user.set-notifications', {
    onSuccess: (reply) => {
      void seedRead('user.notifications', {}, reply);
      toast.success('Saved.');
    },
    onError: (error) => setProblem(atField(error, 'purchaseMinCents') ?? error),
  });

  function save(event: SubmitEvent): void {
    event.preventDefault();
    const purchaseMinCents = text.trim() === '' ? 0 : parseDollars(text);
    setProblem(purchaseMinCents === undefined ? 'Enter an amount in dollars.' : undefined);
    if (purchaseMinCents !== undefined) void run({ body: { purchaseMinCents } });
  }

  return (
    <form className={styles.smallest} onSubmit={save} noValidate>
      <MoneyField
        label="No email for purchases below"
        valueText={text}
        onChange={setText}
        error={problem}
        hint="They still appear in your notifications. $0 mails all."
      />
      <Button type="submit" variant="secondary" busy={busy}>
        Save
      </Button>
    </form>
  );
}
