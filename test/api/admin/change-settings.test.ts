import { handler as change } from '#functions/api/admin/change-settings.ts';
import { handler as read } from '#functions/api/admin/settings.ts';
import { callRoute } from '#test/support/call-route.ts';
import { firstCardLimits } from '#shared/card-limits.ts';
import { firstPrices } from '#shared/prices.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { settingsChange } from '#test/support/settings-change.ts';
import { switchOff } from '#test/support/switch-off.ts';
import { expect, it } from 'vitest';

const { body } = settingsChange;
const next = { ...firstPrices, from: '2099-01-01T00:00:00.000Z' };
const nextLimits = { ...firstCardLimits, from: next.from };

endpointSuite('admin.change-settings', {
  handler: change,
  good: async () => settingsChange,
  badBodies: [
    ['version', { version: -1 }],
    ['version', { version: 1.5 }],
    ['switches.load', { switches: { ...body.switches, load: 'off' } }],
    ['coinsOff.0', { coinsOff: ['GOLD'] }],
    ['restrictedCountries.0', { restrictedCountries: ['ru'] }],
    ['restrictedCountries.1', { restrictedCountries: ['RU', 'RUS'] }],
    ['restrictedCountries', { restrictedCountries: ['RU', 'XX'] }],
    ...(
      [
        ['cardFeeCents', 5_001],
        ['cardFeeCents', -1],
        ['firstLoadCents', 99],
        ['firstLoadCents', 10_001],
        ['loadPercent', 10.01],
        ['loadPercent', 2.005],
        ['loadPercent', -1],
        ['loadFixedCents', 1_001],
        ['loadFixedCents', 0.5],
        ['from', 'midnight'],
      ] as const
    ).map(([field, value]) => [`prices.0.${field}`, { prices: [{ ...next, [field]: value }] }] as const),
    ['prices', { prices: [{ ...next, from: '2020-01-01T00:00:00.000Z' }] }],
    ...(
      [
        ['balanceCents', 9_999],
        ['balanceCents', 500_001],
        ['monthlySpendCents', 499_999],
        ['monthlySpendCents', 750_000],
        ['monthlySpendCents', 1_000_001],
        ['from', 'midnight'],
      ] as const
    ).map(([field, value]) => [`limits.0.${field}`, { limits: [{ ...nextLimits, [field]: value }] }] as const),
    ['limits', { limits: [{ ...nextLimits, from: '2020-01-01T00:00:00.000Z' }] }],
    ['announcement.text', { announcement: { text: '', until: null } }],
    ['announcement.text', { announcement: { text: 'x'.repeat(301), until: null } }],
    ['announcement.until', { announcement: { text: 'Soon.', until: 'tomorrow' } }],
    ['announcement.until', { announcement: { text: 'Soon.', until: '2020-01-01T00:00:00.000Z' } }],
    ['reason', { reason: '' }],
  ],
  refusals: {
    Conflict: async ({ world }) => {
      await switchOff(world.services, ['load']);
      return settingsChange;
    },
  },
});

it('the second of two admins is refused, sees the change of the first, and can undo it', async () => {
  const world = moneyWorld();
  const [first, second] = [await world.cardholder(0, { role: 'admin' }), await world.cardholder(0, { role: 'admin' })];
  const put = (as: typeof first, more: object) =>
    callRoute('admin.change-settings', change, world.services, { as, body: { ...body, ...more } });
  await put(first, {});
  const switches = { ...body.switches, load: true, deposits: false };
  expect(await put(second, { switches })).toMatchObject({ status: 409, code: 'Conflict' });
  const { reply } = await callRoute('admin.settings', read, world.services, { as: second });
  expect(reply).toMatchObject({ version: 1, switches: { load: false, deposits: true }, changedBy: first.userId });
  const [before] = reply.history;
  const undone = { ...body, ...before, version: reply.version, reason: 'Undo.' };
  const { version, switches: was, coinsOff, announcement, reason } = undone;
  const { reply: after } = await callRoute('admin.change-settings', change, world.services, {
    as: second,
    body: { version, switches: was, coinsOff, announcement, reason },
  });
  expect(after).toMatchObject({ version: 2, switches: { load: true }, coinsOff: [], announcement: null });
  expect(world.store.all('audit').filter(({ action }) => action === 'settings')).toHaveLength(2);
});

it('accepts an expired announcement only unchanged: beside another change, or in an undo', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin' });
  const until = new Date(world.clock.now() + 60_000).toISOString();
  const put = (version: number, more: object) =>
    callRoute('admin.change-settings', change, world.services, { as, body: { ...body, version, ...more } });
  const announcement = { text: 'Back at noon.', until };
  expect((await put(0, { announcement })).status).toBe(200);
  world.clock.advance(60_000);
  const switches = { ...body.switches, signUp: false };
  expect((await put(1, { announcement, switches })).status).toBe(200);
  expect((await put(2, { announcement: null })).status).toBe(200);
  expect((await put(3, { announcement })).status).toBe(200);
  const again = { text: 'Back at one.', until };
  expect((await put(4, { announcement: again })).body).toMatchObject({ fields: { 'announcement.until': 'is over' } });
});

it('keeps the list of countries when a request has none, and changes it with a record', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin' });
  const put = async (version: number, more: object) => {
    const { restrictedCountries: _list, ...rest } = body;
    const sent = { ...rest, version, reason: `Change ${version}.`, ...more };
    return (await callRoute('admin.change-settings', change, world.services, { as, body: sent })).reply;
  };
  expect((await put(0, {})).restrictedCountries).toEqual(['CU', 'IR', 'KP', 'SY']);
  expect((await put(1, { restrictedCountries: ['RU', 'IR', 'RU'] })).restrictedCountries).toEqual(['IR', 'RU']);
  expect((await put(2, { coinsOff: [] })).restrictedCountries).toEqual(['IR', 'RU']);
  const records = world.store.all('audit').filter(({ action }) => action === 'settings');
  expect(records.map(({ before, after }) => [before?.['restrictedCountries'], after?.['restrictedCountries']])).toEqual(
    [
      [undefined, undefined],
      ['CU, IR, KP, SY', 'IR, RU'],
      [undefined, undefined],
    ],
  );
});

it('plans prices with a record, undoes that by the earlier version, and keeps them when a request has no list', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin' });
  const put = async (version: number, more: object) => {
    const sent = { ...body, version, reason: `Change ${version}.`, ...more };
    return (await callRoute('admin.change-settings', change, world.services, { as, body: sent })).reply;
  };
  const numbers = ({ prices }: { readonly prices: readonly { readonly version: number }[] }) =>
    prices.map(({ version }) => version);
  const planned = await put(0, { prices: [{ ...next, loadPercent: 3.5 }] });
  expect(numbers(planned)).toEqual([1, 2]);
  expect(numbers(await put(1, { coinsOff: [] }))).toEqual([1, 2]);
  const undone = await put(2, { prices: planned.history.at(-1)?.prices });
  expect(numbers(undone)).toEqual([1]);
  expect(numbers(await put(3, { prices: [{ ...next, loadPercent: 4 }] }))).toEqual([1, 3]);
  const records = world.store.all('audit').filter(({ action }) => action === 'settings');
  const second = '2 from 2099-01-01T00:00:00.000Z: card $15.00 + $5.00, load 3.5 % + $1.00';
  expect(records.map(({ before, after }) => [before['pricesToCome'], after['pricesToCome']])).toEqual([
    ['', second],
    [undefined, undefined],
    [second, ''],
    ['', second.replace('2 from', '3 from').replace('3.5 %', '4 %')],
  ]);
});

it('plans limits in the same way, beside prices', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin' });
  const put = async (version: number, more: object) => {
    const sent = { ...body, version, reason: `Change ${version}.`, ...more };
    return (await callRoute('admin.change-settings', change, world.services, { as, body: sent })).reply;
  };
  const planned = await put(0, { prices: [next], limits: [{ ...nextLimits, balanceCents: 200_000 }] });
  expect([planned.prices.length, planned.limits.map(({ balanceCents }) => balanceCents)]).toEqual([
    2,
    [500_000, 200_000],
  ]);
  expect((await put(1, { coinsOff: [] })).limits).toEqual(planned.limits);
  const { limits, prices } = await put(2, { limits: planned.history.at(-1)?.limits });
  expect([prices.length, limits]).toEqual([2, [planned.limits[0]]]);
  const records = world.store.all('audit').filter(({ action }) => action === 'settings');
  const second = '2 from 2099-01-01T00:00:00.000Z: balance $2,000.00, month $10,000.00';
  expect(records.map(({ before, after }) => [before['limitsToCome'], after['limitsToCome']])).toEqual([
    ['', second],
    [undefined, undefined],
    [second, ''],
  ]);
});

it('undoes prices and limits in force: the earlier ones are planned 5 minutes ahead, with a record', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin' });
  const put = async (version: number, more: object) => {
    const sent = { ...body, version, reason: `Change ${version}.`, ...more };
    return (await callRoute('admin.change-settings', change, world.services, { as, body: sent })).reply;
  };
  const from = (minutes: number) => new Date(world.clock.now() + minutes * 60_000).toISOString();
  const planned = await put(0, {
    prices: [{ ...firstPrices, loadPercent: 3.5, from: from(6) }],
    limits: [{ ...firstCardLimits, balanceCents: 200_000, from: from(6) }],
  });
  world.clock.advance(60 * 60_000);
  const [before] = planned.history;
  const undone = await put(1, { prices: before?.prices, limits: before?.limits });
  expect(undone.version).toBe(2);
  expect(undone.prices.slice(2)).toEqual([{ ...firstPrices, version: 3, from: from(5) }]);
  expect(undone.limits.slice(2)).toEqual([{ ...firstCardLimits, version: 3, from: from(5) }]);
  expect(world.store.all('audit').at(-1)).toMatchObject({
    action: 'settings',
    after: { pricesToCome: expect.stringContaining('load 3 %'), limitsToCome: expect.stringContaining('$5,000.00') },
  });
});
