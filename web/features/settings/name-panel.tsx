import { useState, type SubmitEvent } from 'react';
import { seedRead, useWrite } from '#web/lib/use-api.ts';
import type { CurrentUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';
import styles from './settings-form.module.css';

/** Maximum length of a name, in characters. */
const nameMax = 60;

/** Changes the first and last name that were given at sign-up. */
export function NamePanel({ user }: { readonly user: Pick<CurrentUser, 'firstname' | 'lastname'> }) {
  const toast = useToast();
  const [typed, setTyped] = useState({ firstname: user.firstname, lastname: user.lastname });
  const rename = useWrite('user.rename', {
    onSuccess: (reply) => {
      void seedRead('user.read', {}, reply);
      setTyped({ firstname: reply.firstname, lastname: reply.lastname });
      toast.success('Name updated.');
    },
    onError: (error) => {
      if (error.fields === undefined) toast.error(error);
    },
  });
  const isChanged = typed.firstname.trim() !== user.firstname || typed.lastname.trim() !== user.lastname;
  const isReady = isChanged && typed.firstname.trim() !== '' && typed.lastname.trim() !== '';
  const wrong = rename.busy ? undefined : rename.error?.fields;

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isReady) void rename.run({ body: typed });
  }

  return (
    <Panel title="Name">
      <form className={styles.form} method="post" onSubmit={submitted} noValidate>
        <TextField
          label="First name"
          name="firstname"
          autoComplete="given-name"
          maxLength={nameMax}
          value={typed.firstname}
          onChange={(event) => setTyped({ ...typed, firstname: event.target.value })}
          error={wrong?.['firstname'] && `First name ${wrong['firstname']}.`}
        />
        <TextField
          label="Last name"
          name="lastname"
          autoComplete="family-name"
          enterKeyHint="go"
          maxLength={nameMax}
          value={typed.lastname}
          onChange={(event) => setTyped({ ...typed, lastname: event.target.value })}
          error={wrong?.['lastname'] && `Last name ${wrong['lastname']}.`}
        />
        <div className={styles.actions}>
          <Button type="submit" busy={rename.busy} disabled={!isReady}>
            Update Name
          </Button>
        </div>
      </form>
    </Panel>
  );
}
