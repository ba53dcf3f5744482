import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultProvider } from '#functions/runtime/env-credentials.ts';

const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];

describe('the credentials of a Lambda', () => {
  const before = { ...process.env };
  beforeEach(() => {
    for (const name of names) process.env[name] = name;
  });
  afterEach(() => {
    for (const name of names) delete process.env[name];
    Object.assign(process.env, before);
  });

  it('are what the environment holds at each call, with the session token', async () => {
    const read = defaultProvider();
    const keys = { accessKeyId: 'AWS_ACCESS_KEY_ID', secretAccessKey: 'AWS_SECRET_ACCESS_KEY' };
    expect(await read()).toEqual({ ...keys, sessionToken: 'AWS_SESSION_TOKEN' });
    process.env['AWS_SESSION_TOKEN'] = 'rotated';
    expect(await read()).toMatchObject({ sessionToken: 'rotated' });
    delete process.env['AWS_SESSION_TOKEN'];
    expect(await read()).toEqual(keys);
  });

  it.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('are refused without %s', async (name) => {
    delete process.env[name];
    await expect(defaultProvider()()).rejects.toThrow('no AWS credentials');
  });
});
