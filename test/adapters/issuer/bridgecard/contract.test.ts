import { createBridgecardIssuer } from '#functions/adapters/issuer/bridgecard/create-bridgecard-issuer.ts';
import type { CardIssuer } from '#functions/ports/card-issuer.ts';
import { systemClock } from '#functions/runtime/system-clock.ts';
import { startIssuerSimulator } from '#infra/local/simulators/issuer/start-issuer-simulator.ts';
import {
  describeCardIssuer,
  type CallFault,
  type IssuerCall,
  type IssuerWorld,
} from '#test/ports/card-issuer.contract.ts';
import { startWebhookReceiver } from '#test/support/webhook-receiver.ts';

const keys = { accessToken: 'at_test_contract', secretKey: 'sk_test_contract', webhookSecret: 'whsec_contract' };
const strangeKeys = { accessToken: 'at_test_other', secretKey: 'sk_test_other', webhookSecret: 'whsec_other' };

const paths = {
  register: 'register_cardholder',
  create: 'create_card',
  load: 'fund_card_asynchronously',
  unload: 'unload_card_asynchronously',
  status: 'get_card_transaction_status',
  details: 'get_card_details',
  holder_cards: 'get_all_cardholder_cards',
  freeze: '/freeze_card',
  delete_holder: 'delete_cardholder',
} as const satisfies Record<IssuerCall, string>;
const faults = {
  silence: { mode: 'timeout_before' },
  silence_after: { mode: 'timeout_after' },
  error: { mode: 'status', status: 504 },
  error_after: { mode: 'status_after', status: 500 },
  reset: { mode: 'reset' },
  reset_after: { mode: 'reset_after' },
  garbage: { mode: 'garbage' },
  too_often: { mode: 'rate_limited' },
} as const satisfies Record<CallFault, object>;

async function startWorld(): Promise<IssuerWorld> {
  const receiver = await startWebhookReceiver();
  const simulator = await startIssuerSimulator({
    port: 0,
    ...keys,
    webhookUrl: receiver.url,
    transferDelayMs: 20,
    verificationDelayMs: 10,
    creationDelayMs: 10,
    readLimitSeconds: 0,
  });
  const issuerAt = (url: string, own: typeof keys): CardIssuer =>
    createBridgecardIssuer({
      baseUrl: `${url}/v1/issuing/sandbox`,
      revealBaseUrl: `${url}/relay/v1/issuing/sandbox`,
      ...own,
      holderIdentity: 'none',
      program: {
        phone: '+12025550100',
        address: {
          street: 'Example Road',
          houseNumber: '1',
          city: 'Ikeja',
          state: 'Lagos',
          country: 'Nigeria',
          postalCode: '100271',
        },
      },
      clock: systemClock,
      timeouts: { connectMs: 500, totalMs: 1500 },
    });
  const issuer = issuerAt(simulator.url, keys);

  async function door(method: string, path: string, body: object = {}): Promise<unknown> {
    const init = { method, ...(method !== 'DELETE' && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${simulator.url}/sandbox/${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  return {
    issuer,
    stranger: issuerAt(simulator.url, strangeKeys),
    unreachable: issuerAt('http://127.0.0.1:1', keys),
    break: async (call, fault, times) =>
      void (await door('POST', 'faults', { path: paths[call], times, ...faults[fault] })),
    failTransfers: async () => void (await door('POST', 'faults', { path: 'fund_card', mode: 'async_fail', times: 0 })),
    forgeEvents: async () => void (await door('POST', 'faults', { path: 'webhook', mode: 'bad_signature', times: 0 })),
    heal: async () => void (await door('DELETE', 'faults')),
    waitForRateLimits: async () => void (await door('POST', 'clock', { advanceMs: 300_000 })),
    setFloat: async (amountCents) => void (await door('POST', 'wallet', { amountCents })),
    async buy(card, amount) {
      const { approved } = (await door('POST', 'purchases', { ...card, amount, merchant: 'Nimbus Stream' })) as {
        approved: boolean;
      };
      return approved;
    },
    async event(fits) {
      const { headers, body } = await receiver.next((delivery) => {
        const event = issuer.parseWebhook(delivery.body);
        return event !== undefined && fits(event);
      });
      const event = issuer.parseWebhook(body);
      if (!event) throw new Error('an event that fits was none');
      const signature = headers['x-webhook-signature'];
      return { signature: typeof signature === 'string' ? signature : undefined, event };
    },
    async close() {
      await simulator.close();
      await receiver.close();
    },
  };
}

describeCardIssuer('Bridgecard', startWorld);
