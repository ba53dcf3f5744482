import { Link } from '#web/navigation/router.tsx';

import type { ReplyOf } from '#shared/contract/index.ts';
import { formatCents } from '#shared/money.ts';
import { DecisionDialog, Facts, type Choice, type Fact } from '#web/features/desk/decision-dialog.tsx';
import { capitalized } from '#web/features/desk/desk-words.ts';
import deskStyles from '#web/features/desk/desk.module.css';
import { useRead, useWrite } from '#web/lib/use-api.ts';
import { href } from '#web/navigation/paths.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { outcomeName, providerNames, verdictName } from './inbox-words.ts';
import styles from './inbox-screen.module.css';

type File = ReplyOf<'admin.webhook'>;

/** A webhook with what it says, and what can be done again about it. */
export function WebhookDecision({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error, mutate } = useRead('admin.webhook', { params: { id } }, { dedupingInterval: 0 });
  if (data !== undefined) return <Decision file={data} onClose={onClose} />;
  return (
    <Modal open onClose={onClose} title="Webhook" size="lg">
      {error === undefined ? (
        <Skeleton height="20rem" radius={12} />
      ) : (
        <LoadFailure error={error} onRetry={() => void mutate()} />
      )}
    </Modal>
  );
}

const lists = ['admin.webhooks', 'admin.webhook'] as const;

const replayed: Choice<'replay' | 'ask'> = {
  key: 'replay',
  label: 'Replay',
  effect: <p>Its worker asks the provider again. Nothing is booked twice.</p>,
};

const asked: Choice<'replay' | 'ask'> = {
  key: 'ask',
  label: 'Ask the provider',
  effect: <p>The provider’s record is read and applied now, and it is asked to send its webhook again.</p>,
};

const answers: Readonly<Record<ReplyOf<'admin.ask-deposit'>['webhook'], string>> = {
  asked: 'It sends its webhook again.',
  not_offered: 'It sends webhooks again for paid deposits only.',
  too_often: 'It has sent its webhook again ten times and does so no more.',
  silent: 'It did not answer about its webhook.',
};

function Decision({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const toast = useToast();
  const { _id: id, depositId } = file;
  const replay = useWrite('admin.replay-webhook', {
    repeatable: true,
    refresh: lists,
    onSuccess: () => {
      toast.success('The webhook is with its worker again.');
      onClose();
    },
  });
  const ask = useWrite('admin.ask-deposit', {
    repeatable: true,
    refresh: lists,
    onSuccess: ({ record, credited, webhook }) => {
      if (record === 'silent') toast.success('The provider did not reply. Nothing changed.');
      else if (record === 'unknown') toast.success('The provider does not know this payment.');
      else if (record === 'another')
        toast.success('The provider’s record is of another payment. The deposit waits on the desk, uncredited.');
      else toast.success(`${formatCents(credited)} is credited by its record. ${answers[webhook]}`);
      onClose();
    },
  });
  const choices = [...(file.canReplay ? [replayed] : []), ...(depositId === null ? [] : [asked])];
  return (
    <DecisionDialog
      route="admin.replay-webhook"
      title="Webhook"
      choices={choices}
      closedBecause={choices.length === 0 ? 'There is nothing to replay of this webhook.' : undefined}
      needsReason={() => false}
      submitLabel={(choice) => (choice === 'replay' ? 'Replay' : 'Ask the Provider')}
      busy={replay.busy || ask.busy}
      error={replay.error ?? ask.error}
      onDecide={(choice) => {
        if (choice === 'replay') void replay.run({ params: { id } });
        else if (depositId !== null) void ask.run({ params: { id: depositId } });
      }}
      onClose={onClose}
    >
      <Facts label="Our record" facts={factsOf(file)} />
      {file.body !== null && (
        <section className={deskStyles.record} aria-label="Body">
          <h3>Body, without secrets</h3>
          <pre className={styles.body} tabIndex={0}>
            {file.body}
          </pre>
        </section>
      )}
    </DecisionDialog>
  );
}

function factsOf(file: File): readonly Fact[] {
  const { provider, receivedAt, verdict, outcome, words, about, userId, cardId, deliveries, failures, processedAt } =
    file;
  return [
    ['Provider', providerNames[provider]],
    ['Received', <Time key="received" iso={receivedAt} as="date-time" />],
    ['Verdict', verdictName(verdict)],
    ['Outcome', outcomeName(outcome)],
    ...(words === null ? [] : [['Result', capitalized(words)] as const]),
    ...(about === null ? [] : [['About', about] as const]),
    ...(cardId === null ? [] : [['Card', cardId] as const]),
    ...(userId === null
      ? []
      : [
          [
            'User',
            <Link key="user" to={href.user(userId)}>
              {userId}
            </Link>,
          ] as const,
        ]),
    ['Came', deliveries === 1 ? 'Once' : `${deliveries} times`],
    ...(failures === 0 ? [] : [['Failed', failures === 1 ? 'Once' : `${failures} times`] as const]),
    ...(processedAt === null ? [] : [['Worked on', <Time key="worked" iso={processedAt} as="date-time" />] as const]),
  ];
}
