import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/settings.ts';
import { firstSteering } from '#functions/domain/steering/read-steering.ts';
import { insert } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('admin.settings', { handler, good: async () => ({}), refusals: {} });

it.each([
  ['reverses its direction', 'Loads are paused \u202euntil noon'],
  ['shows nothing', '\u200b'],
])('answers an announcement from before it was refused that it %s', async (_why, text) => {
  const world = moneyWorld();
  const admin = await world.cardholder(0, { role: 'admin' });
  const stored = {
    ...firstSteering,
    announcement: { text, untilMs: undefined },
    changedAtMs: world.clock.now(),
    changedBy: admin.userId,
    reason: 'The issuer is down.',
    version: 1,
  };
  await world.store.commit([insert('settings', { ...stored, scope: 'platform', history: [] })]);
  const { status, body } = await callRoute('admin.settings', handler, world.services, { as: admin });
  expect(status).toBe(200);
  expect(body).toMatchObject({ announcement: { text } });
});

it('leaves out a switch that only a later version has', async () => {
  const world = moneyWorld();
  const admin = await world.cardholder(0, { role: 'admin' });
  const later = { ...firstSteering.switches, load: false, cashback: false };
  const stored = {
    ...firstSteering,
    switches: later,
    changedAtMs: world.clock.now(),
    changedBy: admin.userId,
    reason: 'The issuer is down.',
    version: 1,
  };
  await world.store.commit([insert('settings', { ...stored, scope: 'platform', history: [stored] })]);
  const { status, body } = await callRoute('admin.settings', handler, world.services, { as: admin });
  expect(status).toBe(200);
  expect(body).toMatchObject({ switches: { ...firstSteering.switches, load: false } });
});
