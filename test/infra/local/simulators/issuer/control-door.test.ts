import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startBench } from './issuer-bench.ts';

/** Posts with headers that `fetch` does not let one set. */
function post(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['another port of this machine', { 'sec-fetch-site': 'same-site' }, 403],
  ['another origin', { origin: 'http://localhost:3000' }, 403],
  ['a name that is not of this machine', { host: 'evil.example' }, 403],
  ['a script', {}, 200],
  ['its own page', { 'sec-fetch-site': 'same-origin' }, 200],
])('a change asked for by %s is answered with %s', async (_who, headers, status) => {
  const bench = await startBench();
  expect(await post(`${bench.url}/sandbox/reset`, headers)).toBe(status);
});

test('only the control door of one card shows its number', async () => {
  const bench = await startBench();
  const id = await bench.card();
  const { cardNumber } = await bench.show(id);
  await bench.api('GET', `/cards/get_card_details?card_id=${id}`);
  for (const path of ['/cards', '/requests', '/webhooks', '/holders']) {
    expect(JSON.stringify((await bench.door('GET', path)).body)).not.toContain(cardNumber);
  }
  expect((await bench.door('GET', '/cards/nobody')).status).toBe(404);
});

test('requests are remembered without their secrets', async () => {
  const bench = await startBench();
  const id = await bench.card();
  const token = (await bench.api('GET', `/cards/generate_token_for_card_details?card_id=${id}`)).body.data?.['token'];
  await bench.send('/relay/v1/issuing', 'GET', `/cards/get_card_details_from_token?token=${String(token)}`);
  const { requests } = (await bench.door('GET', '/requests')).body as { requests: Record<string, unknown>[] };
  expect(requests.find(({ path }) => String(path).endsWith('create_card'))).toMatchObject({
    method: 'POST',
    result: 201,
    body: { funding_amount: '500', pin: '[redacted]' },
  });
  expect(JSON.stringify(requests)).not.toContain(String(token));
});

test('reset forgets all but the address of the events', async () => {
  const bench = await startBench();
  await bench.card();
  await bench.advance(60);
  await bench.door('POST', '/wallet', { amountCents: 1 });
  await bench.door('POST', '/reset');
  expect((await bench.door('GET', '/cards')).body).toEqual({ cards: [] });
  expect(await bench.wallet()).toBe(100_000_000);
  expect(Math.abs(Date.parse(String((await bench.door('GET', '/health')).body['now'])) - Date.now())).toBeLessThan(
    60_000,
  );
});

test.each([
  ['/purchases', { amount: 1.5, cardNumber: '1', cvv: '1', expiry: '1', merchant: 'x' }],
  ['/purchases', { amount: 100 }],
  ['/purchases', { amount: 100, cardNumber: '1', cvv: '1', expiry: '1', merchant: 'x', currency: 'XXX' }],
  ['/clock', { advanceMs: -1 }],
  ['/wallet', {}],
  ['/settings', { noSuchThing: 1 }],
  ['/settings', { deletionRest: 'moon' }],
])('POST %s refuses %j', async (path, body) => {
  const bench = await startBench();
  expect(await bench.door('POST', path, body)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
});

test('refuses unknown doors, jobs and purchases, and broken JSON', async () => {
  const bench = await startBench();
  expect((await bench.door('POST', '/nothing')).status).toBe(404);
  expect((await bench.door('POST', '/jobs/nothing')).status).toBe(404);
  expect((await bench.door('POST', '/purchases/nothing/reverse')).status).toBe(404);
  expect((await bench.door('PUT', '/faults')).status).toBe(405);
  expect((await bench.door('POST', '/faults', '{')).status).toBe(400);
});
