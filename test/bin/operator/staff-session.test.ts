import { linkSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { StaffSession } from '#bin/operator/staff-session.ts';

let close: (() => void) | undefined;
afterEach(() => close?.());

/** The file of a session at a site that answers in this way. */
async function sessionAt(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  close = () => server.close();
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'staff-session-')), 'session.json');
  writeFileSync(file, JSON.stringify({ site, cookies: { '__Host-refresh': 'old' } }));
  return file;
}

it('keeps new tokens when the call after them fails: the old ones would look like copied ones next time', async () => {
  const file = await sessionAt((request, response) => {
    if (request.url === '/api/auth/refresh') {
      response.writeHead(204, { 'set-cookie': '__Host-refresh=new; Path=/' }).end();
    } else if (request.headers.cookie?.includes('new')) request.destroy();
    else response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"InvalidAccessToken"}');
  });
  await expect(new StaffSession(file).call('GET', '/admin/desk')).rejects.toThrow();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ cookies: { '__Host-refresh': 'new' } });
});

it('repeats a write that got no answer with its key, so that it is not done twice', async () => {
  const keys: unknown[] = [];
  const answers = [undefined, 502, 201, 201];
  const file = await sessionAt((request, response) => {
    const status = answers[keys.push(request.headers['idempotency-key']) - 1];
    if (status === undefined) request.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  const propose = (amount = 500) => new StaffSession(file).call('POST', '/admin/adjustments', { amount });
  await expect(propose()).rejects.toThrow(
    'No answer came, so it may be done: look first. The same command again moves no money twice.',
  );
  expect((await propose()).status).toBe(502);
  expect((await propose()).status).toBe(201);
  expect((await propose()).status).toBe(201);
  expect(keys).toEqual([keys[0], keys[0], keys[0], expect.any(String)]);
  expect(keys[3]).not.toBe(keys[0]);
});

it('repeats it with its key also after another write', async () => {
  const keys: unknown[] = [];
  const file = await sessionAt((request, response) => {
    if (keys.push(request.headers['idempotency-key']) === 1) request.destroy();
    else response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
  });
  const write = (path: string) => new StaffSession(file).call('POST', path, { amount: 500 });
  await expect(write('/admin/adjustments')).rejects.toThrow('moves no money twice');
  await write('/admin/notes');
  await write('/admin/adjustments');
  await write('/admin/adjustments');
  expect(keys[2]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});

it('takes a new key after a refusal: under the old one the API would repeat the refusal', async () => {
  const keys: unknown[] = [];
  const answers = [422, 201];
  const file = await sessionAt((request, response) => {
    const status = answers[keys.push(request.headers['idempotency-key']) - 1] ?? 500;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  for (const status of answers)
    expect((await new StaffSession(file).call('POST', '/admin/adjustments', { amount: 500 })).status).toBe(status);
  expect(new Set(keys).size).toBe(2);
});

it('gives another write after one without an answer a key of its own', async () => {
  const keys: unknown[] = [];
  const file = await sessionAt((request) => {
    keys.push(request.headers['idempotency-key']);
    request.destroy();
  });
  const reason = 'Called about the rent.';
  for (const amount of [500, 600])
    await expect(new StaffSession(file).call('POST', '/admin/adjustments', { amount, reason })).rejects.toThrow();
  expect(new Set(keys).size).toBe(2);
  // It remembers which write had no answer, and not what it says of a person.
  expect(readFileSync(file, 'utf8')).toContain(String(keys[1]));
  expect(readFileSync(file, 'utf8')).not.toContain(reason);
});

it('replaces its file as a whole: another command that reads it meanwhile finds no half of it', async () => {
  const file = await sessionAt((_request, response) => {
    response.writeHead(200, { 'set-cookie': '__Host-refresh=new; Path=/' }).end('{}');
  });
  const before = readFileSync(file, 'utf8');
  linkSync(file, `${file}.opened`);
  await new StaffSession(file).call('GET', '/admin/desk');
  expect(readFileSync(`${file}.opened`, 'utf8')).toBe(before);
});
