import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/auth/verify-email.ts';
import { authWorld, codeIn } from '#test/support/auth-world.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';

describe('GET /auth/email/verify/{code}', () => {
  it('verifies once, shows the referral and signs nobody in', async () => {
    const world = authWorld();
    await world.signUp({ referredBy: 'nobody' });
    const params = { code: codeIn(world.mails[0]) };
    const first = await callEndpoint(handler, world.services, { params });
    expect(first).toMatchObject({ status: 200, setCookies: [] });
    expect(first.body).toEqual({
      referral: { attempted: true, eligible: false, reason: 'The referral code is invalid or has expired.' },
    });
    const again = await callEndpoint(handler, world.services, { params });
    expect(again).toMatchObject({ status: 400, body: { code: 'InvalidVerificationLink' } });
  });

  it('is not used up by a page of another site', async () => {
    const world = authWorld();
    await world.signUp();
    const params = { code: codeIn(world.mails[0]) };
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    await expect(callEndpoint(handler, world.services, { params, headers })).resolves.toMatchObject({ status: 403 });
    await expect(callEndpoint(handler, world.services, { params })).resolves.toMatchObject({ status: 200 });
  });
});
