import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { StaffSession } from '#bin/operator/staff-session.ts';

it('keeps new tokens when the call after them fails: the old ones would look like copied ones next time', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/api/auth/refresh') {
      response.writeHead(204, { 'set-cookie': '__Host-refresh=new; Path=/' }).end();
    } else if (request.headers.cookie?.includes('new')) request.destroy();
    else response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"InvalidAccessToken"}');
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'staff-session-')), 'session.json');
  writeFileSync(file, JSON.stringify({ site, cookies: { '__Host-refresh': 'old' } }));
  try {
    await expect(new StaffSession(file).call('GET', '/admin/desk')).rejects.toThrow();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ cookies: { '__Host-refresh': 'new' } });
  } finally {
    server.close();
  }
});
