import { transactionStatuses } from '#shared/transaction-statuses.ts';
import { OperationProgress } from '#web/features/cards/operation-progress.tsx';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';
import styles from './gallery.module.css';
import { sampleCard, sampleMoments, sampleOperations } from './samples.ts';
import { Chapter, Specimen } from './specimen.tsx';

const tones = ['info', 'warning', 'danger', 'success'] as const;

/** Indicators of a state. */
export function StatusChapter() {
  const toast = useToast();
  return (
    <Chapter title="Status, notices and toasts">
      <Specimen state="Status badges: every status" wide>
        <div className={styles.row}>
          {transactionStatuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </div>
      </Specimen>
      <Specimen state="Card badges">
        <div className={styles.row}>
          <Badge tone="green">Active</Badge>
          <Badge tone="red">Frozen</Badge>
          <Badge tone="yellow">Being created</Badge>
        </div>
      </Specimen>
      <Specimen state="Money: plain, in, out, nothing">
        <div className={styles.row}>
          <Money cents={123_456} />
          <Money cents={2500} signed />
          <Money cents={-1549} signed />
          <Money cents={0} signed />
        </div>
      </Specimen>
      <Specimen state="Time: now, hours ago, long ago">
        <div className={styles.row}>
          <Time iso={sampleMoments.now} />
          <Time iso={sampleMoments.hoursAgo} />
          <Time iso="2025-03-12T09:00:00.000Z" />
        </div>
      </Specimen>
      {tones.map((tone) => (
        <Specimen key={tone} state={`Notice, ${tone}`}>
          <Notice tone={tone} title="Referral Link Not Active">
            <p>Your link works while your balance is at least $50.00.</p>
          </Notice>
        </Specimen>
      ))}
      {sampleOperations.map((operation) => (
        <Specimen key={operation._id} state={`A load: ${operation.status}`}>
          <OperationProgress card={sampleCard} operation={operation} />
        </Specimen>
      ))}
      <Specimen state="Toasts">
        <div className={styles.row}>
          <Button variant="secondary" size="sm" onClick={() => toast.success('$50.00 is on the card.')}>
            Success
          </Button>
          <Button variant="secondary" size="sm" onClick={() => toast.error('The card issuer refused it.')}>
            Error
          </Button>
          <Button variant="secondary" size="sm" onClick={() => toast.info('Your card is being created.')}>
            Info
          </Button>
        </div>
      </Specimen>
    </Chapter>
  );
}
