import { Link } from '#web/navigation/router.tsx';

import { href } from '#web/navigation/paths.ts';
import { emailWords } from '#web/ui/email-words.ts';

import styles from './admin-list.module.css';

/** A person by address, and by name where it is known: a link to the file. */
export function PersonLink({
  userId,
  email,
  name = null,
}: {
  readonly userId: string;
  readonly email: string | null;
  readonly name?: string | null | undefined;
}) {
  return (
    <Link to={href.user(userId)} className={styles.person}>
      {email === null ? 'User' : emailWords(email)}
      {name !== null && name !== '' && ` (${name})`}
    </Link>
  );
}
