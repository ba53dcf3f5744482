import { expect, it } from 'vitest';
import { handler } from '#functions/api/auth/cancel-factor-reset.ts';
import { orderFactorReset } from '#functions/domain/auth/factor-reset/order-factor-reset.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { authWorld, cancelTokenIn } from '#test/support/auth-world.ts';
import { callRoute } from '#test/support/call-route.ts';

it('POST /auth/factor-reset/cancel cancels the reset once', async () => {
  const world = authWorld();
  const { userId } = await world.joined();
  await addTotp(world.services, { userId });
  for (const email of ['first@example.com', 'second@example.com']) {
    const admin = await world.joined({ email });
    await world.change(admin.userId, { role: 'admin' });
    await orderFactorReset(world.services, { actorId: admin.userId, userId, reason: 'Lost the phone.' });
  }
  const body = { token: cancelTokenIn(world.mails.at(-1)) };
  const answer = await callRoute('auth.cancel-factor-reset', handler, world.services, { body });
  expect([answer.status, answer.setCookies]).toEqual([200, []]);
  expect((await world.store.get('user', { userId }))?.factorReset?.approval?.canceledAtMs).toBe(world.clock.now());
  const again = await callRoute('auth.cancel-factor-reset', handler, world.services, { body });
  expect(again).toMatchObject({ status: 400, code: 'InvalidUndoLink' });
});

it.each([{}, { token: '' }, { token: 7 }, { token: 'x'.repeat(300) }, { token: 'x', more: 1 }])(
  'POST /auth/factor-reset/cancel refuses the body %j',
  async (body) => {
    const { services } = authWorld();
    const answer = await callRoute('auth.cancel-factor-reset', handler, services, { body });
    expect(answer).toMatchObject({ status: 400, code: 'ValidationFailed' });
  },
);

it('POST /auth/factor-reset/cancel cannot be triggered by another site', async () => {
  const { services } = authWorld();
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
  const answer = await callRoute('auth.cancel-factor-reset', handler, services, { body: { token: 'x' }, headers });
  expect(answer).toMatchObject({ status: 403, code: 'CrossSiteRequest' });
});
