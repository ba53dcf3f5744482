import { expect, test } from 'vitest';

import { type Bench, eventually, startBench } from './simulator-harness.ts';

async function page(bench: Bench, path: string): Promise<string> {
  const response = await fetch(bench.url + path);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await response.text();
  expect(text).toContain('SIMULATOR – do not send funds');
  return text;
}

async function submit(bench: Bench, path: string, fields: Record<string, string>): Promise<Response> {
  return await fetch(bench.url + path, {
    method: 'POST',
    headers: { origin: bench.url },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

test('shows the amount to pay, and escapes foreign text', async () => {
  await using bench = await startBench();
  const { uuid, address } = await bench.create({
    url_return: 'http://localhost:3000/back?a=1&b="><script>',
    url_success: 'http://localhost:3000/done',
  });
  const text = await page(bench, `/pay/${uuid}`);
  for (const shown of ['50.01', 'USDT', 'TRON (TRC-20)', address, '<svg', 'Back to store', 'Waiting for payment']) {
    expect(text).toContain(shown);
  }
  expect(text).not.toContain('"><script>');
  expect(text).toContain('http-equiv="refresh"');
  expect(text).not.toContain('Continue to the store');
});

test('paying by button goes through its confirmations to paid', async () => {
  await using bench = await startBench({ autoConfirmMs: 300 });
  const { uuid } = await bench.create({ url_success: 'http://localhost:3000/done' });
  const response = await submit(bench, `/pay/${uuid}/pay`, { amount: '50.01' });
  expect([response.status, response.headers.get('location')]).toEqual([303, `/pay/${uuid}`]);
  expect(await page(bench, `/pay/${uuid}`)).toContain('Waiting for confirmations');
  await eventually(async () => (await bench.info(uuid))['status'] === 'paid', 'paid by itself');
  const done = await page(bench, `/pay/${uuid}`);
  expect(done).toContain('Payment received');
  expect(done).toContain('href="http://localhost:3000/done"');
  const hooks = await bench.hooks.waitFor(2);
  expect(hooks.map((hook) => hook.body['status'])).toEqual(['confirm_check', 'paid']);
});

test('a partial payment shows the missing amount; a wrong amount is explained', async () => {
  await using bench = await startBench({ autoConfirmMs: 1 });
  const { uuid } = await bench.create();
  await submit(bench, `/pay/${uuid}/pay`, { amount: '20' });
  await eventually(async () => (await bench.info(uuid))['status'] === 'wrong_amount_waiting', 'partly paid');
  const text = await page(bench, `/pay/${uuid}`);
  expect(text).toContain('20.00 USDT received.');
  expect(text).toContain('30.01');
  const refused = await submit(bench, `/pay/${uuid}/pay`, { amount: 'much' });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('role="alert"');
});

test('coin and network are chosen when the invoice leaves them open', async () => {
  await using bench = await startBench();
  const { uuid } = await bench.create({
    to_currency: undefined,
    network: undefined,
    currencies: [{ currency: 'USDT' }, { currency: 'BTC' }],
    except_currencies: [{ currency: 'USDT', network: 'ton' }],
  });
  const coins = await page(bench, `/pay/${uuid}`);
  expect(coins).toContain('Tether');
  expect(coins).not.toContain('Dogecoin');
  const networks = await page(bench, `/pay/${uuid}?coin=USDT`);
  expect(networks).toContain('Proceed to payment');
  expect(networks).not.toContain('The Open Network');
  expect((await submit(bench, `/pay/${uuid}/choose`, { currency: 'USDT', network: 'ton' })).status).toBe(422);
  expect((await submit(bench, `/pay/${uuid}/choose`, { currency: 'BTC', network: 'btc' })).status).toBe(303);
  expect(await bench.info(uuid)).toMatchObject({ payer_currency: 'BTC', network: 'btc', payer_amount: '0.00050000' });
});

test('every state has its page', async () => {
  await using bench = await startBench();
  const headings: Record<string, string> = {
    overpay: 'more than asked',
    expire: 'This payment has expired',
    fail: 'The payment failed',
    lock: 'The payment is under review',
    confirm_check: 'Waiting for confirmations',
  };
  for (const [action, heading] of Object.entries(headings)) {
    const { uuid } = await bench.create();
    await bench.door(`invoices/${uuid}/${action}`);
    expect(await page(bench, `/pay/${uuid}`)).toContain(heading);
  }
  const { uuid } = await bench.create({ is_payment_multiple: false });
  await bench.door(`invoices/${uuid}/underpay`);
  expect(await page(bench, `/pay/${uuid}`)).toContain('Less than asked was paid');
  await bench.door(`invoices/${uuid}/refund`, { stage: 'process' });
  expect(await page(bench, `/pay/${uuid}`)).toContain('Refund in progress');
  await bench.door(`invoices/${uuid}/refund`);
  expect(await page(bench, `/pay/${uuid}`)).toContain('Refunded');
});

test('the questionnaire releases a locked payment', async () => {
  await using bench = await startBench();
  const { uuid } = await bench.create();
  await bench.door(`invoices/${uuid}/lock`);
  expect(await page(bench, `/aml/${uuid}`)).toContain('Hand in the answers');
  expect((await submit(bench, `/pay/${uuid}/outcome`, { action: 'release' })).status).toBe(303);
  expect((await bench.info(uuid))['status']).toBe('paid');
});

test('the index lists invoices; an order id opens nothing; other sites may not press buttons', async () => {
  await using bench = await startBench();
  const { uuid, order_id: orderId } = await bench.create();
  expect(await page(bench, '/')).toContain(`/pay/${uuid}`);
  expect((await fetch(`${bench.url}/pay/${orderId}`)).status).toBe(404);
  const foreign = await fetch(`${bench.url}/pay/${uuid}/pay`, {
    method: 'POST',
    headers: { origin: 'http://localhost:3000' },
    body: new URLSearchParams({ amount: '50.01' }),
  });
  expect(foreign.status).toBe(403);
  const state = await (await fetch(`${bench.url}/pay/${uuid}/state`)).json();
  expect(state).toMatchObject({ status: 'check', confirmations: null });
  for (const asset of ['css', 'js']) expect((await fetch(`${bench.url}/assets/pay.${asset}`)).status).toBe(200);
});

test('the wallet page shows the permanent address', async () => {
  await using bench = await startBench();
  const terms = { currency: 'USDT', network: 'bsc', order_id: 'w1' };
  const { uuid, address } = (await bench.call('/v1/wallet', terms)).body['result'];
  expect(await page(bench, `/wallet/${uuid}`)).toContain(address);
});
