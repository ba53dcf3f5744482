import { useState } from 'react';
import { useLocation } from '#web/navigation/router.tsx';
import { paths } from '#web/navigation/paths.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './auth-form.module.css';

/**
 * The page of a mailed link with a single-use token in its fragment. It acts only on a click, so that a mail program
 * that opens links does nothing.
 */
export function MailedLink({
  question,
  effect,
  action,
  act,
  done,
  next = { to: paths.forgotPassword, label: 'Choose a new password' },
  otherwise = { to: paths.support, label: 'Contact support' },
  life,
}: {
  readonly question: string;
  readonly effect: string;
  /** The button's words. */
  readonly action: string;
  /** May return the text to show once it is done, in place of `done.text`. */
  readonly act: (token: string) => Promise<string | void>;
  /** The heading and text once it is done. */
  readonly done: { readonly heading: string; readonly text: string };
  /** The button shown once it is done. @default Choose a new password */
  readonly next?: { readonly to: string; readonly label: string };
  /** The button on the page of a link that does not work. @default Contact support */
  readonly otherwise?: { readonly to: string; readonly label: string };
  /** The time that the link works, shown on the page of a link that has run out. */
  readonly life: string;
}) {
  // The fragment leaves the browser only with the click.
  const token = useLocation().hash.slice(1);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [doneText, setDoneText] = useState<string>();

  async function clicked(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      setDoneText((await act(token)) ?? done.text);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }

  if (doneText !== undefined)
    return (
      <>
        <span className={styles.authBadge}>
          <Icon name="check" size={28} />
        </span>
        <div className={styles.authIntro} role="status">
          <h1>{done.heading}</h1>
          <p className="muted">{doneText}</p>
        </div>
        <LinkButton to={next.to} size="lg" block autoFocus>
          {next.label}
        </LinkButton>
      </>
    );
  if (token === '' || (error instanceof ApiError && error.is('InvalidUndoLink')))
    return (
      <>
        <span className={classNames(styles.authBadge, styles.authBadgeDanger)}>
          <Icon name="alert" size={26} />
        </span>
        <div className={styles.authIntro} role="alert">
          <h1>Invalid or expired link</h1>
          <p>{life}</p>
        </div>
        <LinkButton to={otherwise.to} size="lg" block>
          {otherwise.label}
        </LinkButton>
      </>
    );
  return (
    <>
      <div className={styles.authIntro}>
        <h1>{question}</h1>
        <p className="muted">{effect}</p>
      </div>
      {error !== undefined && (
        <Notice tone="danger" live>
          <FailureText error={error} />
        </Notice>
      )}
      <Button size="lg" block busy={busy} onClick={() => void clicked()}>
        {action}
      </Button>
    </>
  );
}
