import { createReadStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { openExchangeLog, type RecordedExchange } from '#infra/local/gateway/exchange-log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'satchel-exchanges-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('the recording of calls', () => {
  it('is one line for each call, whatever line ends its texts hold', async () => {
    const text = 'a\u2028b\u2029c\nd\r\ne\u0085f';
    const record = openExchangeLog(folder);
    for (const number of [1, 2])
      record({
        request: { method: 'POST', url: `/auth/login?${number}`, headers: {} },
        body: Buffer.from(text),
        result: { status: 400, headers: {}, cookies: [], body: Buffer.from(text) },
      });
    await vi.waitFor(async () => {
      const lines = await linesOf(folder);
      expect(lines.map((line) => JSON.parse(line) as RecordedExchange)).toMatchObject([
        { url: '/auth/login?1', body: text, answerBody: text },
        { url: '/auth/login?2', body: text, answerBody: text },
      ]);
    });
  });
});

/** Reads the only recording in a folder as `check-traffic` does. */
async function linesOf(recordings: string): Promise<string[]> {
  const [file = ''] = readdirSync(recordings);
  const lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path.join(recordings, file)) })) lines.push(line);
  return lines;
}
