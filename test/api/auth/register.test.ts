import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/auth/register.ts';
import { authWorld, goodPassword } from '#test/support/auth-world.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';

const body = {
  email: 'ada@example.com',
  firstname: 'Ada',
  lastname: 'Lovelace',
  password: goodPassword,
  confirmPassword: goodPassword,
};

describe('POST /auth/register', () => {
  it('returns 201, with the same bytes for an address that is taken', async () => {
    const world = authWorld();
    const fresh = await callEndpoint(handler, world.services, { body });
    const taken = await callEndpoint(handler, world.services, { body: { ...body, firstname: 'Eve' } });
    expect(fresh.status).toBe(201);
    expect(fresh.body['message']).toContain('Check your email');
    expect(taken).toEqual(fresh);
    expect(fresh.setCookies).toEqual([]);
  });

  it.each([
    ['a password without a digit', { password: 'Correct-horse', confirmPassword: 'Correct-horse' }, 'password'],
    ['passwords that differ', { confirmPassword: 'Correct-horse-2' }, 'confirmPassword'],
    ['an invalid address', { email: 'ada' }, 'email'],
    ['no first name', { firstname: ' ' }, 'firstname'],
    ['a role', { role: 'admin' }, 'role'],
    ['a balance', { balance: 100000 }, 'balance'],
  ])('refuses %s and stores nothing', async (_, changes, field) => {
    const world = authWorld();
    const answer = await callEndpoint(handler, world.services, { body: { ...body, ...changes } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
    expect(answer.body['fields']).toHaveProperty(field);
    expect(JSON.stringify(answer.body)).not.toContain('Correct-horse');
    expect(world.store.all('user')).toEqual([]);
  });

  it('refuses a request from another site', async () => {
    const world = authWorld();
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    const answer = await callEndpoint(handler, world.services, { body, headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'CrossSiteRequest' } });
    expect(world.store.all('user')).toEqual([]);
  });
});
