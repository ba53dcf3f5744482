import { seedRead, useWrite } from '#web/lib/use-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';
import type { CurrentUser } from '#web/session/use-user.ts';
import styles from './security.module.css';

/** Locks the account at once, and unlocks it with a proof of presence. */
export function LockPanel({ isLocked }: { readonly isLocked: boolean }) {
  const toast = useToast();
  const outcome = (words: string) => ({
    refresh: ['user', 'cards'] as const,
    onSuccess: (user: CurrentUser) => {
      void seedRead('user.read', {}, user);
      toast.success(words);
    },
    onError: (error: Error) => toast.error(error),
  });
  const lock = useWrite('user.lock', outcome('Everything is locked.'));
  const unlock = useWrite('user.unlock', outcome('Everything is unlocked.'));
  return (
    <Panel title="Lock everything" action={isLocked && <Badge tone="red">Locked</Badge>}>
      <div className={styles.stack}>
        <p>
          {isLocked
            ? 'All your cards are frozen. Loads, new cards, reward payouts and card details are off until you unlock.'
            : 'Lost your phone or wallet? This freezes all your cards at once and stops loads, new cards, reward payouts and card details. Deposits are still credited.'}
        </p>
        <div className={styles.actions}>
          {isLocked ? (
            <Button busy={unlock.busy} onClick={() => void unlock.run({})}>
              Unlock
            </Button>
          ) : (
            <Button
              variant="danger"
              icon={<Icon name="lock" size={18} />}
              busy={lock.busy}
              onClick={() => void lock.run({})}
            >
              Lock everything
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}
