import type { SubmitEvent } from 'react';
import { seedRead, useWrite } from '#web/lib/use-api.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import type { CurrentUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { asSentence, toastUnlessAtField } from '#web/ui/error-in-place.ts';
import { TextField } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';
import styles from './settings-form.module.css';

/** Changes the first and last name that were given at sign-up. */
export function NamePanel({ user }: { readonly user: Pick<CurrentUser, 'firstname' | 'lastname'> }) {
  const toast = useToast();
  const [firstname, setFirstname] = useDraft('name.first', user.firstname);
  const [lastname, setLastname] = useDraft('name.last', user.lastname);
  const rename = useWrite('user.rename', {
    onSuccess: (reply) => {
      void seedRead('user.read', {}, reply);
      setFirstname(reply.firstname);
      setLastname(reply.lastname);
      toast.success('Name updated.');
    },
    onError: (error) => toastUnlessAtField(toast, error),
  });
  // The API refuses a name without letters, and the field says so.
  const isReady = firstname.trim() !== user.firstname || lastname.trim() !== user.lastname;
  const wrong = rename.busy ? undefined : rename.error?.fields;

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isReady) void rename.run({ body: { firstname, lastname } });
  }

  return (
    <Panel title="Name">
      <form className={styles.form} method="post" onSubmit={submitted} noValidate>
        <TextField
          label="First name"
          name="firstname"
          autoComplete="given-name"
          value={firstname}
          onChange={(event) => setFirstname(event.target.value)}
          error={asSentence(wrong?.['firstname'])}
        />
        <TextField
          label="Last name"
          name="lastname"
          autoComplete="family-name"
          enterKeyHint="go"
          value={lastname}
          onChange={(event) => setLastname(event.target.value)}
          error={asSentence(wrong?.['lastname'])}
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
