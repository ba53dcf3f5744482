import { ListExportsCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Age from which a weekly export is late, in milliseconds: a week, and a day for its own time. */
const lateAfterMs = 8 * 24 * 60 * 60_000;

/** The time at which an export began, in milliseconds, as its ARN names it; with another form it would count as late. */
const beganAt = /\/export\/(\d{13,14})-/;

/** Returns the tables of which no export of the last week came to its end. DynamoDB lists those of 90 days. */
export async function lateExports(
  client: Pick<DynamoDBClient, 'send'>,
  tableArns: readonly string[],
  nowMs: number,
): Promise<readonly string[]> {
  const late: string[] = [];
  for (const tableArn of tableArns) if (!(await hasNewExport(client, tableArn, nowMs))) late.push(tableArn);
  return late;
}

async function hasNewExport(client: Pick<DynamoDBClient, 'send'>, TableArn: string, nowMs: number): Promise<boolean> {
  let NextToken: string | undefined;
  do {
    const listed = await client.send(new ListExportsCommand({ TableArn, NextToken }));
    const isNew = (listed.ExportSummaries ?? []).some(
      ({ ExportArn = '', ExportStatus }) =>
        ExportStatus === 'COMPLETED' && Number(beganAt.exec(ExportArn)?.[1] ?? 0) > nowMs - lateAfterMs,
    );
    if (isNew) return true;
    NextToken = listed.NextToken;
  } while (NextToken !== undefined);
  return false;
}
