import { useState } from 'react';
import { seedRead, useWrite } from '#web/lib/use-api.ts';
import type { CurrentUser } from '#web/session/use-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Switch } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** Switches the mailed code at sign-in on or off: shown at once, taken back when the server refuses. */
export function TwoFactorPanel({
  user,
  isReplaced = false,
}: {
  readonly user: Pick<CurrentUser, 'email' | 'isTwoFactorEnabled'>;
  /** True when an authenticator app or a passkey is on, so no code is mailed. */
  readonly isReplaced?: boolean;
}) {
  const toast = useToast();
  const [wanted, setWanted] = useState<boolean>();
  const change = useWrite('user.two-factor', {
    refresh: ['user'],
    onSuccess: (reply) => {
      void seedRead('user.read', {}, reply);
      toast.success(`Two-factor authentication is ${reply.isTwoFactorEnabled ? 'on' : 'off'}.`);
    },
    onError: (error) => toast.error(error),
  });
  const isOn = wanted ?? user.isTwoFactorEnabled;

  async function toggle(enabled: boolean): Promise<void> {
    setWanted(enabled);
    await change.run({ body: { enabled } });
    setWanted(undefined);
  }

  return (
    <Panel title="Two-Factor Authentication" action={isOn && <Badge tone="green">Active</Badge>}>
      <Switch
        label="Email-based two-factor authentication"
        checked={isOn}
        onChange={(enabled) => void toggle(enabled)}
        hint={
          isReplaced
            ? 'Not used while your authenticator app or a passkey is on.'
            : `Every sign-in asks for a 6-digit code that we mail to ${user.email}.`
        }
      />
    </Panel>
  );
}
