import { buttonClass } from '#web/ui/button.tsx';
import { ThemeToggle } from '#web/app/theme-toggle.tsx';
import { AdminChapter } from './admin-chapter.tsx';
import { CardChapter } from './card-chapter.tsx';
import { ControlsChapter } from './controls-chapter.tsx';
import { DepositChapter } from './deposit-chapter.tsx';
import { DialogsChapter } from './dialogs-chapter.tsx';
import { FormsChapter } from './forms-chapter.tsx';
import styles from './gallery.module.css';
import { ListsChapter } from './lists-chapter.tsx';
import { ReferralsChapter } from './referrals-chapter.tsx';
import { SettingsChapter } from './settings-chapter.tsx';
import { StatusChapter } from './status-chapter.tsx';

/** Every component of the kit and the pieces that pages are made of, each in each state. */
export function GalleryPage({ theme: asked }: { readonly theme: string | null }) {
  if (asked === 'both') return <BothThemes />;
  return (
    <main className={styles.gallery}>
      <div className={styles.head}>
        <h1>Components</h1>
        <div className={styles.row}>
          <a href="?theme=both" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            Light and dark side by side
          </a>
          <ThemeToggle />
        </div>
      </div>
      <ControlsChapter />
      <FormsChapter />
      <StatusChapter />
      <ListsChapter />
      <CardChapter />
      <DepositChapter />
      <ReferralsChapter />
      <SettingsChapter />
      <AdminChapter />
      <DialogsChapter />
    </main>
  );
}

function BothThemes() {
  return (
    <div className={styles.both}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- it is this page itself. */}
      <iframe src="?theme=light" title="Light" />
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- it is this page itself. */}
      <iframe src="?theme=dark" title="Dark" />
    </div>
  );
}
