import { expect, test } from 'vitest';
import { eventually, keys, opensslDecrypt, startBench, startReceiver } from './issuer-bench.ts';

const debit = 'card_debit_event.successful';

async function stage(statuses: number[] = []) {
  const receiver = await startReceiver(statuses);
  const bench = await startBench({ webhookUrl: receiver.url, creationDelayMs: 0 });
  return { bench, receiver };
}

/** Creates a card and waits for its creation event, so that later events come alone. */
async function quietCard({ bench, receiver }: Awaited<ReturnType<typeof stage>>): Promise<string> {
  const id = await bench.card();
  await eventually(() => expect(receiver.of('card_creation_event.successful')).toHaveLength(1));
  return id;
}

test('the signature is the secret under the secret key, as openssl reads it, with fresh salt each time', async () => {
  const { bench, receiver } = await stage();
  const id = await bench.card();
  await bench.buy(id, 100);
  await eventually(() => expect(receiver.received).toHaveLength(2));
  const signatures = receiver.received.map(({ signature }) => signature ?? '');
  expect(signatures.map((signature) => opensslDecrypt(signature))).toEqual([keys.webhookSecret, keys.webhookSecret]);
  expect(signatures[0]).not.toBe(signatures[1]);
});

test('an event that is not taken comes again after 2, 10 and 60 virtual seconds', async () => {
  const set = await stage();
  const id = await quietCard(set);
  const { bench, receiver } = set;
  await bench.fault('card_debit_event', 'status', { times: 3, status: 500 });
  await bench.buy(id, 100);
  const attempts = async (count: number): Promise<void> => {
    await eventually(async () => {
      const { webhooks } = (await bench.door('GET', '/webhooks')).body as { webhooks: { attempts: number }[] };
      expect(webhooks.at(-1)?.attempts).toBe(count);
    });
  };
  await attempts(1);
  await bench.advance(2);
  await attempts(2);
  await bench.advance(10);
  await attempts(3);
  expect(receiver.of(debit)).toHaveLength(0);
  await bench.advance(60);
  await attempts(4);
  expect(receiver.of(debit)).toHaveLength(1);
});

test('a receiver that answers 500 gets the same event again', async () => {
  const { bench, receiver } = await stage([500]);
  await bench.card();
  await eventually(() => expect(receiver.received).toHaveLength(1));
  await eventually(async () => {
    await bench.advance(3);
    expect(receiver.received).toHaveLength(2);
  });
  expect(receiver.received[1]?.raw).toBe(receiver.received[0]?.raw);
});

test('no_webhook, on the call or on deliveries: no event comes, but it can be sent by hand', async () => {
  const set = await stage();
  const id = await quietCard(set);
  const { bench, receiver } = set;
  await bench.fault('fund_card', 'no_webhook');
  await bench.move('fund', id, 1000, 'ld_1');
  await eventually(async () => expect((await bench.show(id)).balances.bookCents).toBe(1500));
  await bench.fault('webhook', 'no_webhook');
  await bench.buy(id, 100);
  const { webhooks } = (await bench.door('GET', '/webhooks')).body as {
    webhooks: { n: number; state: string; event: string }[];
  };
  expect(webhooks.slice(-2)).toMatchObject([
    { event: 'card_credit_event.successful', state: 'suppressed' },
    { event: debit, state: 'suppressed' },
  ]);
  expect(receiver.received).toHaveLength(1);
  await bench.door('POST', `/webhooks/${webhooks.at(-1)?.n}/redeliver`);
  await eventually(() => expect(receiver.of(debit)).toHaveLength(1));
});

test('duplicate_webhook delivers twice, or as often as requested', async () => {
  const set = await stage();
  const id = await quietCard(set);
  const { bench, receiver } = set;
  await bench.fault('webhook', 'duplicate_webhook');
  await bench.buy(id, 100);
  await eventually(() => expect(receiver.of(debit)).toHaveLength(2));
  await bench.fault('purchases', 'duplicate_webhook', { copies: 5 });
  await bench.buy(id, 100);
  await eventually(() => expect(receiver.of(debit)).toHaveLength(7));
});

test('delay_webhook waits in virtual time', async () => {
  const set = await stage();
  const id = await quietCard(set);
  const { bench, receiver } = set;
  await bench.fault('webhook', 'delay_webhook', { delayMs: 7_200_000 });
  await bench.buy(id, 100);
  await bench.advance(7_100);
  expect(receiver.of(debit)).toHaveLength(0);
  await bench.advance(101);
  await eventually(() => expect(receiver.of(debit)).toHaveLength(1));
});

test('reorder lets the reversal arrive before its debit', async () => {
  const set = await stage();
  const id = await quietCard(set);
  const { bench, receiver } = set;
  await bench.fault(debit, 'reorder');
  const { reference } = await bench.buy(id, 100);
  await bench.door('POST', `/purchases/${String(reference)}/reverse`);
  await eventually(() => expect(receiver.received).toHaveLength(3));
  expect(receiver.received.slice(1).map(({ event }) => event)).toEqual(['card_reversal_event.successful', debit]);
});

test('contradictory sends "failed", then "successful"', async () => {
  const set = await stage();
  const id = await quietCard(set);
  const { bench, receiver } = set;
  await bench.fault('fund_card', 'contradictory');
  await bench.move('fund', id, 1000, 'ld_1');
  await eventually(() => expect(receiver.received).toHaveLength(3));
  expect(receiver.received.slice(1)).toMatchObject([
    { event: 'card_credit_event.failed', data: { transaction_reference: 'ld_1' } },
    { event: 'card_credit_event.successful', data: { transaction_reference: 'ld_1' } },
  ]);
});

test('bad_signature, missing_signature, forged_body, garbage and alternative_names spoil one delivery', async () => {
  const set = await stage();
  const id = await quietCard(set);
  const { bench, receiver } = set;
  for (const mode of ['bad_signature', 'missing_signature', 'forged_body', 'garbage', 'alternative_names']) {
    await bench.fault('webhook', mode);
    await bench.buy(id, 100);
  }
  await eventually(() => expect(receiver.received).toHaveLength(6));
  const [bad, missing, forged, garbage, renamed] = receiver.received.slice(1);
  expect(opensslDecrypt(bad?.signature ?? '')).not.toBe(keys.webhookSecret);
  expect(missing?.signature).toBeUndefined();
  expect(opensslDecrypt(forged?.signature ?? '')).toBe(keys.webhookSecret);
  expect(forged?.data['amount']).toBe('10000');
  expect(garbage?.event).toBe('garbage');
  expect(renamed?.data).toMatchObject({ available_balance: '0', an_unknown_field: expect.anything() });
});

test('timeout_after: an event that arrived is sent again', async () => {
  const set = await stage();
  const id = await quietCard(set);
  const { bench, receiver } = set;
  await bench.fault('webhook', 'timeout_after');
  await bench.buy(id, 100);
  await eventually(() => expect(receiver.of(debit)).toHaveLength(1));
  await eventually(async () => {
    await bench.advance(3);
    expect(receiver.of(debit)).toHaveLength(2);
  });
});

test('any event can be sent by hand, signed as wished', async () => {
  const { bench, receiver } = await stage();
  await bench.door('POST', '/webhooks', { event: 'rewards_event.unheard_of', data: { a: 1 }, signature: 'missing' });
  await eventually(() =>
    expect(receiver.received).toMatchObject([
      { event: 'rewards_event.unheard_of', data: { a: 1 }, signature: undefined },
    ]),
  );
});

test('events wait until there is an address, which is on this machine', async () => {
  const bench = await startBench();
  const receiver = await startReceiver();
  await bench.card();
  expect((await bench.door('POST', '/webhook-target', { url: 'http://192.0.2.7/hook' })).status).toBe(400);
  expect((await bench.door('POST', '/webhook-target', { url: 'https://example.com/hook' })).status).toBe(400);
  const set = await bench.door('POST', '/webhook-target', { url: receiver.url });
  expect(JSON.stringify(set.body)).not.toContain('secret-path');
  await eventually(() => expect(receiver.received).toHaveLength(1));
  await expect(startBench({ webhookUrl: 'http://example.com' })).rejects.toThrow(RangeError);
});
