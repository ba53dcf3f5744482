import type { ReplyOf } from '#shared/contract/index.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

/** A line of the webhook inbox. */
export type Webhook = ReplyOf<'admin.webhooks'>[number];

/** The providers with their names. */
export const providerNames: Readonly<Record<Webhook['provider'], string>> = {
  payments: 'Payment provider',
  issuer: 'Card issuer',
};

/** The verdicts with their names. */
export const verdictNames: Readonly<Record<Webhook['verdict'], string>> = {
  accepted: 'Accepted',
  kept: 'About nothing of ours',
  ignored: 'Ignored kind',
  malformed: 'No event',
  bad_signature: 'Wrong signature',
};

/** The outcomes with their names and colours. */
export const outcomeBadges: Readonly<
  Record<Webhook['outcome'], { readonly name: string; readonly tone: BadgeTone | undefined }>
> = {
  waiting: { name: 'Waiting', tone: 'yellow' },
  failing: { name: 'Failing', tone: 'orange' },
  set_aside: { name: 'Set aside', tone: 'red' },
  done: { name: 'Done', tone: 'green' },
  no_effect: { name: 'Nothing new', tone: 'teal' },
  none: { name: 'Not worked on', tone: undefined },
};
