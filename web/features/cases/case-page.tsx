import type { SubmitEvent } from 'react';
import { Link, useParams } from '#web/navigation/router.tsx';

import type { ReplyOf } from '#shared/contract/index.ts';
import type { Id } from '#shared/ids.ts';
import { useRead, useWrite } from '#web/lib/use-api.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import { href, paths } from '#web/navigation/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { atField } from '#web/ui/error-in-place.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';

import { caseBadge, closingText, reasonNames } from './case-words.ts';
import styles from './cases.module.css';
import { MessageField } from './message-field.tsx';
import { Messages } from './messages.tsx';

const refreshedEveryMs = 30_000;

type CaseFile = ReplyOf<'cases.read'>;

/** /cases/:id: a reported payment with its messages, and the reply to them. */
export function CasePage() {
  const id = (useParams(paths.case).id ?? '') as Id<'case'>;
  const { data, error, mutate } = useRead('cases.read', { params: { id } }, { refreshInterval: refreshedEveryMs });
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{data?.merchant ?? 'Reported payment'}</h1>
        <LinkButton to={paths.cases} variant="secondary" size="sm">
          All reported payments
        </LinkButton>
      </div>
      {data ? (
        <CaseFilePanel file={data} onChange={(reply) => void mutate(reply, { revalidate: false })} />
      ) : (
        <Panel busy={!error || undefined}>
          {error ? <LoadFailure error={error} onRetry={() => void mutate()} /> : <Skeleton height={240} />}
        </Panel>
      )}
    </div>
  );
}

function CaseFilePanel({ file, onChange }: { readonly file: CaseFile; readonly onChange: (reply: CaseFile) => void }) {
  const badge = caseBadge(file.state);
  const closed = closingText(file);
  return (
    <Panel title={reasonNames[file.reason]}>
      <div className={styles.stack}>
        <div className={styles.head}>
          <p>
            <Money cents={file.amount} /> on <Time iso={file.paidAt} as="date" /> with{' '}
            <Link to={href.card(file.card._id)}>
              {file.card.name} •••• {file.card.last4Digits}
            </Link>
            {file.refunded > 0 && (
              <>
                , <Money cents={file.refunded} /> refunded
              </>
            )}
          </p>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </div>
        <Messages
          messages={file.messages.map(({ from, text, at }) => ({
            author: from === 'support' ? 'Satchel' : 'You',
            isOwn: from === 'cardholder',
            text,
            at,
          }))}
        />
        {closed !== undefined && (
          <Notice tone="info" title="Closed">
            <p>{closed}</p>
          </Notice>
        )}
        <Reply caseId={file._id} isClosed={closed !== undefined} onSent={onChange} />
      </div>
    </Panel>
  );
}

function Reply({
  caseId,
  isClosed,
  onSent,
}: {
  readonly caseId: Id<'case'>;
  readonly isClosed: boolean;
  readonly onSent: (reply: CaseFile) => void;
}) {
  const [text, setText] = useDraft(caseId);
  const write = useWrite('cases.write', {
    refresh: ['cases.list'],
    onSuccess: (reply) => {
      setText('');
      onSent(reply);
    },
  });
  const { error } = write;
  const textError = atField(error, 'text');
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (text.trim() !== '') void write.run({ params: { id: caseId }, body: { text: text.trim() } });
  }
  return (
    <form className={styles.stack} onSubmit={submit} noValidate>
      <MessageField label="Your message" value={text} onChange={setText} error={textError} />
      {isClosed && <p className="muted">A message opens the case again.</p>}
      {error && textError === undefined && (
        <Notice tone="danger" title="The message was not sent" live>
          <FailureText error={error} />
        </Notice>
      )}
      <div>
        <Button type="submit" busy={write.busy} disabled={text.trim() === ''}>
          Send
        </Button>
      </div>
    </form>
  );
}
