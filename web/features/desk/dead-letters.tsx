import { Link } from '#web/navigation/router.tsx';

import type { ReplyOf } from '#shared/contract/index.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { useMay } from '#web/session/use-may.ts';
import { paths } from '#web/navigation/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { Facts, type Fact } from './decision-dialog.tsx';
import styles from './desk.module.css';
import { useWaiting } from './waiting-list.tsx';

type Queue = ReplyOf<'admin.dead-letters'>[number];

const names: Readonly<Record<Queue['queue'], string>> = {
  'payment-events': 'Payment Events',
  'issuer-events': 'Card Events',
};

/** Messages that were set aside, by queue, with a sample and the way back to their queue. */
export function DeadLetters() {
  const { data, error, mutate } = useWaiting('admin.dead-letters', {});
  if (data === undefined) {
    return error === undefined ? (
      <Skeleton height="10rem" radius={12} />
    ) : (
      <LoadFailure error={error} onRetry={() => void mutate()} />
    );
  }
  const filled = data.filter(({ count }) => count > 0);
  if (filled.length === 0) {
    return <EmptyState icon="check" title="Nothing waits here" text="New ones appear as they come." />;
  }
  return (
    <div className={styles.form}>
      {filled.map((queue) => (
        <DeadLetterQueue key={queue.queue} queue={queue} />
      ))}
    </div>
  );
}

function DeadLetterQueue({ queue: { queue, count, sample } }: { readonly queue: Queue }) {
  const toast = useToast();
  const mayRedrive = useMay('admin.redrive');
  const redrive = useWrite('admin.redrive', {
    repeatable: true,
    refresh: ['admin.dead-letters', 'admin.desk'],
    onSuccess: ({ moved, left }) => toast.success(`${moved} given back.${left > 0 ? ` ${left} left: repeat it.` : ''}`),
    onError: (error) => toast.error(error),
  });
  return (
    <div className={styles.form}>
      <Facts
        Heading="h2"
        label={`${names[queue] ?? queue}: ${count}`}
        facts={sample.map(({ eventId, sentAt, processedAt }, place): Fact => [
          eventId ?? `${place + 1}. Names no event`,
          <span key={place}>
            {sentAt !== null && <Time iso={sentAt} as="date-time" />}
            {processedAt === null ? ' · not worked on' : ' · worked on since'}
            {eventId !== null && (
              <>
                {' · '}
                <Link to={`${paths.desk}?view=webhooks&open=${encodeURIComponent(eventId)}`}>
                  Open webhook<span className="visually-hidden"> {eventId}</span>
                </Link>
              </>
            )}
          </span>,
        ])}
      />
      {mayRedrive && (
        <div>
          <Button variant="secondary" busy={redrive.busy} onClick={() => void redrive.run({ params: { queue } })}>
            Give Back {names[queue] ?? queue}
          </Button>
        </div>
      )}
    </div>
  );
}
