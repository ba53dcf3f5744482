import { describe, expect, it } from 'vitest';

import { StackError } from '#infra/local/supervisor/stack-error.ts';
import { readStackSettings } from '#infra/local/supervisor/stack-settings.ts';

const read = (env: NodeJS.ProcessEnv) => readStackSettings(env, '/clone');

/** Returns the message to the person who set these variables. */
function messageOf(env: NodeJS.ProcessEnv): string {
  try {
    read(env);
  } catch (thrown) {
    if (thrown instanceof StackError) return thrown.message;
    throw thrown;
  }
  return 'nothing';
}

describe('the settings of a local stack', () => {
  it('have these defaults', () => {
    expect(read({})).toEqual({
      port: 3000,
      dataDirectory: '/clone/.local',
      tableName: 'satchel',
      seed: 'demo',
      outside: {},
      isWatching: true,
      isDebugging: false,
      isTogether: false,
    });
  });

  it('take only a port number as PORT, and one of two seeds', () => {
    expect(read({ PORT: '3100', SEED: 'none' })).toMatchObject({ port: 3_100, seed: 'none' });
    for (const port of ['http', '0', '65536', '']) {
      expect(messageOf({ PORT: port })).toContain(`PORT is ${port}, but a port is a number from 1 to 65535`);
    }
    expect(messageOf({ SEED: 'all' })).toMatch(/^SEED is all, but it can only be demo .* or none/);
  });

  it('take a restored table in place of the first one', () => {
    expect(read({ RESTORED_TABLE: 'satchel-2026-11-23' })).toMatchObject({ tableName: 'satchel-2026-11-23' });
    expect(messageOf({ RESTORED_TABLE: 'a table' })).toMatch(/^RESTORED_TABLE is a table, but /);
  });

  it('watch the code of functions unless switched off', () => {
    expect(read({ WATCH: 'off', FUNCTIONS: 'together' })).toMatchObject({ isWatching: false, isTogether: true });
    expect(read({})).toMatchObject({ isTogether: false });
    expect(messageOf({ FUNCTIONS: 'two' })).toMatch(/^FUNCTIONS is two, but it can only be apart .* or together\.$/);
    expect(messageOf({ WATCH: 'no' })).toMatch(/^WATCH is no, but it can only be on .* or off\.$/);
  });

  it('open an inspector with DEBUG=1 only', () => {
    expect(read({ DEBUG: '1' })).toMatchObject({ isDebugging: true });
    expect(read({ DEBUG: 'vite:*' })).toMatchObject({ isDebugging: false });
  });

  it('take providers from elsewhere by their base URLs, and then have no demo', () => {
    const issuer = 'https://issuecards.api.bridgecard.co/v1/issuing/sandbox';
    const reveal = 'https://issuecards-api-bridgecard-co.relay.evervault.com/v1/issuing/sandbox';
    expect(read({ ISSUER_URL: `${issuer}/`, ISSUER_REVEAL_URL: reveal })).toMatchObject({
      seed: 'none',
      outside: { issuer: { api: issuer, reveal } },
    });
    expect(read({ PAYMENTS_URL: 'http://127.0.0.1:4000/' })).toMatchObject({
      seed: 'none',
      outside: { payments: 'http://127.0.0.1:4000' },
    });
  });

  it('complete an issuer named only by its host with the usual path, and use it for reveals too', () => {
    const url = 'http://127.0.0.1:4000/v1/issuing';
    expect(read({ ISSUER_URL: 'http://127.0.0.1:4000' }).outside).toEqual({ issuer: { api: url, reveal: url } });
  });

  it('take an empty variable for one that is not set', () => {
    expect(read({ ISSUER_URL: '', PAYMENTS_URL: '', ISSUER_REVEAL_URL: '' }).outside).toEqual({});
  });

  it.each(['ISSUER_URL', 'PAYMENTS_URL', 'ISSUER_REVEAL_URL'])('name %s when it is no address', (name) => {
    for (const value of [
      '127.0.0.1:4000',
      'localhost',
      '/v1',
      'ftp://host/v1',
      'http://',
      'http://a/?b=c',
      'http://u:p@a/',
    ]) {
      const said = messageOf({ ISSUER_URL: 'http://127.0.0.1:4000', [name]: value });
      expect(said).toContain(`${name} is ${value}, but it has to be a whole http or https address`);
    }
  });

  it('have no demo without both simulators, and say so', () => {
    for (const name of ['ISSUER_URL', 'PAYMENTS_URL']) {
      expect(messageOf({ SEED: 'demo', [name]: 'http://127.0.0.1:4000' })).toMatch(
        /^SEED is demo, but .* it can only be none/,
      );
    }
  });

  it('refuse ISSUER_REVEAL_URL without ISSUER_URL', () => {
    expect(messageOf({ ISSUER_REVEAL_URL: 'http://127.0.0.1:4000' })).toMatch(
      /^ISSUER_REVEAL_URL .* beside ISSUER_URL/,
    );
  });
});
