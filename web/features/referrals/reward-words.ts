import type { ReplyOf } from '#shared/contract/index.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

/** One reward of the summary. */
export type Reward = ReplyOf<'referrals.summary'>['referrals'][number];

/** The event in words. */
export const eventWords: Readonly<Record<Reward['event'], string>> = {
  signup: 'Signed up',
  card_created: 'Created first card',
};

/** The name of a stage, and its colour. */
export const stageAppearances: Readonly<Record<Reward['stage'], { readonly label: string; readonly tone: BadgeTone }>> =
  {
    pending: { label: 'Pending', tone: 'yellow' },
    matured: { label: 'Earned', tone: 'green' },
    cancelled: { label: 'Canceled', tone: 'gray' },
  };
