import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { eventually } from '#test/support/eventually.ts';
import { findFreePort, isRunning, runLocalStackToItsEnd, startLocalStack } from '#test/support/local-stack.ts';
import type { LocalStack } from '#test/support/local-stack.ts';

/** A fixture product of a few functions, because these tests are about the stack's machinery. */
const entry = 'test/infra/local/fixtures/fixture-stack.ts';

const folders: string[] = [];

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'satchel-test-'));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const put = (stack: LocalStack, note: string) => fetch(`${stack.services.api}/notes/${note}`, { method: 'PUT' });
const get = (stack: LocalStack, note: string) => fetch(`${stack.services.api}/notes/${note}`);
const pidsOf = ({ services }: LocalStack) => Object.values(services.pids);

async function readNote(stack: LocalStack, note: string): Promise<{ handled?: number }> {
  const response = await get(stack, note);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json() as Promise<{ handled?: number }>;
}

describe('a running stack', () => {
  let stack: LocalStack;
  const dataDir = emptyFolder();

  beforeAll(async () => {
    stack = await startLocalStack({ entry, dataDir });
  });
  afterAll(async () => {
    await stack[Symbol.asyncDispose]();
  });

  it('prints on a line of its own that it is ready, and after how many seconds', () => {
    expect(stack.output()).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+ \([\d.]+ s\)$/m);
  });

  it('describes itself in services.json', () => {
    const { services, port } = stack;
    const url = /^http:\/\/127\.0\.0\.1:\d+$/;
    expect(services.site).toBe(`http://127.0.0.1:${port}`);
    expect(services.api).toBe(`${services.site}/api`);
    for (const address of ['mail', 'payments', 'issuer', 'dynamodb', 'sqs', 'control'] as const) {
      expect(services[address]).toMatch(url);
    }
    expect(services.webhooks.payments).toBe(`${services.api}/webhooks/payments/{token}`);
    expect(services.webhooks.issuer).toMatch(/\/api\/webhooks\/issuer\/[\w-]{43}$/);
    expect(services.keys.payment).toMatch(/^test_/);
    expect(services.keys.issuerSecret).toMatch(/^sk_test_/);
    expect(services.demo).toBeNull();
  });

  it('keeps its secrets from other users of the machine', () => {
    expect(statSync(path.join(dataDir, 'secrets.json')).mode & 0o077).toBe(0);
  });

  it('gives a function its secret and nothing but loopback addresses', async () => {
    const environment = (await (await fetch(`${stack.services.api}/misbehave?mode=environment`)).json()) as Record<
      string,
      string
    >;
    const answer = await fetch(environment['AWS_ENDPOINT_URL_SECRETS_MANAGER'] ?? '', {
      method: 'POST',
      headers: { 'x-amz-target': 'secretsmanager.GetSecretValue' },
      body: JSON.stringify({ SecretId: environment['SESSION_SECRET_ID'] }),
    });
    const { SecretString } = (await answer.json()) as { SecretString: string };
    expect(Object.keys(JSON.parse(SecretString) as object)).toEqual(['jwtKey', 'refreshKey', 'pepper', 'cursorKey']);
    expect(environment['NOTES_QUEUE_URL']).toBe(`${stack.services.sqs}/000000000000/notes`);
  });

  it('carries a message from a function through the queue to its worker', async () => {
    await fetch(`${stack.services.api}/notes/queued?via=queue`, { method: 'PUT' });
    expect(await eventually(() => readNote(stack, 'queued'))).toMatchObject({ handled: 1 });
  });

  it('moves a message that always fails to the dead-letter queue and goes on with the others', async () => {
    const send = (note: string) => fetch(`${stack.services.api}/notes/${note}?via=queue`, { method: 'PUT' });
    await Promise.all([send('poison-1'), send('beside-poison')]);
    expect(await eventually(() => readNote(stack, 'beside-poison'))).toMatchObject({ handled: 1 });
    await eventually(async () => {
      const dead = await fetch(`${stack.services.sqs}/_fauxqs/queues/notes-dlq`);
      const { messages } = (await dead.json()) as { messages: { ready: { body: string }[] } };
      expect(messages.ready.map(({ body }) => body)).toEqual(['poison-1']);
    });
    expect(await readNote(stack, 'beside-poison')).toMatchObject({ handled: 1 });
  });

  it('runs a job on request, never the same job twice at once, and refuses an unknown one', async () => {
    const run = () => fetch(`${stack.services.control}/jobs/count`, { method: 'POST' });
    const results = await Promise.all([run(), run(), run()]);
    for (const response of results) {
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ ok: true, result: { overlapping: false } });
    }
    expect(await (await fetch(`${stack.services.control}/jobs`)).json()).toEqual(['count', 'expire-items']);
    expect((await fetch(`${stack.services.control}/jobs/other`, { method: 'POST' })).status).toBe(404);
  });

  it('moves the clock of functions and simulators forward together', async () => {
    const { control, api, payments, issuer } = stack.services;
    const day = 86_400_000;
    const response = await fetch(`${control}/clock`, { method: 'POST', body: JSON.stringify({ advanceMs: day }) });
    expect(response.status).toBe(200);
    const clock = (await (await fetch(`${api}/misbehave?mode=clock`)).json()) as Record<string, number>;
    for (const reading of ['now', 'constructed']) {
      expect(Math.abs((clock[reading] ?? 0) - Date.now() - day)).toBeLessThan(60_000);
    }
    expect(clock['parsed']).toBe(5);
    for (const simulator of [payments, issuer]) {
      expect(await (await fetch(simulator)).json()).toEqual({ clockMs: day });
    }
    expect((await fetch(`${control}/clock`, { method: 'POST', body: '{"advanceMs":-1}' })).status).toBe(400);
  });

  it('deletes expired items when expire-items runs', async () => {
    await fetch(`${stack.services.api}/notes/mortal?ttl=1000`, { method: 'PUT' });
    await fetch(`${stack.services.api}/notes/later?ttl=99999999999`, { method: 'PUT' });
    await fetch(`${stack.services.control}/jobs/expire-items`, { method: 'POST' });
    expect((await get(stack, 'mortal')).status).toBe(404);
    expect((await get(stack, 'later')).status).toBe(200);
  });

  it('refuses requests of web pages to the control address', async () => {
    for (const headers of [{ origin: stack.services.site }, { 'sec-fetch-site': 'cross-site' }]) {
      expect((await fetch(`${stack.services.control}/jobs/count`, { method: 'POST', headers })).status).toBe(403);
    }
  });

  it.each(['dynamodb', 'sqs', 'mail', 'payments', 'issuer', 'gateway'])(
    'starts %s again on the same port after kill −9, with its state',
    async (name) => {
      await put(stack, `before-${name}`);
      await stack.killPart(name);
      await eventually(async () => {
        const report = (await (await fetch(`${stack.services.control}/health`)).json()) as {
          ok: boolean;
          parts: Record<string, { restarts: number }>;
        };
        expect(report).toMatchObject({ ok: true, parts: { [name]: { restarts: 1 } } });
      });
      expect((await get(stack, `before-${name}`)).status).toBe(200);
      await fetch(`${stack.services.api}/notes/after-${name}?via=queue`, { method: 'PUT' });
      await eventually(() => readNote(stack, `after-${name}`));
    },
  );

  it('makes a second stack on the same data fail with a message', async () => {
    const { code, output } = await runLocalStackToItsEnd({ entry, dataDir, port: await findFreePort() });
    expect(code).toBe(1);
    expect(output).toContain(
      `${dataDir} is in use by a stack that is running (process ${stack.services.pids['supervisor']})`,
    );
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('runs beside a stack with other data, which has seeded its demo by the time it is ready', async () => {
    await using other = await startLocalStack({ entry, seed: 'demo' });
    expect((await get(other, 'seeded')).status).toBe(200);
    expect((await get(stack, 'seeded')).status).toBe(404);
    expect(other.services.demo?.user.email).toBeTruthy();
    expect(other.output()).toContain(other.services.demo?.admin.password);
  });
});

/** An address of a card issuer on which no process listens. */
const elsewhere = 'http://127.0.0.1:9/v1/issuing/sandbox';

/** Each test ends the stack in another way and starts it again on the same data. */
describe('the end of a stack', () => {
  let stack: LocalStack;

  beforeAll(async () => {
    stack = await startLocalStack({ entry, dataDir: emptyFolder() });
  });
  afterAll(async () => {
    await stack?.[Symbol.asyncDispose]();
  });

  it('ends every process on SIGINT and keeps data, addresses and time for the next start', async () => {
    const first = stack;
    await put(first, 'kept');
    await fetch(`${first.services.control}/clock`, { method: 'POST', body: '{"advanceMs":3600000}' });
    expect(await first.stop()).toBe(0);
    expect(pidsOf(first).filter(isRunning)).toEqual([]);

    stack = await first.restart();
    const { pids: _, ...addresses } = first.services;
    expect(stack.services).toMatchObject(addresses);
    expect((await get(stack, 'kept')).status).toBe(200);
    const clock = await (await fetch(`${stack.services.control}/clock`)).json();
    expect(clock).toMatchObject({ offsetMs: 3_600_000 });
  });

  it('leaves nothing behind when only the supervisor is killed −9', async () => {
    await put(stack, 'kept-by-parts');
    process.kill(stack.services.pids['supervisor'] ?? 0, 'SIGKILL');
    await eventually(() => {
      expect(pidsOf(stack).filter(isRunning)).toEqual([]);
      return Promise.resolve();
    });
    stack = await stack.restart();
    expect((await get(stack, 'kept-by-parts')).status).toBe(200);
  });

  it('starts again at once after everything was killed −9, with all acknowledged writes', async () => {
    await put(stack, 'kept-by-nobody');
    await fetch(`${stack.services.api}/notes/still-queued?via=queue`, { method: 'PUT' });
    await stack.killHard();
    stack = await stack.restart();
    expect((await get(stack, 'kept-by-nobody')).status).toBe(200);
    expect(await eventually(() => readNote(stack, 'still-queued'))).toMatchObject({ handled: 1 });
  });

  it('ends processes that a killed run left behind without a supervisor', async () => {
    const { dynamodb = 0, ...others } = stack.services.pids;
    // Stops all before killing them: a part that saw the supervisor die would end the engine, which must survive here.
    for (const signal of ['SIGSTOP', 'SIGKILL'] as const)
      for (const pid of Object.values(others)) process.kill(pid, signal);
    expect(isRunning(dynamodb)).toBe(true);
    const { dataDir, port } = stack;
    stack = await startLocalStack({ entry, dataDir, port, env: { ISSUER_URL: elsewhere } });
    expect(isRunning(dynamodb)).toBe(false);
    expect((await get(stack, 'nothing')).status).toBe(404);
  });

  it('starts no issuer simulator when ISSUER_URL is set, prints that address, and leaves it out of health and clock', async () => {
    const { control, keys, pids, ...addresses } = stack.services;
    expect(addresses.issuer).toBe(elsewhere);
    expect(keys.issuerAccess).toMatch(/^at_test_/);
    expect(Object.keys(pids)).toEqual(expect.arrayContaining(['payments', 'gateway']));
    expect(Object.keys(pids)).not.toContain('issuer');
    expect(stack.output()).toContain(`${elsewhere}  (from elsewhere)`);
    expect(stack.output()).toContain(`${addresses.payments}  (pay an invoice)`);
    const health = (await (await fetch(`${control}/health`)).json()) as { ok: boolean; parts: object };
    expect(health.ok).toBe(true);
    expect(Object.keys(health.parts)).not.toContain('issuer');
    const moved = await fetch(`${control}/clock`, { method: 'POST', body: '{"advanceMs":1000}' });
    expect(moved.status).toBe(200);
    // An earlier test moved the product's clock by an hour; a simulator forgets its own offset when it ends.
    expect(await moved.json()).toMatchObject({ offsetMs: 3_601_000, outside: ['issuer'] });
    expect(await (await fetch(addresses.payments)).json()).toEqual({ clockMs: 1_000 });
    expect(await stack.stop()).toBe(0);
  });
});

/** Other messages about settings and folders are tested in stack-settings.test.ts and data-directory.test.ts. */
describe('a stack that cannot start says why in a sentence', () => {
  const cases: [string, Record<string, string>, RegExp][] = [
    ['a port that is no number', { PORT: 'http' }, /PORT is http, but a port is a number/],
    ['a data directory nobody can write', { DATA_DIR: '/proc/satchel' }, /cannot be written \(\w+\)/],
  ];
  it.each(cases)('%s', async (_title, env, sentence) => {
    const { code, output } = await runLocalStackToItsEnd({
      entry,
      port: await findFreePort(),
      dataDir: emptyFolder(),
      env,
    });
    expect(code).toBe(1);
    expect(output).toMatch(sentence);
    expect(output.trim().split('\n')).toHaveLength(1);
  });

  it('a demo that cannot be seeded, to a test', async () => {
    const starting = startLocalStack({ entry, seed: 'demo', env: { SEED_FAILS: 'yes' } });
    await expect(starting).rejects.toThrow(/^The demo could not be seeded by fixture-seed\.ts: .*the shop is closed/s);
  });

  it('a port that is taken', async () => {
    const port = await findFreePort();
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
    const dataDir = emptyFolder();
    const { code, output } = await runLocalStackToItsEnd({ entry, port, dataDir });
    server.close();
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^Port ${port} is taken by another program\\..*PORT=\\d+ npm start\\.\n$`));
    expect(existsSync(path.join(dataDir, 'services.json'))).toBe(false);
    expect(readFileSync(path.join(dataDir, 'processes.json'), 'utf8')).toBe('[]');
  });
});
