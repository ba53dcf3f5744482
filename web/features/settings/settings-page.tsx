import { paths } from '#web/navigation/paths.ts';
import { useUser } from '#web/session/use-user.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { NamePanel } from './name-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import styles from './settings-page.module.css';
import { TwoFactorPanel } from './two-factor-panel.tsx';

const LazyPreferencesPanel = lazyPart(() =>
  import('#web/features/notifications/notification-parts.ts').then((m) => m.PreferencesPanel),
);

const LazyCloseAccountPanel = lazyPart(() =>
  import('#web/features/closing/close-account-panel.tsx').then((m) => m.CloseAccountPanel),
);

const LazyDataExportPanel = lazyPart(() =>
  import('#web/features/data-export/data-export-parts.ts').then((m) => m.DataExportPanel),
);

/** /profile-settings: name, email, password, second step of signing in, appearance, data export, and closing. */
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
      <Panel
        title="Security"
        action={
          <LinkButton to={paths.security} variant="secondary" size="sm">
            Open security
          </LinkButton>
        }
      >
        <p>Authenticator app, passkeys, where you’re signed in, and the lock for emergencies.</p>
      </Panel>
      {user.role === 'user' && (
        <Panel
          title="Reported payments"
          action={
            <LinkButton to={paths.cases} variant="secondary" size="sm">
              Open reports
            </LinkButton>
          }
        >
          <p>Payments that you reported, and our replies.</p>
        </Panel>
      )}
      <LazyPreferencesPanel />
      <AppearancePanel />
      {user.role === 'user' && <LazyDataExportPanel user={user} />}
      {user.role === 'user' && <LazyCloseAccountPanel user={user} />}
    </div>
  );
}
