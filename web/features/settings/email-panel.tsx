import { useState, type SubmitEvent } from 'react';
import { useWrite } from '#web/lib/use-api.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeInput } from '#web/ui/code-input.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { atField, toastUnlessAtField } from '#web/ui/error-in-place.ts';
import { TextField } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ResendButton } from '#web/ui/resend-button.tsx';
import { useToast } from '#web/ui/toast.tsx';
import styles from './settings-form.module.css';

const otpLength = 6;

/** The address in use; changing it takes a code that is mailed to the new one. */
export function EmailPanel({ email }: { readonly email: string }) {
  // The step is kept too: a mailed code still counts after a reload.
  const [step, setStep] = useDraft('email.step');
  const [newEmail, setNewEmail] = useDraft('email.address');
  // True after going back: the button that led to the form then gets the focus.
  const [isBack, setBack] = useState(false);
  function goBack(): void {
    setBack(true);
    setStep('');
  }
  return (
    <Panel title="Email">
      {step === '' && (
        <div className={styles.current}>
          <dl className={styles.address}>
            <dt>Current email</dt>
            <dd>
              <EmailText email={email} />
            </dd>
          </dl>
          <Button variant="secondary" autoFocus={isBack} onClick={() => setStep('address')}>
            Change Email
          </Button>
        </div>
      )}
      {step === 'address' && (
        <AddressForm
          email={email}
          newEmail={newEmail}
          onChange={setNewEmail}
          onSent={() => setStep('code')}
          onCancel={goBack}
        />
      )}
      {step === 'code' && (
        <CodeForm
          newEmail={newEmail}
          onBack={() => setStep('address')}
          onDone={() => {
            setNewEmail('');
            goBack();
          }}
        />
      )}
    </Panel>
  );
}

function AddressForm({
  email,
  newEmail,
  onChange,
  onSent,
  onCancel,
}: {
  readonly email: string;
  readonly newEmail: string;
  readonly onChange: (newEmail: string) => void;
  readonly onSent: () => void;
  readonly onCancel: () => void;
}) {
  const toast = useToast();
  const send = useWrite('user.start-email-change', {
    onSuccess: (reply) => {
      toast.success(reply.message);
      onSent();
    },
    onError: (error) => toastUnlessAtField(toast, error),
  });
  const address = newEmail.trim();

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (address) void send.run({ body: { newEmail: address } });
  }

  return (
    <form className={styles.form} onSubmit={submitted} noValidate>
      <dl className={styles.address}>
        <dt>Current email</dt>
        <dd>
          <EmailText email={email} />
        </dd>
      </dl>
      <TextField
        label="New email"
        name="newEmail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
        autoFocus
        value={newEmail}
        onChange={(event) => onChange(event.target.value)}
        hint="We mail a 6-digit code to it."
        error={atField(send.error, 'newEmail')}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={send.busy} disabled={!address}>
          Send OTP
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function CodeForm({
  newEmail,
  onBack,
  onDone,
}: {
  readonly newEmail: string;
  readonly onBack: () => void;
  readonly onDone: () => void;
}) {
  const toast = useToast();
  const [otp, setOtp] = useState('');
  const verify = useWrite('user.finish-email-change', {
    refresh: ['user'],
    onSuccess: (reply) => {
      toast.success(reply.message);
      onDone();
    },
  });

  const resend = useWrite('user.start-email-change', {
    onSuccess: (reply) => {
      setOtp('');
      verify.reset();
      toast.success(reply.message);
    },
    onError: (error) => toast.error(error),
  });

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (otp.length === otpLength) void verify.run({ body: { otp } });
  }

  return (
    <form className={styles.form} onSubmit={submitted} noValidate>
      <p>
        Enter the 6-digit code that we sent to <strong>{newEmail.trim()}</strong>.
      </p>
      <CodeInput
        length={otpLength}
        value={otp}
        onChange={setOtp}
        label="OTP code"
        name="otp"
        error={verify.busy ? undefined : verify.error}
        autoFocus
      />
      <div className={styles.actions}>
        <Button type="submit" busy={verify.busy} disabled={otp.length !== otpLength}>
          Verify
        </Button>
        <ResendButton onResend={() => resend.run({ body: { newEmail: newEmail.trim() } })} />
        <Button variant="ghost" onClick={onBack}>
          Use another address
        </Button>
      </div>
    </form>
  );
}
