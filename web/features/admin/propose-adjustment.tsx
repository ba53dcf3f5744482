import { useId, useState, type FormEvent } from 'react';

import type { Id } from '#shared/ids.ts';
import { adjustmentLimits } from '#shared/adjustment-limits.ts';
import { formatCents, parseDollars } from '#shared/money.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { atField } from '#web/ui/error-in-place.ts';
import { MoneyField, SelectField, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';

import { closedText, type UserStats } from './admin-words.ts';
import styles from './user-access.module.css';

/** A proposal to correct the person's balance, which another admin has to approve. */
export function ProposeAdjustment({
  userId,
  closed,
}: {
  readonly userId: Id<'user'>;
  readonly closed: UserStats['user']['closed'];
}) {
  const toast = useToast();
  const formId = useId();
  const [direction, setDirection] = useState<'credit' | 'debit'>(closed && !closed.returnUntil ? 'debit' : 'credit');
  const [amountText, setAmountText] = useState('');
  const [reason, setReason] = useState('');
  const [link, setLink] = useState('');
  const amount = parseDollars(amountText);
  const most = formatCents(adjustmentLimits.maxCents);
  const isTooLarge = amount !== undefined && amount > adjustmentLimits.maxCents;
  const isReady = amount !== undefined && amount > 0 && !isTooLarge && reason.trim() !== '';
  const propose = useWrite('admin.propose-adjustment', {
    about: userId,
    refresh: ['admin.adjustments', 'admin.desk'],
    onSuccess: () => {
      setAmountText('');
      setReason('');
      setLink('');
      toast.success('Proposed. Another admin has to approve it on the desk.');
    },
  });

  const refusals = {
    amount: atField(propose.error, 'amount', ['AmountTooLarge', 'InsufficientFunds']),
    reason: atField(propose.error, 'reason'),
    link: atField(propose.error, 'link'),
  };
  const isAtField = Object.values(refusals).some((refusal) => refusal !== undefined);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    const about = link.trim() === '' ? {} : { link: link.trim() };
    void propose.run({ body: { userId, amount, direction, reason: reason.trim(), ...about } });
  }
  return (
    <Panel title="Adjust the balance">
      <form id={formId} className={styles.access} onSubmit={submit} noValidate>
        <p className="muted">
          Nothing moves before another admin approves it, within 72 hours. The user sees an adjustment in their
          activity.
        </p>
        {closed && <Notice tone="info">{closedText(closed)}</Notice>}
        <SelectField
          label="What to do"
          value={direction}
          onChange={(event) => setDirection(event.target.value === 'debit' ? 'debit' : 'credit')}
        >
          <option value="credit">Add to the balance</option>
          <option value="debit">Take from the balance</option>
        </SelectField>
        <MoneyField
          label="Amount of the adjustment"
          valueText={amountText}
          onChange={setAmountText}
          error={isTooLarge ? `At most ${most}.` : refusals.amount}
          hint={`At most ${most}.`}
          enterKeyHint="next"
        />
        <TextField
          label="Reason of the adjustment"
          value={reason}
          autoComplete="off"
          hint="Kept in the audit log. The user won’t see it."
          error={refusals.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <TextField
          label="About (optional)"
          value={link}
          autoComplete="off"
          hint="A reference to its cause. An approved adjustment is reversed on the desk."
          error={refusals.link}
          onChange={(event) => setLink(event.target.value)}
        />
        <WriteOutcome
          write={propose}
          refused="Nothing was proposed"
          checking="Checking whether it was proposed…"
          isAtField={isAtField}
        />
        <Button type="submit" form={formId} busy={propose.busy} disabled={!isReady}>
          Propose Adjustment
        </Button>
      </form>
    </Panel>
  );
}
