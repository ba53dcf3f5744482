import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#web/app/paths.ts';
import { Icon } from '#web/ui/icon.tsx';

/** What follows a sign-up: look into the mailbox. */
export function CheckYourEmail({ address }: { address: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <span className="auth-badge">
        <Icon name="mail" size={26} />
      </span>
      <div className="auth-intro" role="status">
        <h1 ref={heading} tabIndex={-1}>
          Check your email (also your spambox)
        </h1>
        <p>
          We sent a link to <strong>{address}</strong>. Open it to verify your address, then sign in.
        </p>
      </div>
      <p className="auth-switch">
        Verified already? <Link to={paths.login}>Sign in</Link>
      </p>
    </>
  );
}
