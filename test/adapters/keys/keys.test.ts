import { describe, expect, it } from 'vitest';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import { sessionSecret, testKey, testKeys } from '#test/support/test-keys.ts';

const keys = testKeys();
const sessionId = 'ses_01J8XW4Y7ZQK5N3M2R6T9V0B1C';

describe('a refresh token', () => {
  it('is the same each time it is derived, and names its session and generation', async () => {
    const token = await keys.refreshToken(sessionId, 3);
    expect(await keys.refreshToken(sessionId, 3)).toBe(token);
    await expect(keys.readRefreshToken(token)).resolves.toEqual({ sessionId, generation: 3 });
  });

  it('cannot be forged from another token', async () => {
    const token = await keys.refreshToken(sessionId, 3);
    const [, , signature = ''] = token.split('.');
    for (const forged of [
      `${sessionId}.4.${signature}`,
      `ses_${'0'.repeat(26)}.3.${signature}`,
      `${sessionId}.03.${signature}`,
      `${sessionId}.3.${signature.slice(0, -1)}`,
      `${sessionId}.3.${'A'.repeat(43)}`,
      `${token} `,
      '',
      'x'.repeat(5000),
    ]) {
      await expect(keys.readRefreshToken(forged)).resolves.toBeUndefined();
    }
  });

  it('is valid after a rotation of its key', async () => {
    const rotated = testKeys({ refreshKey: testKey('refresh 2'), refreshKeyBefore: sessionSecret.refreshKey });
    await expect(rotated.readRefreshToken(await keys.refreshToken(sessionId, 1))).resolves.toBeDefined();
    await expect(keys.readRefreshToken(await rotated.refreshToken(sessionId, 1))).resolves.toBeUndefined();
    // An operator may end the rotation with an empty text instead of removing the field.
    const over = testKeys({ refreshKey: testKey('refresh 2'), refreshKeyBefore: '' });
    await expect(over.readRefreshToken(await rotated.refreshToken(sessionId, 1))).resolves.toBeDefined();
    await expect(over.readRefreshToken(await keys.refreshToken(sessionId, 1))).resolves.toBeUndefined();
  });
});

describe('a device token', () => {
  it('proves the device for one address only', async () => {
    const [ada, bob] = [await keys.emailHash('ada@example.com'), await keys.emailHash('bob@example.com')];
    const token = await keys.deviceToken(ada, 'abcdefghijklmnop');
    await expect(keys.readDeviceToken(ada, token)).resolves.toBe('abcdefghijklmnop');
    await expect(keys.readDeviceToken(bob, token)).resolves.toBeUndefined();
    await expect(keys.readDeviceToken(ada, token.replace('abcd', 'xbcd'))).resolves.toBeUndefined();
    await expect(keys.readDeviceToken(ada, '')).resolves.toBeUndefined();
  });
});

describe('a hash', () => {
  it('of a code is bound to its purpose', async () => {
    expect(await keys.codeHash('a', 'bc')).not.toBe(await keys.codeHash('ab', 'c'));
    expect(await keys.codeHash('a', 'bc')).toBe(await keys.codeHash('a', 'bc'));
  });

  it('of an address needs the pepper', async () => {
    const other = testKeys({ pepper: testKey('other') });
    expect(await keys.emailHash('ada@example.com')).not.toBe(await other.emailHash('ada@example.com'));
  });
});

describe('a secret', () => {
  it('can be decrypted for its own use only, and hides its content', async () => {
    const encrypted = await keys.encryptSecret('totp:usr_1', 'JBSWY3DPEHPK3PXP');
    expect(Buffer.from(encrypted, 'base64url').includes('JBSWY3DP')).toBe(false);
    expect(await keys.encryptSecret('totp:usr_1', 'JBSWY3DPEHPK3PXP')).not.toBe(encrypted);
    expect(await keys.decryptSecret('totp:usr_1', encrypted)).toBe('JBSWY3DPEHPK3PXP');
    await expect(keys.decryptSecret('totp:usr_2', encrypted)).rejects.toThrow();
    await expect(testKeys({ pepper: testKey('other') }).decryptSecret('totp:usr_1', encrypted)).rejects.toThrow();
  });

  it('is refused when any part of it was changed', async () => {
    const encrypted = Buffer.from(await keys.encryptSecret('totp:usr_1', 'JBSWY3DPEHPK3PXP'), 'base64url');
    for (const place of [0, 12, 28, encrypted.length - 1]) {
      const changed = Buffer.from(encrypted);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await expect(keys.decryptSecret('totp:usr_1', changed.toString('base64url')), String(place)).rejects.toThrow();
    }
    for (const short of ['', 'AAAA', encrypted.subarray(0, 28).toString('base64url')])
      await expect(keys.decryptSecret('totp:usr_1', short)).rejects.toThrow();
  });
});

describe('an encrypted cursor', () => {
  it('can be decrypted for its own list only, and hides its content', async () => {
    const encrypted = await keys.encryptCursor('cards', 'crd_01J8');
    expect(Buffer.from(encrypted, 'base64url').toString('latin1')).not.toContain('crd_');
    await expect(keys.decryptCursor('cards', encrypted)).resolves.toBe('crd_01J8');
    expect(await keys.encryptCursor('cards', 'crd_01J8')).toBe(encrypted);
    // AES-GCM gives both texts away when two of them share a nonce.
    const nonces = [
      encrypted,
      await keys.encryptCursor('cards', 'crd_01J9'),
      await keys.encryptCursor('users', 'crd_01J8'),
    ];
    expect(new Set(nonces.map((each) => each.slice(0, 16))).size).toBe(3);
    await expect(keys.decryptCursor('transactions', encrypted)).resolves.toBeUndefined();
  });

  it('cannot be forged', async () => {
    const encrypted = await keys.encryptCursor('cards', 'crd_01J8');
    for (let at = 0; at < encrypted.length - 1; at++) {
      const turned = encrypted.slice(0, at) + (encrypted[at] === 'A' ? 'B' : 'A') + encrypted.slice(at + 1);
      await expect(keys.decryptCursor('cards', turned)).resolves.toBeUndefined();
    }
    await expect(keys.decryptCursor('cards', '')).resolves.toBeUndefined();
  });
});

describe('a webhook token', () => {
  it('belongs to one deposit', async () => {
    const token = await keys.callbackToken('dep_A');
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    await expect(keys.isCallbackToken('dep_A', token)).resolves.toBe(true);
    await expect(keys.isCallbackToken('dep_B', token)).resolves.toBe(false);
    await expect(keys.isCallbackToken('dep_A', '')).resolves.toBe(false);
    // Not with a character less or more.
    await expect(keys.isCallbackToken('dep_A', token.slice(0, -1))).resolves.toBe(false);
    await expect(keys.isCallbackToken('dep_A', `${token}A`)).resolves.toBe(false);
    for (const place of [0, 8, 21, 42]) {
      const forged = `${token.slice(0, place)}${token[place] === 'x' ? 'y' : 'x'}${token.slice(place + 1)}`;
      await expect(keys.isCallbackToken('dep_A', forged)).resolves.toBe(false);
    }
  });

  it("of the issuer is accepted only as the path token in the issuer's secret", async () => {
    await expect(keys.isIssuerToken('a-path-token')).resolves.toBe(true);
    await expect(keys.isIssuerToken('a-path-tokem')).resolves.toBe(false);
    for (const near of ['a-path-toke', 'a-path-token2', 'A-path-token', 'a-path']) {
      await expect(keys.isIssuerToken(near)).resolves.toBe(false);
    }
    await expect(keys.isIssuerToken('')).resolves.toBe(false);
  });
});

describe('while a key is being rotated', () => {
  it('the callback tokens of both keys are accepted, and new deposits get one of the new key', async () => {
    const before = await keys.callbackToken('dep_A');
    const secret = { callbackKey: testKey('a new one'), callbackKeyBefore: testKey('callback') };
    const rotated = createKeys({ payments: () => Promise.resolve(secret) });
    expect(await rotated.callbackToken('dep_A')).not.toBe(before);
    await expect(rotated.isCallbackToken('dep_A', before)).resolves.toBe(true);
    await expect(rotated.isCallbackToken('dep_A', await rotated.callbackToken('dep_A'))).resolves.toBe(true);
    await expect(rotated.isCallbackToken('dep_B', before)).resolves.toBe(false);
  });

  it('both path tokens of the issuer are accepted', async () => {
    const secret = { webhookPathToken: 'a-new-token', webhookPathTokenBefore: 'a-path-token' };
    const rotated = createKeys({ issuer: () => Promise.resolve(secret) });
    for (const token of Object.values(secret)) await expect(rotated.isIssuerToken(token)).resolves.toBe(true);
    await expect(rotated.isIssuerToken('')).resolves.toBe(false);
    const over = createKeys({ issuer: () => Promise.resolve({ ...secret, webhookPathTokenBefore: '' }) });
    await expect(over.isIssuerToken('a-path-token')).resolves.toBe(false);
    await expect(over.isIssuerToken('')).resolves.toBe(false);
  });
});

describe('a function', () => {
  it('without a grant for a secret names the one it lacks', async () => {
    const none = createKeys({});
    await expect(none.emailHash('x')).rejects.toThrow('not granted the session secret');
    await expect(none.callbackToken('x')).rejects.toThrow('not granted the payments secret');
    await expect(none.isIssuerToken('x')).rejects.toThrow('not granted the issuer secret');
  });

  it('refuses a weak or missing key without quoting it', async () => {
    await expect(testKeys({ pepper: 'c2hvcnQ' }).emailHash('x')).rejects.toThrow(
      "the secret's pepper is missing or shorter than 256 bits",
    );
    await expect(testKeys({ jwtKey: undefined }).readAccessToken('x', 0)).rejects.toThrow('jwtKey is missing');
    const empty = createKeys({ issuer: async () => ({ webhookPathToken: '' }) });
    await expect(empty.isIssuerToken('')).rejects.toThrow('webhookPathToken is missing');
  });
});

describe('values that are stored or held by browsers', () => {
  const keys = testKeys();

  // With other values, all existing accounts, codes, sessions and links would be lost.
  it.each([
    ['an address', keys.emailHash('ada@example.com'), 'e6rDN2UXAapLcTHd6hX76js71j4dx4lotOSb86xTv1E'],
    ['a code', keys.codeHash('one-time-code', '123456'), 'ugL_rLe6Qc0Le6Lf8Tc3Z8vy1uxNLZ3pBMzvZFNocTI'],
    ['a refresh token', keys.refreshToken('ses_1', 2), 'ses_1.2._INbUbnjBVSXzBo4EglHnBhX5iqzooTGuxdNFCZ-pI0'],
    ['a device', keys.deviceToken('hash', 'device'), 'device.BBpuotWnA-16iKQWIbSTuyDGn1bPl44w7Z2qJtUV4bg'],
    ['a callback', keys.callbackToken('dep_1'), 'QaTDaGXd_87fz2iFiOctwtnsL9RmHLZsyV_EnzEQU5Y'],
    ['a cursor', keys.encryptCursor('cards', 'from-here'), '4rUlC8nHPwE9SncYZQgt6KXYQDOuLbPSK4t88qEqrTVUGqUC-A'],
  ])('stays the same from one release to the next: %s', async (_, made, kept) => {
    expect(await made).toBe(kept);
  });
});
