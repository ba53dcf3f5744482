import { useEffect, useState } from 'react';
import type { CurrentUser } from '#web/session/use-user.ts';
import { Icon } from '#web/ui/icon.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import styles from './app-layout.module.css';

const LazyCommandPalette = lazyPart(() => import('./command-palette.tsx').then((m) => m.CommandPalette));

const keys = /Mac|iPad|iPhone/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

/** Opens the palette, as Ctrl/Cmd-K does; no dialog opens over another. */
export function PaletteButton({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false);

  useEffect(() => {
    function pressed(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!document.querySelector('dialog:modal')) setOpen(true);
    }
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);

  return (
    <>
      <button
        type="button"
        className={styles.appGoto}
        aria-label="Go to…"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onPointerEnter={LazyCommandPalette.preload}
        onFocus={LazyCommandPalette.preload}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={18} />
        <span className={styles.appGotoText}>Go to…</span>
        <span className={styles.appGotoKeys} aria-hidden="true" data-keys={keys} />
      </button>
      {open && <LazyCommandPalette user={user} onClose={() => setOpen(false)} />}
    </>
  );
}
