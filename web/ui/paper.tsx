import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import styles from './paper.module.css';

/** A page of paper: only in print, in place of the site. Opens the browser's print dialog by itself, once. */
export function Paper({ onDone, children }: { readonly onDone: () => void; readonly children: ReactNode }) {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const printed = (): void => done();
    document.documentElement.dataset['printing'] = '';
    // Once the browser has drawn it; the dialog holds the page until it is closed.
    const frame = requestAnimationFrame(() => window.print());
    window.addEventListener('afterprint', printed);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', printed);
      delete document.documentElement.dataset['printing'];
    };
  }, []);
  return createPortal(
    <section className={styles.paper} data-print-view>
      {children}
    </section>,
    document.body,
  );
}
