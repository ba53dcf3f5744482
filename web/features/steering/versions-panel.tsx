import { useState, type FormEvent, type ReactNode } from 'react';

import { limits } from '#shared/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useNow } from '#web/ui/use-now.ts';

import { beginText, ownTimeText, presentAndNext, presentOf, type Planned } from './settings-words.ts';
import styles from './settings-screen.module.css';

/** Props of the panels of prices and of limits beside their values. */
export type PlanProps = {
  readonly mayChange: boolean;
  readonly busy: boolean;
  /** Why the last plan was refused. */
  readonly refusal: string | undefined;
};

/** The present version, those to come with the way to take them back, and the form that plans others. */
export function VersionsPanel<V extends Planned>({
  title,
  versions,
  lineOf,
  mayChange,
  busy,
  onTakeBack,
  children,
}: {
  readonly title: string;
  readonly versions: readonly V[];
  readonly lineOf: (version: V) => string;
  readonly mayChange: boolean;
  readonly busy: boolean;
  readonly onTakeBack: (others: readonly V[], reason: string) => void;
  /** The form, given the present version. */
  readonly children: (present: V) => ReactNode;
}) {
  // A version begins while the page is open.
  const nowMs = useNow();
  const present = presentOf(versions, nowMs);
  return (
    <Panel title={title}>
      <ol className={styles.changes}>
        {presentAndNext(versions, nowMs).map((each) => (
          <li key={each.version} className={styles.change}>
            <div className={styles.words}>
              <p>{lineOf(each)}</p>
              <p className="muted">{each.version === present.version ? 'Now' : `From ${beginText(each.from)}`}</p>
            </div>
            {mayChange && each.version !== present.version && (
              <Button
                variant="secondary"
                size="sm"
                busy={busy}
                onClick={() =>
                  onTakeBack(
                    versions.filter((other) => other !== each),
                    `${title} ${each.version} taken back.`,
                  )
                }
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ol>
      {mayChange && children(present)}
    </Panel>
  );
}

/** The form that plans a version: its own fields, when it begins, and why. */
export function PlanForm<Values>({
  what,
  note,
  values,
  busy,
  refusal,
  onPlan,
  children,
}: {
  readonly what: 'prices' | 'limits';
  readonly note: string;
  /** The values as typed; undefined while they are not complete. */
  readonly values: Values | undefined;
  readonly busy: boolean;
  readonly refusal: string | undefined;
  readonly onPlan: (asked: Values & { readonly from: string }, reason: string) => void;
  readonly children: ReactNode;
}) {
  const [from, setFrom] = useState('');
  const [reason, setReason] = useState('');
  const ownTime = ownTimeText(from);
  const asked = values === undefined || from === '' ? undefined : { ...values, from: `${from}Z` };
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (asked && reason.trim() !== '') onPlan(asked, reason.trim());
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h3>Plan other {what}</h3>
      <p className="muted">{note}</p>
      {children}
      <TextField
        label={`${what === 'prices' ? 'Prices' : 'Limits'} begin (UTC)`}
        type="datetime-local"
        value={from}
        error={refusal}
        hint={ownTime === undefined ? 'At least 5 minutes from now.' : `By your clock: ${ownTime}.`}
        onChange={({ target }) => setFrom(target.value)}
      />
      <TextField
        label={`Reason for these ${what}`}
        value={reason}
        maxLength={limits.decisionReasonMax}
        autoComplete="off"
        hint="Kept in the audit log."
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" busy={busy} disabled={!asked || reason.trim() === ''}>
        Plan {what}
      </Button>
    </form>
  );
}
