import { randomUUID } from 'node:crypto';

/** The event that EventBridge Scheduler sends when a schedule names no input of its own. */
export function scheduledEvent(functionId: string, now: number): Record<string, unknown> {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: '000000000000',
    time: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
    region: 'local',
    resources: [`arn:aws:scheduler:local:000000000000:schedule/default/${functionId.replaceAll('.', '-')}`],
    detail: '{}',
  };
}
