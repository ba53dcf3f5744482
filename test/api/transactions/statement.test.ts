import { expect, it } from 'vitest';
import { handler } from '#functions/api/transactions/statement.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { cookiesOf } from '#test/support/signed-in.ts';

const query = { from: '2026-11-01', to: '2026-12-01' };

endpointSuite('transactions.statement', { handler, good: async () => ({ query }), refusals: {} });

it("transactions.statement ties to the balance and holds only the caller's lines", async () => {
  const world = moneyWorld();
  const [user, stranger] = [await world.cardholder(7_000), await world.cardholder(9_000)];
  await world.openCard(stranger);
  const { reply } = await callRoute('transactions.statement', handler, world.services, { as: user, query });
  expect(reply).toMatchObject({ opening: 0, closing: 7_000, moneyIn: 7_000, moneyOut: 0, fees: 0 });
  expect(reply.lines.map(({ amount, balance }) => [amount, balance])).toEqual([[7_000, 7_000]]);
});

it('transactions.statement returns a CSV file on request', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(7_000);
  const cookies = await cookiesOf(world.services, user);
  const answer = await callEndpoint(handler, world.services, { cookies, query: { ...query, format: 'csv' } });
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="satchel-account-2026-11-01.csv"',
      'cache-control': expect.stringContaining('no-store'),
    },
  });
  expect(answer.text).toMatch(/^\ufeffdate,reference,kind,description,amount,fee,balance\r\n.*,70.00,0.00,70.00\r\n$/);
});

it.each([
  ['from', { to: '2026-12-01' }],
  ['to', { from: '2026-12-01', to: '2026-11-01' }],
  ['from', { from: 'yesterday', to: '2026-12-01' }],
  ['format', { ...query, format: 'pdf' }],
])('transactions.statement names %s when that is wrong', async (field, wrong) => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const answer = await callRoute('transactions.statement', handler, world.services, {
    as: user,
    query: wrong,
  });
  expect(answer).toMatchObject({
    status: 400,
    code: 'ValidationFailed',
    body: { fields: { [field]: expect.any(String) } },
  });
});
