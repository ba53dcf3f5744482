import { useUser } from '#web/session/use-user.ts';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { NamePanel } from './name-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import styles from './settings-page.module.css';
import { TwoFactorPanel } from './two-factor-panel.tsx';

/** /profile-settings: name, e-mail, password, the second step of signing in, and the look. */
export function SettingsPage() {
  const { data: user } = useUser();
  if (!user) return <LoadingScreen />;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Profile Settings</h1>
        <p className="muted">
          Signed in as {user.firstname} {user.lastname}
        </p>
      </div>
      <NamePanel user={user} />
      <EmailPanel email={user.email} />
      <PasswordPanel email={user.email} />
      <TwoFactorPanel user={user} />
      <AppearancePanel />
    </div>
  );
}
