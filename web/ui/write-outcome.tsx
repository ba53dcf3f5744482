import { formatCents } from '#shared/money.ts';
import * as learning from '#web/lib/learn-outcome.ts';
import type { EarlierOutcome } from '#web/lib/learn-outcome.ts';
import { bringLearning, type Write } from '#web/lib/use-api.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { FailureText } from './failure-text.tsx';
import { Notice } from './notice.tsx';

// Bundled with every form that moves money: a connection that loses an answer could not fetch this code either.
bringLearning(learning);

/** The words of one kind of request. */
type Words = {
  /** `The card was not loaded`. */
  readonly refused: string;
  /** `Checking whether the card was loaded…`. */
  readonly checking: string;
};

/**
 * Shows the outcome of a write that moves money, in place: refused, never sent, or unknown and being asked about; and that of
 * an earlier request.
 */
export function WriteOutcome({
  write,
  refused,
  checking,
  isAtField = false,
}: Words & {
  readonly write: Pick<Write<RouteId>, 'checking' | 'error' | 'earlier'>;
  /** True when the refusal stands at the field that it is about. */
  readonly isAtField?: boolean | undefined;
}) {
  const { error, earlier } = write;
  if (write.checking)
    return (
      <Notice tone="info" title={checking} live>
        <p>No answer has come yet, so we’re asking what happened. There’s no need to try again.</p>
      </Notice>
    );
  if (error?.notSent)
    return (
      <Notice tone="warning" title="Nothing was sent" live>
        <p>Your request didn’t reach us, so nothing has changed and nothing was charged. Try again.</p>
      </Notice>
    );
  if (error && !isAtField)
    return (
      <Notice tone="danger" title={refused} live>
        <FailureText error={error} />
      </Notice>
    );
  return earlier ? <Earlier outcome={earlier} refused={refused} /> : null;
}

function Earlier({ outcome, refused }: { readonly outcome: EarlierOutcome; readonly refused: string }) {
  const { operation, message } = outcome;
  if (outcome.outcome === 'none')
    return (
      <Notice tone="warning" title="Your earlier request was never sent" live>
        <p>It didn’t reach us, so nothing has changed and nothing was charged.</p>
      </Notice>
    );
  if (outcome.outcome === 'refused' || operation?.status === 'failed')
    return (
      <Notice tone="danger" title={refused} live>
        <p>{message ?? operation?.reason ?? 'Nothing was charged.'}</p>
      </Notice>
    );
  const what = operation ? ` (${formatCents(operation.amount)})` : '';
  return operation && operation.status !== 'completed' ? (
    <Notice tone="info" title={`Your earlier request is under way${what}`} live>
      <p>It arrived. You don’t need to send it again.</p>
    </Notice>
  ) : (
    <Notice tone="success" title={`Your earlier request went through${what}`} live>
      <p>It arrived. Send another one only if you want it twice.</p>
    </Notice>
  );
}
