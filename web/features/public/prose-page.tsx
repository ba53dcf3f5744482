// Imported first, so that the styles of these pages override these.
import '#web/ui/questions.css';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { PublicLayout, type SectionLink } from './public-layout.tsx';
import styles from './prose-page.module.css';

/** The landing's sections, from any other page. */
const siteSections: readonly SectionLink[] = [
  { href: '/#features', label: 'Features' },
  { href: '/#how-it-works', label: 'How it works' },
  { href: '/#coins', label: 'Coins' },
  { href: '/#prices', label: 'Prices' },
  { href: '/#referrals', label: 'Referrals' },
];

/** A part of the text, with an address of its own: `/terms#fees`. */
export type ProseSection = { readonly id: string; readonly title: string; readonly body: ReactNode };

/** The page in one line, for people who read no further. */
export type ProsePoint = { readonly icon: IconName; readonly title: string; readonly text: ReactNode };

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A page of text: title and lead, the main points, and beside the text a list of its parts. */
export function ProsePage({
  title,
  lead,
  updatedOn,
  actions,
  art,
  points = [],
  sections,
  children,
}: {
  title: string;
  lead: ReactNode;
  /** Date of the last change, as ISO 8601. */
  updatedOn?: string;
  /** Buttons beneath the lead. */
  actions?: ReactNode;
  /** A drawing beside the title; decorative. */
  art?: ReactNode;
  points?: readonly ProsePoint[];
  sections: readonly ProseSection[];
  /** The content after the text. */
  children?: ReactNode;
}) {
  return (
    <PublicLayout sections={siteSections}>
      <article className={styles.prose}>
        <div className={styles.proseHead}>
          <div className={styles.proseHeadInner}>
            <div>
              <h1>{title}</h1>
              <p className={styles.proseLead}>{lead}</p>
              {updatedOn && (
                <p className="muted">
                  Last updated <time dateTime={updatedOn}>{longDate.format(new Date(updatedOn))}</time>
                </p>
              )}
              {actions && <div className={styles.proseActions}>{actions}</div>}
            </div>
            {art && (
              <div className={styles.proseArt} aria-hidden="true">
                {art}
              </div>
            )}
          </div>
        </div>
        {points.length > 0 && (
          <ul className={styles.prosePoints} aria-label="In short">
            {points.map((point) => (
              <li key={point.title}>
                <span className={styles.prosePointSign}>
                  <Icon name={point.icon} size={22} />
                </span>
                <strong>{point.title}</strong>
                <p>{point.text}</p>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.proseColumns}>
          <details className={styles.proseContents}>
            <summary>On this page</summary>
            <nav aria-label="On this page">
              <ol>
                {sections.map((section) => (
                  <li key={section.id}>
                    <a href={`#${section.id}`}>{section.title}</a>
                  </li>
                ))}
              </ol>
            </nav>
          </details>
          <div className={styles.proseText}>
            {sections.map((section) => (
              <section key={section.id} aria-labelledby={section.id}>
                <h2 id={section.id}>{section.title}</h2>
                {section.body}
              </section>
            ))}
          </div>
        </div>
        {children}
      </article>
    </PublicLayout>
  );
}
