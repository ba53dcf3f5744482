import { useState } from 'react';
import { Link } from '#web/navigation/router.tsx';

import type { ReplyOf } from '#shared/contract/index.ts';
import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { DecisionDialog, Facts, type Choice } from '#web/features/desk/decision-dialog.tsx';
import { refresh, useRead, useWrite } from '#web/lib/use-api.ts';
import { href } from '#web/navigation/paths.ts';
import { useMay } from '#web/session/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { signalWords } from '#web/ui/signal-words.ts';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import styles from './user-file.module.css';

type Held = ReplyOf<'admin.held-referrals'>[number];
type Outcome = 'released' | 'refused';

const stale = ['admin.held-referrals', 'admin.user-file', 'admin.desk', 'admin.breaks'] as const;

/** The referrals of a person that are held for review, with one decision for one or for all of them. */
export function HeldReferrals({ userId }: { readonly userId: Id<'user'> }) {
  const { data, error, mutate } = useRead('admin.held-referrals', { query: { user: userId } });
  const mayDecide = useMay('admin.decide-referral');
  const [deciding, setDeciding] = useState<readonly Held[]>();
  if (data === undefined && error !== undefined) {
    return <LoadFailure error={error} onRetry={() => void mutate()} />;
  }
  if (data === undefined || data.length === 0) return null;
  return (
    <>
      <Notice tone="warning" title={data.length === 1 ? '1 referral is held' : `${data.length} referrals are held`}>
        Their rewards wait for a decision. Deposits, cards and balances are not affected.
      </Notice>
      <DataTable
        caption="Held referrals"
        columns={columnsOf(mayDecide, (held) => setDeciding([held]))}
        rows={data}
        rowKey={({ referee }) => referee}
        pageSize={limits.tableRowsPerPage}
        empty={null}
      />
      {mayDecide && data.length > 1 && (
        <Button variant="secondary" onClick={() => setDeciding(data)}>
          Decide All {data.length}
        </Button>
      )}
      {deciding && <ReferralDecision held={deciding} onClose={() => setDeciding(undefined)} />}
    </>
  );
}

function columnsOf(mayDecide: boolean, onDecide: (held: Held) => void): readonly Column<Held>[] {
  return [
    { key: 'since', header: 'Held since', cell: ({ since }) => <Time iso={since} /> },
    {
      key: 'referee',
      header: 'Referred user',
      cell: (held) => (
        <Link to={href.user(held.referee)} className={styles.about}>
          {nameOf(held)}
        </Link>
      ),
    },
    {
      key: 'why',
      header: 'Reason',
      cell: ({ signals }) => <span className={styles.about}>{signalWords(signals)}</span>,
    },
    ...(mayDecide
      ? [
          {
            key: 'decide',
            header: 'Decision',
            align: 'end' as const,
            cell: (held: Held) => (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Review referral of ${nameOf(held)}`}
                onClick={() => onDecide(held)}
              >
                Review
              </Button>
            ),
          },
        ]
      : []),
  ];
}

const choices: readonly Choice<Outcome>[] = [
  {
    key: 'released',
    label: 'Release',
    effect: <p>It counts. What was earned meanwhile is credited to the referrer now.</p>,
  },
  {
    key: 'refused',
    label: 'Refuse',
    effect: <p>It earns the referrer nothing, and what it earned before is taken back. Nothing else changes.</p>,
  },
];

function ReferralDecision({ held, onClose }: { readonly held: readonly Held[]; readonly onClose: () => void }) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const decide = useWrite('admin.decide-referral', { repeatable: true, onError: () => void refresh(stale) });
  /** Decides one referral after another. Decisions that were made stand, even when a later one fails. */
  async function run(outcome: Outcome, reason: string): Promise<void> {
    setBusy(true);
    let decided = 0;
    for (const { referee } of held) {
      const answer = await decide.run({ params: { id: referee }, body: { outcome, reason } });
      if (answer === undefined) break;
      decided += 1;
    }
    setBusy(false);
    if (decided === held.length) {
      toast.success(decided === 1 ? `The referral is ${outcome}.` : `${decided} referrals are ${outcome}.`);
      onClose();
    }
    void refresh(stale);
  }
  const [first] = held;
  return (
    <DecisionDialog
      route="admin.decide-referral"
      title={held.length === 1 ? 'Held referral' : `${held.length} held referrals`}
      choices={choices}
      busy={busy}
      error={decide.error}
      onDecide={(outcome, reason) => void run(outcome, reason)}
      onClose={onClose}
    >
      {held.length === 1 && first && (
        <Facts
          label="Referral"
          facts={[
            ['Referred user', nameOf(first)],
            ['Signed up', <Time key="at" iso={first.signedUpAt} as="date-time" />],
            ['Held because', signalWords(first.signals)],
            ['Sign-up reward', first.signupReward === 'matured' ? 'earned' : first.signupReward],
          ]}
        />
      )}
    </DecisionDialog>
  );
}

function nameOf({ email, referee }: Held): string {
  return email === null ? referee : emailWords(email);
}
