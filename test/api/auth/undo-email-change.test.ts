import { expect, it } from 'vitest';
import { handler } from '#functions/api/auth/undo-email-change.ts';
import { finishEmailChange } from '#functions/domain/auth/addresses/finish-email-change.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { startEmailChange } from '#functions/domain/auth/addresses/start-email-change.ts';
import { authWorld, digitsIn, undoTokenIn } from '#test/support/auth-world.ts';
import { keptCookies } from '#test/support/call-endpoint.ts';
import { callRoute } from '#test/support/call-route.ts';
import { cookiesOf } from '#test/support/signed-in.ts';

it('POST /auth/email/undo gives the address back and signs this browser out', async () => {
  const world = authWorld();
  const user = await world.joined();
  const cookies = await cookiesOf(world.services, user);
  await startEmailChange(world.services, { user, newEmail: 'new@example.com' });
  const session = newSession(world.services, user);
  await finishEmailChange(world.services, { user, session, code: digitsIn(world.mails.at(-1)) });
  const body = { token: undoTokenIn(world.mails.at(-1)) };
  const answer = await callRoute('auth.undo-email-change', handler, world.services, { body, cookies });
  expect([answer.status, keptCookies(answer.setCookies)]).toEqual([200, {}]);
  expect(answer.setCookies).toHaveLength(2);
  expect(world.userByEmail('ada@example.com').userId).toBe(user.userId);
  const again = await callRoute('auth.undo-email-change', handler, world.services, { body });
  expect(again).toMatchObject({ status: 400, code: 'InvalidUndoLink' });
});

it.each([{}, { token: '' }, { token: 7 }, { token: 'x'.repeat(300) }, { token: 'x', more: 1 }])(
  'POST /auth/email/undo refuses the body %j',
  async (body) => {
    const { services } = authWorld();
    const answer = await callRoute('auth.undo-email-change', handler, services, { body });
    expect(answer).toMatchObject({ status: 400, code: 'ValidationFailed' });
  },
);

it('POST /auth/email/undo cannot be triggered by another site', async () => {
  const { services } = authWorld();
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
  const answer = await callRoute('auth.undo-email-change', handler, services, { body: { token: 'x' }, headers });
  expect(answer).toMatchObject({ status: 403, code: 'CrossSiteRequest' });
});
