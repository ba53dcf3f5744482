import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { createSesMailer } from '#functions/adapters/mail/ses-mailer.ts';
import { createSqsEventQueue } from '#functions/adapters/queue/sqs-event-queue.ts';
import { insert } from '#functions/ports/store.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { samples } from '#test/support/sample-entities.ts';
import { json, silence, startScriptedServer, type Move, type ScriptedServer } from '#test/support/scripted-server.ts';

const store = () => createDynamoStore(createDocumentClient(), 'a-table', manualClock());
const mail = { to: 'a@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

const message = { version: 1, eventId: 'payments-1' } as const;

/** Begins an answer and never continues it. */
const halfAndSilence: Move = (response) => {
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'content-length': '1000' });
  response.write('{"Item":');
};

/** Calls whose first connection stalls and whose second one works. All run at once, because each waits for seconds. */
const calls: Readonly<
  Record<string, { readonly call: () => Promise<unknown>; readonly names: string; readonly stall: Move }>
> = {
  'a read of the table': { call: () => store().get('user', samples.user), names: 'GetItem', stall: silence },
  'a query whose answer stops in the middle': {
    call: () => store().listCards(samples.user.userId),
    names: 'Query',
    stall: halfAndSilence,
  },
  'a commit': {
    call: () => store().commit([insert('marker', samples.marker), insert('wallet', samples.wallet)]),
    names: 'TransactWriteItems',
    stall: silence,
  },
  'a write of one item': {
    call: () => store().commit([insert('marker', samples.marker)]),
    names: 'PutItem',
    stall: silence,
  },
  'a mail': {
    call: () => createSesMailer('no-reply@example.com').send(mail),
    names: '/v2/email/outbound-emails',
    stall: silence,
  },
  'a message to a queue': {
    call: () => createSqsEventQueue(`${process.env['AWS_ENDPOINT_URL']}/a-queue`).send(message),
    names: 'SendMessage',
    stall: silence,
  },
};

/** Maximum time until the second attempt of each call, in milliseconds: without limits it takes minutes. */
const repeatedWithinMs = 25_000;

const environment = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
} as const;

describe('a connection to AWS that is accepted and never answered', () => {
  let server: ScriptedServer;
  const before = { ...process.env };
  const outcomes: Record<string, { readonly error: unknown; readonly tookMs: number }> = {};
  const bodiesOf = (name: string): readonly string[] =>
    server.seen
      .filter(({ target, headers }) =>
        `${target} ${headers['x-amz-target'] as string}`.includes(calls[name]?.names ?? '?'),
      )
      .map(({ body }) => body);

  beforeAll(async () => {
    server = await startScriptedServer();
    server.play((response, request) => {
      const [name = '', { stall } = { stall: silence }] = Object.entries(calls).find(([, { names }]) =>
        `${request.target} ${request.headers['x-amz-target'] as string}`.includes(names),
      ) ?? ['?'];
      (bodiesOf(name).length === 1 ? stall : json({ MD5OfMessageBody: md5(JSON.stringify(message)) }))(
        response,
        request,
      );
    });
    Object.assign(process.env, environment, { AWS_ENDPOINT_URL: server.url });
    const running = Object.entries(calls).map(async ([name, { call }]) => {
      const begunMs = performance.now();
      const error = await call().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      outcomes[name] = { error, tookMs: performance.now() - begunMs };
    });
    await Promise.all(running);
  });

  afterAll(async () => {
    for (const name of [...Object.keys(environment), 'AWS_ENDPOINT_URL']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    await server.close();
  });

  it.each(Object.keys(calls))('delays %s for seconds only: the call is repeated and succeeds', (name) => {
    expect(outcomes[name]?.error).toBeUndefined();
    expect(bodiesOf(name)).toHaveLength(2);
    expect(outcomes[name]?.tookMs).toBeLessThan(repeatedWithinMs);
  });

  it('makes the SDK repeat a commit with its first token, so that it is written once', () => {
    const tokens = bodiesOf('a commit').map(
      (body) => (JSON.parse(body) as { ClientRequestToken?: string }).ClientRequestToken,
    );
    expect(tokens[0]).toMatch(/^[\w-]{16,}$/);
    expect(tokens[1]).toBe(tokens[0]);
  });
});

it('a call fails when its answer trickles in for longer than the time limit', async () => {
  const trickle = createTcpServer((socket) => {
    socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\n');
    const next = setInterval(() => socket.write('x-more: 1\r\n'), 100);
    // Without the limit the call ends here, by another error of the same name.
    const last = setTimeout(() => socket.destroy(), 8_000);
    socket.on('close', () => {
      clearInterval(next);
      clearTimeout(last);
    });
  });
  await new Promise<void>((resolve) => void trickle.listen(0, '127.0.0.1', resolve));
  const client = new SecretsManagerClient({
    requestHandler: callLimits(500),
    maxAttempts: 1,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    endpoint: `http://127.0.0.1:${(trickle.address() as AddressInfo).port}`,
  });
  const begunMs = performance.now();
  await expect(client.send(new GetSecretValueCommand({ SecretId: 'a' }))).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  expect(performance.now() - begunMs).toBeLessThan(6_000);
  client.destroy();
  trickle.close();
});

it('every AWS client of functions and infra/aws has call limits', () => {
  const files = ['functions/**/*.ts', 'infra/aws/**/*.ts'].flatMap((pattern) =>
    globSync(pattern, { cwd: repositoryRoot }),
  );
  const made = files.flatMap((file) => {
    const text = readFileSync(path.join(repositoryRoot, file), 'utf8');
    return [...text.matchAll(/new \w+Client\([^;]*;/g)].map(([statement]) => ({ file, statement }));
  });
  expect(made.length).toBeGreaterThanOrEqual(5);
  for (const { file, statement } of made) expect(statement, file).toContain('requestHandler: callLimits(');
});

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
