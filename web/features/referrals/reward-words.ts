import type { ReplyOf } from '#shared/contract/index.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

/** One reward of the summary. */
export type Reward = ReplyOf<'referrals.summary'>['referrals'][number];

/** The event in words. */
export const eventWords: Readonly<Record<Reward['event'], string>> = {
  signup: 'Signed up',
  card_created: 'Created first card',
};

type Appearance = { readonly label: string; readonly tone: BadgeTone };

/** The name of each stage, and its colour. */
export const stageAppearances: Readonly<Record<string, Appearance>> = {
  pending: { label: 'Pending', tone: 'yellow' },
  matured: { label: 'Earned', tone: 'green' },
  cancelled: { label: 'Canceled', tone: 'gray' },
} satisfies Record<Reward['stage'], Appearance>;

/** The badge of a stage; one of a later API has its own name. */
export function stageAppearance(stage: string): Appearance {
  return stageAppearances[stage] ?? { label: stage, tone: 'gray' };
}
