import { expect, test } from 'vitest';

import { type Bench, eventually, startBench } from './simulator-harness.ts';

const MINUTE_MS = 60_000;

interface Logged {
  state: string;
  reason: string | null;
  attempts: { status: number | null }[];
}

async function logOf(bench: Bench): Promise<Logged[]> {
  return (await bench.door('webhooks', undefined, 'GET')).body as unknown as Logged[];
}

test('a refused webhook is tried again after 1, 5, 15 minutes, 1, 3, 6, 12 hours, and then given up', async () => {
  await using bench = await startBench();
  bench.hooks.answer = { status: 500 };
  const { uuid } = await bench.create();
  await bench.door(`invoices/${uuid}/pay`);
  await eventually(async () => (await logOf(bench))[0]?.attempts.length === 1, 'the first try is logged');
  let tries = 1;
  for (const minutes of [1, 5, 15, 60, 180, 360, 720]) {
    await bench.door('clock', { advanceMs: minutes * MINUTE_MS - 5000 });
    expect(bench.hooks.received).toHaveLength(tries);
    await bench.door('clock', { advanceMs: 5000 });
    tries += 1;
    expect(bench.hooks.received).toHaveLength(tries);
  }
  await bench.door('clock', { advanceMs: 100 * 60 * MINUTE_MS });
  expect(bench.hooks.received).toHaveLength(8);
  expect(new Set(bench.hooks.received.map((hook) => hook.raw)).size).toBe(1);
  expect(await logOf(bench)).toMatchObject([{ state: 'failed' }]);
});

test('one long move of the clock does everything in its order', async () => {
  await using bench = await startBench();
  bench.hooks.answer = { status: 503 };
  await bench.create();
  await bench.door('clock', { advanceMs: 3_600_000 });
  expect(bench.hooks.received.map((hook) => hook.body['status'])).toEqual(['cancel']);
  bench.hooks.answer = { status: 204 };
  await bench.door('clock', { advanceMs: 24 * 3_600_000 });
  expect(bench.hooks.received).toHaveLength(2);
  expect(await logOf(bench)).toMatchObject([{ state: 'delivered', attempts: [{ status: 503 }, { status: 204 }] }]);
});

test('a redirect is not followed but counts as a refusal', async () => {
  await using bench = await startBench();
  bench.hooks.answer = { status: 302, headers: { location: `${bench.hooks.url}/elsewhere` } };
  const { uuid } = await bench.create();
  await bench.door(`invoices/${uuid}/pay`);
  await eventually(async () => (await logOf(bench))[0]?.attempts[0]?.status === 302, 'the redirect is logged');
  expect(bench.hooks.received.map((hook) => hook.path)).toEqual(['/hook']);
});

test('a target that is not on loopback is never contacted', async () => {
  await using bench = await startBench();
  const { uuid } = await bench.create({ url_callback: 'http://192.0.2.1/hook' });
  await bench.door(`invoices/${uuid}/pay`);
  expect(await logOf(bench)).toMatchObject([
    { state: 'dropped', reason: 'the target is not on loopback', attempts: [] },
  ]);
});

test('a receiver that never answers is a failed try', async () => {
  await using bench = await startBench({ webhookTimeoutMs: 50 });
  const { uuid } = await bench.create({ url_callback: 'http://127.0.0.1:9/closed' });
  await bench.door(`invoices/${uuid}/pay`);
  await eventually(async () => (await logOf(bench))[0]?.attempts.length === 1, 'the try is logged');
  expect(await logOf(bench)).toMatchObject([{ state: 'pending', attempts: [{ status: null }] }]);
});

test('resend goes at most ten times, and needs a callback and a paid invoice', async () => {
  await using bench = await startBench();
  const { uuid } = await bench.create();
  expect((await bench.call('/v1/payment/resend', { uuid })).body['message']).toBe('Notification not found');
  await bench.door(`invoices/${uuid}/pay`);
  for (let n = 0; n < 10; n += 1) expect((await bench.call('/v1/payment/resend', { uuid })).status).toBe(200);
  expect((await bench.call('/v1/payment/resend', { uuid })).body['message']).toBe('Too much resend');
  await bench.hooks.waitFor(11);
  const silent = await bench.create({ url_callback: undefined });
  await bench.door(`invoices/${silent['uuid']}/pay`);
  const refused = await bench.call('/v1/payment/resend', { uuid: silent['uuid'] });
  expect(refused.body['message']).toBe('Notification not found');
});
