import { Button, LinkButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import styles from './gallery.module.css';
import { Chapter, Specimen } from './specimen.tsx';
import frame from '../app/app-layout.module.css';

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const;

/** Controls to press, and indicators of work. */
export function ControlsChapter() {
  return (
    <Chapter title="Buttons and signs">
      {variants.map((variant) => (
        <Specimen key={variant} state={`Button, ${variant}: ready, with a sign, busy, disabled`}>
          <div className={styles.row}>
            <Button variant={variant}>Load Card</Button>
            <Button variant={variant} icon={<Icon name="plus" size={18} />}>
              Add Money
            </Button>
            <Button variant={variant} busy>
              Load Card
            </Button>
            <Button variant={variant} disabled>
              Load Card
            </Button>
          </div>
        </Specimen>
      ))}
      <Specimen state="Button: large, small, only a sign, a link">
        <div className={styles.row}>
          <Button size="lg">Create account</Button>
          <Button size="sm">Retry</Button>
          <Button variant="ghost" icon={<Icon name="close" />} aria-label="Close" />
          <LinkButton to="#" variant="secondary">
            All users
          </LinkButton>
        </div>
      </Specimen>
      <Specimen state="Copy button: ready, disabled">
        <div className={styles.row}>
          <CopyButton value="bc1q" label="Copy address" />
          <CopyButton value="bc1q" label="Copy referral link" disabled />
        </div>
      </Specimen>
      <Specimen state="Menu">
        <Menu
          label="Sample menu"
          trigger={<span className={frame.avatar} aria-hidden="true" data-initials="DE" />}
          items={[
            { key: 'settings', label: 'Profile Settings', icon: 'settings' },
            { key: 'delete', label: 'Delete' },
          ]}
        />
      </Specimen>
      <Specimen state="Tabs">
        <Tabs
          label="Sample tabs"
          tabs={[
            { key: 'rewards', label: 'Rewards', content: <p>What was earned.</p> },
            { key: 'how', label: 'How it works', content: <p>How it is earned.</p> },
          ]}
        />
      </Specimen>
      <Specimen state="Progress: nothing, some, all">
        <Progress value={0} label="Nothing" />
        <Progress value={64} label="Some" />
        <Progress value={100} label="All" />
      </Specimen>
      <Specimen state="Spinner, logo">
        <div className={styles.row}>
          <Spinner size={28} />
          <Logo />
        </div>
      </Specimen>
      <Specimen state="QR code">
        <QrCode value="bitcoin:bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh" label="QR code of a sample" size={160} />
      </Specimen>
      <Specimen state="Loading screen">
        <LoadingScreen />
      </Specimen>
    </Chapter>
  );
}
