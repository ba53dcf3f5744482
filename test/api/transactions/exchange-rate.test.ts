import { describe, expect, it } from 'vitest';
import { coins } from '#shared/catalogue.ts';
import { handler } from '#functions/api/transactions/exchange-rate.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('transactions.exchange-rate', {
  handler,
  good: async () => ({ params: { currency: 'USDT' } }),
  refusals: {
    NotFound: async () => ({ params: { currency: 'GOLD' } }),
    ProviderUnavailable: async ({ world }) => {
      world.payments.readRate = async () => ({ outcome: 'unknown', detail: 'scripted' });
      return { params: { currency: 'BTC' } };
    },
  },
});

describe('GET /transactions/exchange-rate/{currency}', () => {
  const staged = async (rate: string | undefined) => {
    const world = moneyWorld();
    const as = await world.cardholder(0);
    world.payments.readRate = async () => ({ outcome: 'success', value: rate });
    return (currency: string) =>
      callRoute('transactions.exchange-rate', handler, world.services, { as, params: { currency } });
  };

  it('shows the price of every coin that we take, in any case', async () => {
    const read = await staged('64123.5');
    for (const coin of Object.keys(coins)) {
      expect((await read(coin.toLowerCase())).reply).toEqual({ from: coin, course: 64_123.5 });
    }
  });

  it.each(['__proto__', 'constructor', 'toString', 'USD', ''])('refuses %j', async (currency) => {
    const read = await staged('1');
    expect(await read(currency)).toMatchObject({ status: 404, code: 'NotFound' });
  });

  it('reports it when the provider quotes no price', async () => {
    const read = await staged(undefined);
    expect(await read('BTC')).toMatchObject({ status: 404, code: 'NotFound' });
  });
});
