import { useRef, useState } from 'react';
import type { Id } from '#shared/ids.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { focusPanel } from '#web/ui/focus-panel.ts';
import { Modal } from '#web/ui/modal.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** Removes the authenticator app or a passkey, after a question that says what signing in needs from then on. */
export function RemoveFactor({
  passkeyId,
  name,
  meaning,
  size = 'md',
}: {
  /** Absent for the app. */
  readonly passkeyId?: Id<'passkey'>;
  /** The factor's name, as in “Remove … ?”. */
  readonly name: string;
  /** The effect on signing in. */
  readonly meaning: string;
  readonly size?: 'sm' | 'md';
}) {
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const options = {
    refresh: ['user'] as const,
    onSuccess: () => {
      setAsking(false);
      toast.success(passkeyId === undefined ? 'Authenticator app removed.' : 'Passkey removed.');
      focusPanel(place.current);
    },
    onError: (error: Error) => {
      setAsking(false);
      toast.error(error);
    },
  };
  const app = useWrite('user.remove-totp', options);
  const passkey = useWrite('user.remove-passkey', options);
  const { busy } = passkeyId === undefined ? app : passkey;
  function remove(): void {
    void (passkeyId === undefined ? app.run({}) : passkey.run({ params: { id: passkeyId } }));
  }
  return (
    <div ref={place}>
      <Button variant="danger" size={size} aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      {isAsking && (
        <Modal
          open
          size="sm"
          title={`Remove ${name}?`}
          initialFocus="cancel"
          busy={busy}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button variant="secondary" data-cancel onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button variant="danger" busy={busy} onClick={remove}>
                Remove
              </Button>
            </>
          }
        >
          <p>{meaning}</p>
        </Modal>
      )}
    </div>
  );
}
