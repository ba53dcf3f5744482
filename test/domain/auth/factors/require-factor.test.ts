import { describe, expect, it } from 'vitest';
import { handler as dashboard } from '#functions/api/admin/dashboard.ts';
import { handler as startTotp } from '#functions/api/user/start-totp.ts';
import { handler as removeTotp } from '#functions/api/user/remove-totp.ts';
import { lacksFactor } from '#functions/domain/auth/factors/require-factor.ts';
import type { Services } from '#functions/ports/services.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { callRoute } from '#test/support/call-route.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const email = 'admin@satchel.test';

describe('an admin with neither an app nor a passkey', () => {
  it('may only add one, and may do everything from then on', async () => {
    const { services, ...world } = moneyWorld();
    const admin = await world.cardholder(0, { role: 'admin', factors: undefined });
    const read = async () => callRoute('admin.dashboard', dashboard, services, { as: admin });
    expect((await read()).code).toBe('FactorRequired');
    expect((await callRoute('user.start-totp', startTotp, services, { as: admin })).status).toBe(200);
    expect((await read()).code).toBe('FactorRequired');
    await addTotp(services, admin);
    expect((await read()).status).toBe(200);
  });

  it('may do everything as the demo admin whose address the local stack names, and only there', async () => {
    const world = moneyWorld();
    const demo = await world.cardholder(0, { role: 'admin', factors: undefined, email });
    const other = await world.cardholder(0, { role: 'admin', factors: undefined });
    const services: Services = { ...world.services, settings: { ...world.services.settings, demoAdminEmail: email } };
    const read = async (as: typeof demo, over = services) => callRoute('admin.dashboard', dashboard, over, { as });
    expect((await read(demo)).status).toBe(200);
    expect((await read(other)).code).toBe('FactorRequired');
    expect((await read(demo, world.services)).code).toBe('FactorRequired');
    await addTotp(services, demo);
    expect((await callRoute('user.remove-totp', removeTotp, services, { as: demo })).status).toBe(204);
  });

  it('lacks a factor, also with recovery codes; a cardholder needs none', () => {
    const settings = { demoAdminEmail: undefined };
    expect(lacksFactor({ role: 'user', email, factors: undefined }, settings)).toBe(false);
    expect(lacksFactor({ role: 'admin', email, factors: undefined }, settings)).toBe(true);
    expect(lacksFactor({ role: 'admin', email, factors: ['recovery_code'] }, settings)).toBe(true);
    expect(lacksFactor({ role: 'admin', email, factors: ['totp'] }, settings)).toBe(false);
    expect(lacksFactor({ role: 'admin', email, factors: ['passkey'] }, settings)).toBe(false);
  });
});
