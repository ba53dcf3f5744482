import { useState, type SubmitEvent } from 'react';
import type { ProofMethod } from '#shared/contract/factors.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { askForPasskey, canUsePasskeys } from '#web/lib/passkey.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeInput } from '#web/ui/code-input.tsx';
import { FieldError } from '#web/ui/failure-text.tsx';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import styles from '#web/features/settings/settings-form.module.css';
import { knownWays, proofWays } from './proof-ways.ts';

const formId = 'proof-of-presence';
const codeLength = 6;

/** Asks the account's owner for a proof of presence, by one of their ways. Text typed on the page behind stays. */
export function ProofForm({
  email,
  methods,
  onEnd,
}: {
  readonly email: string;
  /** Ways to prove it, as the server lists them. */
  readonly methods: readonly string[];
  readonly onEnd: (outcome: 'proved' | 'canceled') => void;
}) {
  const ways = knownWays(methods, canUsePasskeys());
  const [way, setWay] = useState<ProofMethod>(ways[0] ?? 'password');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const isReady = way === 'passkey' || (way === 'totp' ? typed.length === codeLength : typed.trim() !== '');

  async function prove(by = way): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await call('auth.prove', { body: await proofOf(by, typed) });
      onEnd('proved');
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
      setBusy(false);
      // A fifth wrong proof has ended the session: then this call leads to the sign-in, which leads back here.
      if (thrown.status === 401) await call('user.read').catch(() => undefined);
    }
  }

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    // The dialog may stand inside another form, to which React would pass the event on.
    event.stopPropagation();
    if (isReady && !busy) void prove();
  }

  function change(next: ProofMethod): void {
    setWay(next);
    setTyped('');
    setError(undefined);
    // The browser asks for the passkey at once: the page has no field for it.
    if (next === 'passkey' && !busy) void prove(next);
  }

  return (
    <Modal
      open
      size="sm"
      title="Confirm it’s you"
      onClose={() => onEnd('canceled')}
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={() => onEnd('canceled')}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} disabled={!isReady}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} method="post" onSubmit={submitted} noValidate>
        <p>{proofWays[way].text} We ask for it again after 10 minutes.</p>
        <input name="username" autoComplete="username" value={email} readOnly hidden />
        {way === 'password' && (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            enterKeyHint="go"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={error}
          />
        )}
        {way === 'totp' && (
          <CodeInput
            length={codeLength}
            value={typed}
            onChange={setTyped}
            label="Code"
            name="code"
            error={error}
            autoFocus
          />
        )}
        {way === 'recovery_code' && (
          <TextField
            label="Recovery code"
            name="recoveryCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            error={error}
          />
        )}
        {way === 'passkey' && error && <FieldError id={undefined} error={error} live />}
        {error?.status === 401 && <p className="field-hint">After five wrong tries you’re signed out.</p>}
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="ghost" size="sm" onClick={() => change(other)}>
              {proofWays[other].change}
            </Button>
          ))}
      </form>
    </Modal>
  );
}

async function proofOf(way: ProofMethod, typed: string) {
  if (way === 'passkey') return { method: way, assertion: await askForPasskey('proof') } as const;
  if (way === 'password') return { method: way, password: typed } as const;
  return { method: way, code: typed } as const;
}
