import { useState } from 'react';
import type { ReplyOf } from '#shared/contract/index.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { AppSetup } from './app-setup.tsx';
import { RemoveFactor } from './remove-factor.tsx';
import styles from './security.module.css';

/** The authenticator app: set up, replaced or removed. */
export function AppPanel({ isOn, hasPasskeys }: { readonly isOn: boolean; readonly hasPasskeys: boolean }) {
  const toast = useToast();
  const [setup, setSetup] = useState<ReplyOf<'user.start-totp'>>();
  const start = useWrite('user.start-totp', { onSuccess: setSetup, onError: (error) => toast.error(error) });
  return (
    <Panel title="Authenticator app" action={isOn && <Badge tone="green">Active</Badge>}>
      <div className={styles.stack}>
        <p>
          {isOn
            ? 'Every sign-in asks for a code from your app. Codes by email don’t work while it’s on.'
            : 'Codes from an app on your phone. They work offline, and nobody who reads your email gets them.'}
        </p>
        <div className={styles.actions}>
          <Button variant={isOn ? 'secondary' : 'primary'} busy={start.busy} onClick={() => void start.run({})}>
            {isOn ? 'Set up a new app' : 'Set up'}
          </Button>
          {isOn && (
            <RemoveFactor
              name="your authenticator app"
              meaning={
                hasPasskeys
                  ? 'Its codes stop working. You’ll sign in with a passkey or a recovery code.'
                  : 'Its codes and your recovery codes stop working. Your password alone will sign you in, unless codes by email are on.'
              }
            />
          )}
        </div>
      </div>
      {setup && <AppSetup {...setup} onClose={() => setSetup(undefined)} />}
    </Panel>
  );
}
