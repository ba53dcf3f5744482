/** The facts about an account that the checklist needs. */
export type AccountFacts = {
  readonly verified: boolean;
  readonly hasDeposited: boolean;
  readonly hasCard: boolean;
  readonly hasLoaded: boolean;
};

/** One line of the checklist. `isNext` marks the first one that is not done. */
export type Step = {
  readonly id: 'verify' | 'deposit' | 'create' | 'load';
  readonly title: string;
  readonly hint: string;
  readonly done: boolean;
  readonly isNext: boolean;
};

/** Verify → deposit → create a card → load it: where the account stands, and what comes next. `firstLoad` is on a new card. */
export function nextSteps(facts: AccountFacts, firstLoad: string): readonly Step[] {
  const steps = [
    { id: 'verify', title: 'Verify your email', hint: 'Open the link in the mail we sent you.', done: facts.verified },
    { id: 'deposit', title: 'Add money', hint: 'Pay with any of 20 coins.', done: facts.hasDeposited },
    {
      id: 'create',
      title: 'Create a card',
      hint: `Ready in seconds, with ${firstLoad} on it to spend.`,
      done: facts.hasCard,
    },
    { id: 'load', title: 'Load your card', hint: 'Move money from your balance onto it.', done: facts.hasLoaded },
  ] as const;
  const next = steps.find((step) => !step.done)?.id;
  return steps.map((step) => ({ ...step, isNext: step.id === next }));
}
