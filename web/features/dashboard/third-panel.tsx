import type { ReplyOf } from '#shared/contract/index.ts';
import { shortDollars } from '#web/features/cards/price-words.ts';
import { usePrices } from '#web/features/cards/use-prices.ts';
import { useNow } from '#web/ui/use-now.ts';

import { nextSteps, type AccountFacts, type Step } from './next-steps.ts';
import { NextStepsPanel } from './next-steps-panel.tsx';
import { SpendingPanel } from './spending-panel.tsx';

type Card = ReplyOf<'cards.list'>[number];

/** The third panel beside balance and cards: first how to get started, then the month's spending. */
export function ThirdPanel({
  facts,
  cards,
  onStep,
}: {
  readonly facts: AccountFacts;
  readonly cards: readonly Card[];
  /** Does a step; undefined for one that cannot be done now. */
  readonly onStep: (id: Step['id']) => (() => void) | undefined;
}) {
  // A page that stays open sees the end of the month, as the sums of the cards do.
  const now = useNow();
  const steps = nextSteps(facts, shortDollars(usePrices().firstLoadCents));
  if (steps.some((step) => !step.done)) return <NextStepsPanel steps={steps} onStep={onStep} />;
  return <SpendingPanel cards={cards} now={now} />;
}
