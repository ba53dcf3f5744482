import { Time } from '#web/ui/time.tsx';

import styles from './cases.module.css';

/** A message, with the name of its author. */
export type Message = {
  readonly author: string;
  /** Written by the side that reads. */
  readonly isOwn: boolean;
  readonly text: string;
  readonly at: string;
};

/** The messages of a case, oldest first, each on its side. */
export function Messages({ messages }: { readonly messages: readonly Message[] }) {
  return (
    <ol className={styles.messages} aria-label="Messages">
      {messages.map(({ author, isOwn, text, at }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- messages are only ever added.
        <li key={place} className={styles.message} data-own={isOwn || undefined}>
          <p className="muted">
            {author} · <Time iso={at} as="date-time" />
          </p>
          <p className={styles.words}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
