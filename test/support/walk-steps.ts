import { it, onTestFailed } from 'vitest';

import { refuseProblems, takeFailedPicture, type Visitor } from './browser.ts';

/** A step of a walk: a title, and the steps of a person. */
export type Step = (title: string, walk: () => Promise<void>) => void;

/**
 * Makes the steps of a walk through one page, which are tests of their own: each begins where the one before ended, and
 * cannot begin when it failed. A failed step leaves a picture, named after the walk and the step.
 */
export function walkSteps(walkName: string, visitorOf: () => Visitor): Step {
  let hasFailed = false;
  return (title, walk) => {
    it(title, async () => {
      if (hasFailed) throw new Error('an earlier step failed');
      hasFailed = true;
      const picture = `${walkName}-${title.replaceAll(/\W+/g, '-').slice(0, 60)}`;
      onTestFailed(() => takeFailedPicture(visitorOf().page, picture));
      await walk();
      refuseProblems(visitorOf());
      hasFailed = false;
    });
  };
}
