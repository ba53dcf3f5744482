import type { ApiClient } from '#infra/local/seed/api-client.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { eventually } from './eventually.ts';
import { callDoor, passTime, runJob } from './money-stack.ts';

type Stack = Parameters<typeof passTime>[0];

/** Delay after midnight until which the day before may stay open, and an hour more, in milliseconds. */
const untilNextDayMs = 7 * 60 * 60_000;

/**
 * Runs the job `close-books` and returns its report of the present day, which holds everything so far. The report exists
 * once the day before is closed, hours after midnight: a run shortly after midnight lets these hours pass, and renews the
 * sessions of `staff`.
 */
export async function readDailyReport(
  stack: Stack,
  staff: readonly [ApiClient, ...ApiClient[]],
): Promise<ReplyOf<'admin.daily-report'>> {
  const { offsetMs } = await callDoor<{ offsetMs: number }>(`${stack.control}/clock`, undefined, 'GET');
  const day = new Date(Date.now() + offsetMs).toISOString().slice(0, 10);
  const ask = async () => {
    await eventually(() => runJob(stack, 'close-books'));
    return staff[0].call<ReplyOf<'admin.daily-report'>>('GET', `/admin/reports/daily?day=${day}`);
  };
  let { status, body } = await ask();
  if (status === 404) {
    await passTime(stack, untilNextDayMs);
    for (const client of staff) await client.done('GET', '/auth/refresh');
    ({ status, body } = await ask());
  }
  if (status !== 200) throw new Error(`the report of ${day}: ${status} ${JSON.stringify(body)}`);
  return body;
}
