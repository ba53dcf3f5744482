import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';

import type { ApiError } from '#web/lib/api-error.ts';
import type { StaffRouteId } from '#web/lib/staff-facts.ts';
import { useMay } from '#web/session/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { atField } from '#web/ui/error-in-place.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';

import styles from './desk.module.css';

/** An outcome that may be decided. `effect` says what it does, with its exact sums. */
export type Choice<Key extends string> = { readonly key: Key; readonly label: string; readonly effect: ReactNode };

/** A row of evidence. */
export type Fact = readonly [label: string, value: ReactNode];

/** The evidence on one thing, the outcomes that may be decided, and the reason for the audit log. */
export function DecisionDialog<Key extends string>({
  route,
  title,
  children,
  choices: allChoices,
  closedBecause: whyClosed,
  needsSecond = () => false,
  needsReason = () => true,
  proposal,
  renderFields,
  renderText,
  submitLabel = () => 'Decide',
  isReady = () => true,
  busy,
  error,
  onDecide,
  onClose,
}: {
  /** The route that decides it: a role that may not call it reads the evidence alone. */
  readonly route: StaffRouteId;
  readonly title: string;
  /** The evidence. */
  readonly children: ReactNode;
  readonly choices: readonly Choice<Key>[];
  /** Why nothing can be decided now. */
  readonly closedBecause?: string | undefined;
  /** True for a choice that a second admin has to make, too. */
  readonly needsSecond?: (choice: Key) => boolean;
  /** False for a choice whose reason was given before. */
  readonly needsReason?: (choice: Key) => boolean;
  /** The first of two decisions, in words. */
  readonly proposal?: ReactNode;
  /** Further fields of a choice. */
  readonly renderFields?: (choice: Key) => ReactNode;
  /** The field of the text, where it is not a reason for the audit log alone. */
  readonly renderText?: (choice: Key, text: string, onChange: (text: string) => void) => ReactNode;
  readonly submitLabel?: (choice: Key) => string;
  readonly isReady?: (choice: Key) => boolean;
  readonly busy: boolean;
  readonly error: ApiError | undefined;
  readonly onDecide: (choice: Key, reason: string) => void;
  readonly onClose: () => void;
}) {
  const formId = useId();
  const mayDecide = useMay(route);
  const choices = mayDecide ? allChoices : [];
  const closedBecause = mayDecide ? whyClosed : 'Your role can read this, not decide it.';
  const [chosen, setChosen] = useState('');
  const [reason, setReason] = useState('');
  const refusal = useRef<HTMLDivElement>(null);
  // Scrolls to the refusal at the end of the form: it may be out of sight, or pushed down by evidence that is read
  // again because of it. The button is always in sight.
  useEffect(() => {
    if (error !== undefined && children !== undefined) refusal.current?.scrollIntoView({ block: 'nearest' });
  }, [error, children]);
  const choice = choices.find(({ key }) => key === chosen);
  const canDecide = closedBecause === undefined && choices.length > 0;
  const isComplete = choice !== undefined && isReady(choice.key) && (reason.trim() !== '' || !needsReason(choice.key));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (choice !== undefined && isComplete) onDecide(choice.key, reason.trim());
  }
  return (
    <Modal
      open
      onClose={onClose}
      busy={busy}
      title={title}
      size="lg"
      // The first field is below the evidence: focus on it would scroll past the evidence.
      initialFocus="cancel"
      guard={() => reason !== ''}
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={onClose}>
            Close
          </Button>
          {canDecide && (
            <Button type="submit" form={formId} busy={busy} disabled={!isComplete}>
              {choice ? submitLabel(choice.key) : 'Decide'}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {closedBecause !== undefined && <Notice tone="info" title={closedBecause} />}
        {proposal !== undefined && (
          <Notice tone="warning" title="Waiting for a second admin">
            {proposal}
          </Notice>
        )}
        {children}
        {canDecide && (
          <form id={formId} className={styles.form} onSubmit={submit} noValidate>
            <SelectField label="Decision" value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="">Choose…</option>
              {choices.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </SelectField>
            {choice && renderFields?.(choice.key)}
            {choice && (
              <Notice tone="info">
                {choice.effect}
                {needsSecond(choice.key) && <p>Two admins have to make the same decision.</p>}
              </Notice>
            )}
            {choice && !needsReason(choice.key) ? null : renderText === undefined ? (
              <TextField
                label="Reason"
                value={reason}
                autoComplete="off"
                hint="Kept in the audit log. The user won’t see it."
                error={atField(error, 'reason')}
                onChange={(event) => setReason(event.target.value)}
              />
            ) : (
              choice && renderText(choice.key, reason, setReason)
            )}
            {error && (
              <div ref={refusal}>
                <Notice tone="danger" live>
                  <FailureText error={error} />
                </Notice>
              </div>
            )}
          </form>
        )}
      </div>
    </Modal>
  );
}

/** Evidence as rows. */
export function Facts({
  label,
  facts,
  Heading = 'h3',
}: {
  readonly label: string;
  readonly facts: readonly Fact[];
  readonly Heading?: 'h2' | 'h3';
}) {
  return (
    <section aria-label={label} className={styles.record}>
      <Heading>{label}</Heading>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
