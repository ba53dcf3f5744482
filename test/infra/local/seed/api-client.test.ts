import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from '#infra/local/seed/api-client.ts';
import { json, startScriptedServer, type ScriptedServer } from '#test/support/scripted-server.ts';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const busy = json({ code: 'Busy', message: 'Please try again in a moment.' }, 503);

it('sends a call again while the product is busy, as the answer asks', async () => {
  server.play(busy, busy, json({ held: 0 }));
  expect(await new ApiClient(server.url).done('GET', '/user')).toEqual({ held: 0 });
  expect(server.seen).toHaveLength(3);
});

it('sends a refused call once', async () => {
  for (const [code, status] of [
    ['ProviderUnavailable', 503],
    ['Conflict', 409],
  ] as const) {
    server.play(json({ code }, status), json({ held: 0 }));
    await expect(new ApiClient(server.url).done('GET', '/user')).rejects.toThrow(
      `GET /user: ${status} {"code":"${code}"}`,
    );
    expect(server.seen).toHaveLength(1);
  }
});

it('throws when the product stays busy', async () => {
  server.play(busy);
  await expect(new ApiClient(server.url).done('GET', '/user')).rejects.toThrow('GET /user: 503 {"code":"Busy"');
});
