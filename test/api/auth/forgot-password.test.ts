import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/auth/forgot-password.ts';
import { authWorld } from '#test/support/auth-world.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';

describe('POST /auth/password/forgot', () => {
  it('returns the same bytes whether or not there is an account, even after too many requests', async () => {
    const world = authWorld();
    await world.joined();
    const ask = async (email: string) => callEndpoint(handler, world.services, { body: { email } });
    for (let round = 0; round < 4; round++) {
      const known = await ask('ada@example.com');
      expect(await ask('nobody@example.com')).toMatchObject({ status: known.status, body: known.body });
      if (round < 3) expect(known).toMatchObject({ status: 200, setCookies: [] });
      else expect(known).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
    }
    expect(world.mails.filter(({ subject }) => subject === 'Choose a new password')).toHaveLength(3);
  });

  it.each([{}, { email: '' }, { email: 'ada' }, { email: 'a@b.example', more: 1 }])('refuses %j', async (body) => {
    const answer = await callEndpoint(handler, authWorld().services, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
  });

  it('cannot be triggered by another site', async () => {
    const world = authWorld();
    await world.joined();
    const headers = { origin: 'https://evil.example' };
    const answer = await callEndpoint(handler, world.services, { body: { email: 'ada@example.com' }, headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'CrossSiteRequest' } });
    expect(world.store.all('passwordReset')).toHaveLength(0);
  });
});
