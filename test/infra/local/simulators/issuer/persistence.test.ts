import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callsTo, eventually, keys, startBench, startReceiver } from './issuer-bench.ts';

const main = new URL('../../../../../infra/local/simulators/issuer/main.ts', import.meta.url).pathname;

function dataFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'issuer-simulator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'issuer.sqlite');
}

async function startProcess(file: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ACCESS_TOKEN: keys.accessToken,
      SECRET_KEY: keys.secretKey,
      WEBHOOK_SECRET: keys.webhookSecret,
      DATA_FILE: file,
      ...env,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [message] = (await once(child, 'message')) as [{ ready: boolean; url: string }];
  expect(message.ready).toBe(true);
  return { child, ...callsTo(message.url) };
}

test('everything survives a restart: cards, time, faults, settings, wallet', async () => {
  const options = { dataFile: dataFile() };
  const first = await startBench(options);
  const id = await first.card();
  await first.advance(86_400);
  await first.fault('x', 'status');
  await first.door('POST', '/settings', { maintenanceFeeCents: 7 });
  const shown = await first.show(id);
  await first.close();
  const second = await startBench(options);
  expect(await second.show(id)).toEqual(shown);
  expect(Date.parse(String((await second.door('GET', '/health')).body['now']))).toBeGreaterThan(
    Date.now() + 86_000_000,
  );
  expect((await second.door('GET', '/faults')).body['faults']).toHaveLength(1);
  expect((await second.door('GET', '/settings')).body).toMatchObject({ maintenanceFeeCents: 7 });
  expect(await second.wallet()).toBe(100_000_000 - 500);
});

test('a kill -9 between acceptance and outcome loses neither the load nor its event', async () => {
  const file = dataFile();
  const first = await startProcess(file);
  await first.door('POST', '/settings', { transferDelayMs: 60_000 });
  const id = await first.card();
  expect((await first.move('fund', id, 1000, 'ld_1')).status).toBe(202);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const receiver = await startReceiver();
  const second = await startProcess(file, { WEBHOOK_URL: receiver.url });
  await second.advance(61);
  await eventually(() => expect(receiver.of('card_credit_event.successful')).toHaveLength(1));
  expect(receiver.of('card_creation_event.successful')).toHaveLength(1);
  expect((await second.show(id)).balances.bookCents).toBe(1500);
});

test('the process ends when its parent goes away', async () => {
  const { child } = await startProcess(dataFile());
  child.disconnect();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a PIN is never written down', async () => {
  const file = dataFile();
  const bench = await startBench({ dataFile: file, creationDelayMs: 0 });
  const id = await bench.card();
  await bench.buy(id, 100, { pin3ds: '1234' });
  await bench.close();
  const written = readFileSync(file).toString('latin1');
  expect(written).toContain('"pinSet":true');
  expect(written).not.toMatch(/"pin[^"]*":\s*"/i);
  expect(written).not.toContain('"1234"');
});
