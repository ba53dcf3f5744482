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
export const verdictNames: Readonly<Record<string, string>> = {
  accepted: 'Accepted',
  kept: 'About nothing of ours',
  ignored: 'Ignored kind',
  malformed: 'No event',
  bad_signature: 'Wrong signature',
} satisfies Record<Webhook['verdict'], string>;

type OutcomeBadge = { readonly name: string; readonly tone: BadgeTone | undefined };

/** The outcomes with their names and colours. */
export const outcomeBadges: Readonly<Record<string, OutcomeBadge>> = {
  waiting: { name: 'Waiting', tone: 'yellow' },
  failing: { name: 'Failing', tone: 'orange' },
  set_aside: { name: 'Set aside', tone: 'red' },
  done: { name: 'Done', tone: 'green' },
  no_effect: { name: 'Nothing new', tone: 'teal' },
  none: { name: 'Not worked on', tone: undefined },
} satisfies Record<Webhook['outcome'], OutcomeBadge>;

/** Returns the name of an outcome; of one of a later API, the outcome. */
export function outcomeName(outcome: string): string {
  return outcomeBadges[outcome]?.name ?? outcome;
}

/** Returns the name of a verdict; of one of a later API, the verdict. */
export function verdictName(verdict: string): string {
  return verdictNames[verdict] ?? verdict;
}
