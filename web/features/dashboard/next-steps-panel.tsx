import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Panel } from '#web/ui/panel.tsx';

import type { Step } from './next-steps.ts';
import styles from './next-steps-panel.module.css';

/** Verify → deposit → create → load: where the account stands, with a button at the next step. */
export function NextStepsPanel({
  steps,
  onStep,
}: {
  readonly steps: readonly Step[];
  /** Does a step; undefined for one that cannot be done now. */
  readonly onStep: (id: Step['id']) => (() => void) | undefined;
}) {
  const done = steps.filter((step) => step.done).length;
  return (
    <Panel title="Get started" action={<span className="muted">{`${done} of ${steps.length} done`}</span>}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepLine key={step.id} step={step} onStep={onStep(step.id)} />
        ))}
      </ol>
    </Panel>
  );
}

function StepLine({ step, onStep }: { readonly step: Step; readonly onStep: (() => void) | undefined }) {
  return (
    <li className={styles.step} data-done={step.done || undefined} aria-current={step.isNext ? 'step' : undefined}>
      <span className={styles.mark}>{step.done && <Icon name="check" size={16} />}</span>
      <span className={styles.what}>
        <span className={styles.title}>
          {step.title}
          {step.done && <span className="visually-hidden"> (done)</span>}
        </span>
        {!step.done && <span className={styles.hint}>{step.hint}</span>}
      </span>
      {step.isNext && onStep && (
        <Button size="sm" onClick={onStep} aria-label={step.title} icon={<Icon name="arrow-right" size={18} />} />
      )}
    </li>
  );
}
