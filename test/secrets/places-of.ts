import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { RecordedExchange } from '#infra/local/gateway/exchange-log.ts';
import type { Services } from '#infra/local/supervisor/services.ts';
import type { Place } from './find-secrets.ts';
import { secretsIn, storedMails } from './stored-mail.ts';

/** Where no secret may be, by sort. */
export type Places = {
  /** Of every function and every part, older files too. */
  readonly logs: readonly Place[];
  /** Item by item, with what webhooks brought in clear. */
  readonly table: readonly Place[];
  /** The queues' own file, dead-letter queues and what was taken off them included. */
  readonly queues: readonly Place[];
  readonly mails: readonly Place[];
  /** Answers that are refusals. */
  readonly refusals: readonly Place[];
};

/** Reads all places of a running stack, each once. */
export async function placesOf(servicesFile: string, exchanges: Iterable<RecordedExchange>): Promise<Places> {
  const services = JSON.parse(readFileSync(servicesFile, 'utf8')) as Services;
  const folder = path.dirname(servicesFile);
  return {
    logs: filesIn(path.join(folder, 'logs'), 'log'),
    table: await itemsOf(services.dynamodb),
    queues: filesIn(path.join(folder, 'sqs'), 'queue'),
    mails: (await storedMails(services.mail)).map((mail, number) => {
      const { digits, links } = secretsIn(mail);
      return { name: `mail ${number + 1}`, text: JSON.stringify(mail), meant: new Set([...digits, ...links]) };
    }),
    refusals: [...exchanges]
      .filter(({ status }) => status >= 400)
      .map(({ method, url, status, answerBody }) => ({ name: `${status} of ${method} ${url}`, text: answerBody })),
  };
}

function filesIn(folder: string, what: string): Place[] {
  return readdirSync(folder).map((file) => ({
    name: `${what} ${file}`,
    text: readFileSync(path.join(folder, file), 'utf8'),
  }));
}

async function itemsOf(endpoint: string): Promise<Place[]> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  const documents = DynamoDBDocumentClient.from(client);
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const places: Place[] = [];
  for (const TableName of TableNames) {
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await documents.send(new ScanCommand({ TableName, ExclusiveStartKey }));
      for (const item of page.Items ?? []) {
        const webhook = Buffer.from(String(item['bodyBase64'] ?? ''), 'base64').toString('utf8');
        places.push({ name: `item ${String(item['pk'])} ${String(item['sk'])}`, text: JSON.stringify(item) + webhook });
      }
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
  }
  return places;
}
