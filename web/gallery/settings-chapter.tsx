import { AppearancePanel } from '#web/features/settings/appearance-panel.tsx';
import { EmailPanel } from '#web/features/settings/email-panel.tsx';
import { NamePanel } from '#web/features/settings/name-panel.tsx';
import { PasswordPanel } from '#web/features/settings/password-panel.tsx';
import { TwoFactorPanel } from '#web/features/settings/two-factor-panel.tsx';
import { sampleUser } from './samples.ts';
import { Chapter, Specimen } from './specimen.tsx';

const { email } = sampleUser;

/** Profile settings. What a panel sends is refused, which shows how that looks. */
export function SettingsChapter() {
  return (
    <Chapter title="Settings">
      <Specimen state="Name">
        <NamePanel user={sampleUser} />
      </Specimen>
      <Specimen state="Email: opens its form here">
        <EmailPanel email={email} />
      </Specimen>
      <Specimen state="Password">
        <PasswordPanel email={email} />
      </Specimen>
      <Specimen state="Two-factor: off">
        <TwoFactorPanel user={{ email, isTwoFactorEnabled: false }} />
      </Specimen>
      <Specimen state="Two-factor: on">
        <TwoFactorPanel user={{ email, isTwoFactorEnabled: true }} />
      </Specimen>
      <Specimen state="Appearance">
        <AppearancePanel />
      </Specimen>
    </Chapter>
  );
}
