import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';
import { createLog } from '#functions/runtime/log.ts';
import { lateExports } from './late-exports.ts';

const log = createLog('exports.watch');
const client = new DynamoDBClient({ maxAttempts: 3, requestHandler: callLimits(5_000) });

/** Looks for the newest exports, and says in the log which are late: an alarm waits for the line that none is. */
export async function handler(): Promise<void> {
  const late = await lateExports(client, (process.env['TABLE_ARNS'] ?? '').split(' '), Date.now());
  if (late.length === 0) log.info('exports are there');
  else log.warn('an export is late', { tables: late.join(' ') });
}
