import { useState, type SubmitEvent } from 'react';
import type { ReplyOf } from '#shared/contract/index.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { makePasskey, passkeyObstacle } from '#web/lib/passkey.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { atField, toastUnlessAtField } from '#web/ui/error-in-place.ts';
import { TextField } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';
import { RemoveFactor } from './remove-factor.tsx';
import styles from './security.module.css';

type Passkey = ReplyOf<'user.security'>['passkeys'][number];

/** The account's passkeys: added and removed. */
export function PasskeysPanel({
  passkeys,
  hasApp,
}: {
  readonly passkeys: readonly Passkey[];
  readonly hasApp: boolean;
}) {
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const obstacle = passkeyObstacle();
  const isPossible = obstacle === undefined;
  return (
    <Panel title="Passkeys">
      <div className={styles.stack}>
        {(isPossible || passkeys.length > 0) && (
          <p>Sign in with your fingerprint, face or screen lock instead of a password and a code.</p>
        )}
        {obstacle !== undefined && <p>{obstacle}</p>}
        {passkeys.length > 0 && (
          <ul className={styles.rows}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey._id} passkey={passkey} isLast={!hasApp && passkeys.length === 1} />
            ))}
          </ul>
        )}
        {isPossible && (
          <div className={styles.actions}>
            <Button variant="secondary" onClick={() => setAdding(true)}>
              Add a passkey
            </Button>
          </div>
        )}
      </div>
      {isAdding && (
        <AddPasskey
          onClose={() => setAdding(false)}
          onAdded={(recoveryCodes) => {
            setAdding(false);
            setCodes(recoveryCodes ?? undefined);
          }}
        />
      )}
      {codes && <RecoveryCodesModal codes={codes} onClose={() => setCodes(undefined)} />}
    </Panel>
  );
}

function PasskeyRow({ passkey, isLast }: { readonly passkey: Passkey; readonly isLast: boolean }) {
  const { _id, name, createdAt, lastUsedAt } = passkey;
  const [isRenaming, setRenaming] = useState(false);
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className="muted">
          Added <Time iso={createdAt} />
          {lastUsedAt !== null && (
            <>
              {' '}
              · Last used <Time iso={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" size="sm" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        <RemoveFactor
          passkeyId={_id}
          name={name}
          meaning={
            isLast
              ? 'It stops signing you in, and your recovery codes stop working. Your password alone will sign you in, unless codes by email are on.'
              : 'It stops signing you in. Your other ways keep working.'
          }
          size="sm"
        />
      </div>
      {isRenaming && <RenamePasskey passkey={passkey} onClose={() => setRenaming(false)} />}
    </li>
  );
}

const renameFormId = 'rename-passkey';

function RenamePasskey({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const toast = useToast();
  const [name, setName] = useState(passkey.name);
  const rename = useWrite('user.rename-passkey', {
    refresh: ['user'],
    onSuccess: () => {
      toast.success('Passkey renamed.');
      onClose();
    },
    onError: (error) => toastUnlessAtField(toast, error),
  });
  const given = name.trim();

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (given === '' || rename.busy) return;
    void rename.run({ params: { id: passkey._id }, body: { name: given } });
  }

  return (
    <Modal
      open
      size="sm"
      title="Rename passkey"
      onClose={onClose}
      busy={rename.busy}
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={renameFormId} busy={rename.busy} disabled={given === ''}>
            Save
          </Button>
        </>
      }
    >
      <form id={renameFormId} className={styles.stack} method="post" onSubmit={submitted} noValidate>
        <TextField
          label="Name"
          name="passkeyName"
          autoComplete="off"
          enterKeyHint="go"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={atField(rename.error, 'name')}
        />
      </form>
    </Modal>
  );
}

const formId = 'add-passkey';

function AddPasskey({
  onAdded,
  onClose,
}: {
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const [name, setName] = useState('');
  const [isAsking, setAsking] = useState(false);
  const add = useWrite('user.add-passkey', {
    refresh: ['user'],
    onSuccess: ({ recoveryCodes }) => {
      toast.success('Passkey added.');
      onAdded(recoveryCodes);
    },
    onError: (error) => toastUnlessAtField(toast, error),
  });

  async function make(): Promise<void> {
    setAsking(true);
    try {
      const attestation = await makePasskey();
      const given = name.trim();
      await add.run({ body: { attestation, ...(given === '' ? {} : { name: given }) } });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      toast.error(thrown);
    } finally {
      setAsking(false);
    }
  }

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isAsking) void make();
  }

  return (
    <Modal
      open
      size="sm"
      title="Add a passkey"
      onClose={onClose}
      busy={isAsking}
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isAsking}>
            Continue
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.stack} method="post" onSubmit={submitted} noValidate>
        <TextField
          label="Name (optional)"
          name="passkeyName"
          autoComplete="off"
          enterKeyHint="go"
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint="For example “Work laptop”. Your device asks you to confirm next."
          error={atField(add.error, 'name')}
        />
      </form>
    </Modal>
  );
}
