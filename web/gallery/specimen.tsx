import type { ReactNode } from 'react';
import styles from './gallery.module.css';

/** A chapter of the gallery: one component or a few that belong together. */
export function Chapter({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(/\W+/g, '-');
  return (
    <section className={styles.chapter} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.specimens}>{children}</div>
    </section>
  );
}

/** One component in one state, and what that state is called. `wide` takes the whole line. */
export function Specimen({
  state,
  wide = false,
  children,
}: {
  readonly state: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <figure className={styles.specimen} data-wide={wide || undefined}>
      <figcaption>{state}</figcaption>
      {children}
    </figure>
  );
}
