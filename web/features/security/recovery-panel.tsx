import { useState } from 'react';
import { useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';
import styles from './security.module.css';

/** Number of codes at which new ones are suggested. */
const few = 3;

/** Recovery codes: how many are left, and new ones. */
export function RecoveryPanel({ left }: { readonly left: number }) {
  const toast = useToast();
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = useWrite('user.renew-recovery-codes', {
    refresh: ['user'],
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onError: (error) => toast.error(error),
  });
  return (
    <Panel title="Recovery codes">
      <div className={styles.stack}>
        <p>
          {left === 1 ? '1 code is' : `${left} codes are`} left. Each signs you in once if you lose your phone. New
          codes replace them.
        </p>
        {left <= few && (
          <Notice tone="warning">
            <p>Make new codes before you run out.</p>
          </Notice>
        )}
        <div className={styles.actions}>
          <Button variant="secondary" busy={renew.busy} onClick={() => void renew.run({})}>
            Make new codes
          </Button>
        </div>
      </div>
      {codes && <RecoveryCodesModal codes={codes} onClose={() => setCodes(undefined)} />}
    </Panel>
  );
}
