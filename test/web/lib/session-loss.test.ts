import { afterEach, expect, it, vi } from 'vitest';
import { onSessionLoss, reportSessionLoss, stopSessionReports } from '#web/lib/session-loss.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('reports the end of a session until the page is being left', () => {
  vi.stubGlobal('window', new EventTarget());
  const heard: string[] = [];
  const hear = (why: string) => heard.push(why);
  onSessionLoss(hear);
  reportSessionLoss('ended');
  expect(heard).toEqual(['ended']);
  onSessionLoss(hear);
  stopSessionReports();
  reportSessionLoss('ended');
  expect(heard).toEqual(['ended']);
});

it('reports why the session ended first, not what followed from it', () => {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  const heard: string[] = [];
  onSessionLoss((why) => heard.push(why));
  // The note of a sign-out goes as soon as it is written, and both reach a tab before it can draw anything.
  for (const newValue of ['out', null])
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'satchel.signed-in', newValue }));
  reportSessionLoss('ended');
  expect(heard).toEqual(['signed-out']);
});
