import { serverNow } from '#web/lib/server-clock.ts';
import { formatCents } from '#shared/money.ts';

import type { Card } from './card-words.ts';
import type { Operation } from './use-operation.ts';

/** One line about money on its way to or from a card. */
export type OperationNews = {
  readonly tone: 'waiting' | 'success' | 'warning' | 'danger';
  readonly title: string;
  readonly text: string;
};

type Words = {
  readonly waiting: (amount: string) => string;
  readonly done: (amount: string) => string;
  readonly failed: string;
  /** Where the money is after a failure. */
  readonly rest: string;
};

const words: Record<Operation['kind'], Words> = {
  card_load: {
    waiting: (amount) => `Loading ${amount}…`,
    done: (amount) => `${amount} is on the card`,
    failed: 'The card was not loaded',
    rest: 'The money is back in your balance.',
  },
  card_withdrawal: {
    waiting: (amount) => `Withdrawing ${amount}…`,
    done: (amount) => `${amount} is back in your balance`,
    failed: 'Nothing was withdrawn',
    rest: 'The money is still on the card.',
  },
  card_creation: {
    waiting: () => 'Your card is being created…',
    done: () => 'Your card is ready',
    failed: 'The card was not created',
    rest: 'The money is back in your balance.',
  },
  card_closing: {
    waiting: () => 'The card is being deleted…',
    done: () => 'The card was deleted',
    failed: 'The card was not deleted',
    rest: 'It still works, and its money is still on it.',
  },
};

const confirming = 'The card issuer is confirming it.';

const goesOn = 'You can leave this page. Nothing will be interrupted.';

/** Says when an operation is expected; '' within the next minute, because seconds need no time of day. */
function expected(at: string | null | undefined): string {
  if (!at || Date.parse(at) < serverNow() + 60_000) return '';
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(new Date(at));
  return ` Expected by ${time}.`;
}

/** Returns the news of a card's operation, or of its end; undefined when there is none. */
export function operationNews(
  card: Pick<Card, 'status' | 'held'>,
  operation:
    | (Pick<Operation, 'kind' | 'status' | 'amount' | 'reason'> & Partial<Pick<Operation, 'estimatedAt'>>)
    | undefined,
): OperationNews | undefined {
  // A kind of a later API has no words: what is held says enough.
  if (operation && operation.kind in words) {
    const wording = words[operation.kind];
    const amount = formatCents(operation.amount);
    switch (operation.status) {
      case 'pending': {
        // Others may wait behind this one: only the newest has a line.
        const all = card.held > operation.amount ? ` In all, ${formatCents(card.held)} is on its way.` : '';
        return {
          tone: 'waiting',
          title: wording.waiting(amount),
          text: `${operation.reason ?? confirming}${expected(operation.estimatedAt)}${all} ${goesOn}`,
        };
      }
      case 'completed':
        return { tone: 'success', title: wording.done(amount), text: '' };
      case 'failed':
        return {
          tone: 'danger',
          title: wording.failed,
          text: `${operation.reason ?? 'The card issuer refused it.'} ${wording.rest}`,
        };
      case 'review':
        return {
          tone: 'warning',
          title: `${amount} is being checked`,
          text: `${operation.reason ?? 'Our team is looking into it.'} The money stays on hold until then.`,
        };
    }
  }
  if (card.status === 'pending') {
    return { tone: 'waiting', title: words.card_creation.waiting(''), text: 'This usually takes a few seconds.' };
  }
  if (card.held === 0) return undefined;
  return {
    tone: 'waiting',
    title: `${formatCents(card.held)} is on its way`,
    text: `${confirming} ${goesOn}`,
  };
}
