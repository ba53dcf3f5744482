import { useState } from 'react';

import type { ReplyOf } from '#shared/contract/index.ts';
import { shortDollars } from '#web/features/cards/price-words.ts';
import { usePrices } from '#web/features/cards/use-prices.ts';

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
  const [openedAt] = useState(() => new Date());
  const steps = nextSteps(facts, shortDollars(usePrices().firstLoadCents));
  if (steps.some((step) => !step.done)) return <NextStepsPanel steps={steps} onStep={onStep} />;
  return <SpendingPanel cards={cards} now={openedAt} />;
}
