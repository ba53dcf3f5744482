import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '#functions/runtime/log.ts';

let lines: Record<string, unknown>[];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(String(text)) as Record<string, unknown>);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

it('an error line names its concern, by which the alarms count it', () => {
  const log = createLog('job.reconcile');
  log.error('reconciliation break', { class: 'DECISION' });
  log.error('request failed');
  log.error('mail not sent');
  expect(lines).toMatchObject([
    { level: 'error', function: 'job.reconcile', message: 'reconciliation break', class: 'DECISION', concern: 'money' },
    { message: 'request failed', concern: 'defect' },
    { message: 'mail not sent', concern: 'retry' },
  ]);
});

it('other lines have a concern only when the caller sets one', () => {
  const log = createLog('user.read');
  log.warn('provider did not answer');
  log.info('request', { concern: 'paused' });
  expect(lines.map(({ concern }) => concern)).toEqual([undefined, 'paused']);
});
