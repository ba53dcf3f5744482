/**
 * Holds the API's recorded traffic to its document. `npm test` records all calls of its browsers and stack
 * tests; anything else is recorded by starting a stack with RECORD_API=<folder>.
 *
 *     node bin/check-traffic.ts            the last test run
 *     node bin/check-traffic.ts <folder>   a recording of your own
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { RecordedExchange } from '#infra/local/gateway/exchange-log.ts';
import type { OpenApiDocument } from '#infra/openapi/build-document.ts';
import { openHeaderJudge } from '#infra/openapi/declared-headers.ts';
import { documentFile } from '#infra/openapi/document-file.ts';
import { openTrafficJudge } from '#infra/openapi/validate-traffic.ts';
import { withDefault } from './command-line/arguments.ts';
import { text } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';

/** Maximum number of different faults printed in full. */
const listedMax = 40;

const lastRun = path.join(import.meta.dirname, '../.build/traffic');

await runCommand(
  import.meta,
  {
    summary: "Holds the API's recorded traffic to its document.",
    positionals: { folder: withDefault(text, lastRun, 'recorded with RECORD_API=<folder>') },
  },
  ({ folder }) => checkTraffic(path.resolve(folder)),
);

async function checkTraffic(folder: string): Promise<void> {
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.jsonl'))
    : [];
  const document = JSON.parse(readFileSync(documentFile, 'utf8')) as OpenApiDocument;
  const judge = openTrafficJudge(document);
  const headerJudge = openHeaderJudge(document);

  const seen = new Set<string>();
  const faults = new Map<string, number>();
  let calls = 0;
  for (const file of files) {
    let cut: string | undefined;
    for await (const line of createInterface({ input: createReadStream(path.join(folder, file)) })) {
      const exchange = readExchange(line);
      if (exchange === undefined) {
        cut = line;
        continue;
      }
      // Half a line can only be the last one, of a gateway that was killed. An unreadable line before another one is an
      // error.
      if (cut !== undefined) throw new Error(`${file} holds what is no exchange: ${cut.slice(0, 200)}`);
      calls += 1;
      // A polling page repeats the same call with the same reply: one of them is enough.
      const { ['x-request-id']: _id, ['apigw-requestid']: _other, ...answerHeaders } = exchange.answerHeaders;
      const same = createHash('sha256')
        .update(
          JSON.stringify([
            exchange.method,
            exchange.url,
            exchange.body,
            exchange.status,
            answerHeaders,
            exchange.answerBody,
          ]),
        )
        .digest('base64');
      if (seen.has(same)) continue;
      seen.add(same);
      const violations = [
        ...judge(exchange),
        ...headerJudge.look(exchange).map((name) => ({
          where: `${exchange.method} ${exchange.url.split('?')[0]} → ${exchange.status}`,
          what: `${name} is sent and not declared`,
        })),
      ];
      for (const { where, what } of violations) {
        const fault = `${where}: ${what}`.replaceAll(/\b(usr|crd|dep|op)_[0-9A-Z]{26}/g, '$1_…');
        faults.set(fault, (faults.get(fault) ?? 0) + 1);
      }
    }
  }
  // A whole test run sends every declared header, except that of a search that is cut short. Other recordings may lack
  // some.
  if (folder === path.resolve(lastRun))
    for (const name of headerJudge.neverSent().filter((each) => each !== 'Search-Reached'))
      faults.set(`${name} is declared and never sent`, 1);
  for (const [fault, times] of [...faults].slice(0, listedMax)) console.log(`${times} × ${fault}`);
  console.log(`${calls} calls, ${seen.size} different ones, ${faults.size} kinds of violations`);
  if (calls === 0) console.log(`there is no recording in ${folder}`);
  process.exitCode = calls > 0 && faults.size === 0 ? 0 : 1;
}

function readExchange(line: string): RecordedExchange | undefined {
  try {
    return JSON.parse(line) as RecordedExchange;
  } catch {
    return undefined;
  }
}
