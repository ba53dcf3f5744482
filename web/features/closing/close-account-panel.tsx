import { useState } from 'react';
import { formatCents } from '#shared/money.ts';
import { forgetTab } from '#web/lib/kept-in-tab.ts';
import { refresh, useRead, useWrite } from '#web/lib/use-api.ts';
import { usePoll } from '#web/lib/use-poll.ts';
import { stopSessionReports } from '#web/lib/session-loss.ts';
import { paths } from '#web/navigation/paths.ts';
import type { CurrentUser } from '#web/session/use-user.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { obstacleOf, returnDays } from './closing-words.ts';
import styles from './close-account-panel.module.css';

/** Delay between two reads while something that ends by itself is in the way, in milliseconds. */
const waitPollMs = 10_000;

/** Closes the account, once nothing is in the way; until then it says what is, and leads there. */
export function CloseAccountPanel({ user }: { readonly user: CurrentUser }) {
  const [isAsking, setAsking] = useState(false);
  const read = useRead('cards.list', {});
  const cards = read.data?.filter(({ status }) => status !== 'deleted');
  const obstacle = cards === undefined ? undefined : obstacleOf(user, cards);
  usePoll(() => refresh(['user.read']), obstacle?.endsByItself ? waitPollMs : 0);
  return (
    <Panel title="Close your account">
      <div className={styles.stack}>
        <p>
          You’re signed out everywhere, and after {returnDays} days your personal data is erased. Signing in before that
          keeps the account.
        </p>
        {read.error && <LoadFailure error={read.error} onRetry={() => void read.mutate()} />}
        {obstacle !== undefined && (
          <Notice tone="info" live={obstacle.endsByItself}>
            <p>{obstacle.text}</p>
          </Notice>
        )}
        <div>
          {obstacle === undefined || obstacle.endsByItself ? (
            <Button
              variant="danger"
              disabled={cards === undefined || obstacle !== undefined}
              onClick={() => setAsking(true)}
            >
              Close account
            </Button>
          ) : (
            <LinkButton to={paths.dashboard} variant="secondary">
              Go to dashboard
            </LinkButton>
          )}
        </div>
      </div>
      {isAsking && <CloseAccountModal balance={user.balance} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function CloseAccountModal({ balance, onClose }: { readonly balance: number; readonly onClose: () => void }) {
  const close = useWrite('user.close', {
    // A repeat gets the same answer, and signing in to find out would undo the closing.
    repeatable: true,
    isLast: true,
    // The server may know more of the balance than the page did.
    refresh: ['user'],
    onError: (error) => {
      // The page behind the dialog learns what is in the way, and waits for it.
      if (error.is('MoneyUnderWay') || error.is('CardsLeft') || error.is('BalanceLeft'))
        void refresh(['user', 'cards']);
    },
    onSuccess: ({ returnUntil }) => {
      // A read that runs meanwhile finds the session ended, and would lead to the sign-in page without these words.
      stopSessionReports();
      forgetTab();
      // A fresh document: nothing of the session stays in memory.
      window.location.assign(`${paths.login}?closed=${encodeURIComponent(returnUntil)}`);
    },
  });
  return (
    <Modal
      open
      size="sm"
      title="Close your account?"
      initialFocus="cancel"
      busy={close.busy}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={onClose}>
            Keep account
          </Button>
          <Button
            variant="danger"
            busy={close.busy}
            onClick={() => void close.run({ body: balance > 0 ? { waiveCents: balance } : {} })}
          >
            {balance > 0 ? `Give up ${formatCents(balance)} and close` : 'Close account'}
          </Button>
        </>
      }
    >
      <ul className={styles.effects}>
        {balance > 0 && (
          <li>
            You give up your balance of <strong>{formatCents(balance)}</strong>. It comes back if you return.
          </li>
        )}
        <li>Unpaid deposits are canceled. Don’t send money to their addresses anymore.</li>
        <li>For {returnDays} days, signing in opens the account again with all its money.</li>
        <li>Then your name, your email and how you sign in are erased for good.</li>
      </ul>
      {close.error && (
        <Notice tone="danger" title="The account was not closed" live>
          <FailureText error={close.error} />
        </Notice>
      )}
    </Modal>
  );
}
