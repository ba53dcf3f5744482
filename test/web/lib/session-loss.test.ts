import { expect, it, vi } from 'vitest';
import { onSessionLoss, reportSessionLoss, stopSessionReports } from '#web/lib/session-loss.ts';

it('reports the end of a session until the page is being left', () => {
  vi.stubGlobal('window', new EventTarget());
  const heard: string[] = [];
  onSessionLoss((why) => heard.push(why));
  reportSessionLoss('ended');
  expect(heard).toEqual(['ended']);
  stopSessionReports();
  reportSessionLoss('ended');
  expect(heard).toEqual(['ended']);
  vi.unstubAllGlobals();
});
