import { it, onTestFailed } from 'vitest';

import { refuseProblems, takeFailedPicture, type Visitor } from './browser.ts';

/** A step of a walk: a title, and the actions of a person. */
export type Step = (title: string, walk: () => Promise<void>) => void;

/**
 * Makes the steps of a walk through one page. Each step is a test that begins where the step before ended, and cannot
 * begin when that failed. A failed step leaves a picture, named after the walk and the step.
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
