import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { sessionSecret, testKey, testKeys } from '#test/support/test-keys.ts';

const keys = testKeys();
const nowMs = Date.UTC(2026, 0, 15, 12);
const now = nowMs / 1000;
const claims = { userId: 'usr_A', sessionId: 'ses_B', nowMs, expiresAtMs: nowMs + 900_000 };
const jwtKey = Buffer.from(sessionSecret.jwtKey, 'base64url');
const genuine = await keys.accessToken(claims);
const header = JSON.parse(Buffer.from(genuine.split('.')[0] ?? '', 'base64url').toString()) as {
  alg: string;
  typ: string;
  kid: string;
};

/** Signs a token like ours with our own key, with some fields changed. */
function variant(
  changes: { header?: Record<string, unknown>; payload?: Record<string, unknown>; key?: Uint8Array } = {},
): Promise<string> {
  return new SignJWT({
    sid: 'ses_B',
    sub: 'usr_A',
    iss: 'satchel',
    aud: 'satchel-api',
    iat: now,
    nbf: now,
    exp: now + 900,
    ...changes.payload,
  })
    .setProtectedHeader({ ...header, ...changes.header })
    .sign(changes.key ?? jwtKey);
}

/** Appends to a header and payload the signature of our key. */
function sign(signed: string): string {
  return `${signed}.${createHmac('sha256', jwtKey).update(signed).digest('base64url')}`;
}

/** Reads a token; fails when jose judges it differently. */
async function read(token: string, atMs = nowMs): Promise<unknown> {
  const claims = await keys.readAccessToken(token, atMs);
  expect(claims, `jose on ${token}`).toEqual(await readByJose(token, atMs));
  return claims;
}

async function readByJose(token: string, atMs: number): Promise<unknown> {
  const { kid } = header;
  try {
    const { payload } = await jwtVerify(
      token,
      (given) => {
        if (given.kid !== kid) throw new Error('an unknown key');
        return jwtKey;
      },
      {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer: 'satchel',
        audience: 'satchel-api',
        requiredClaims: ['sub', 'sid', 'exp', 'nbf', 'iat'],
        clockTolerance: 5,
        currentDate: new Date(atMs),
      },
    );
    const { sub: userId, sid: sessionId } = payload;
    return typeof userId === 'string' && typeof sessionId === 'string' ? { userId, sessionId } : undefined;
  } catch {
    return undefined;
  }
}

describe('an access token', () => {
  it('names user and session by their ids, and holds nothing personal', async () => {
    await expect(read(genuine)).resolves.toEqual({ userId: 'usr_A', sessionId: 'ses_B' });
    const payload = JSON.parse(Buffer.from(genuine.split('.')[1] ?? '', 'base64url').toString()) as object;
    expect(Object.keys(payload).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'nbf', 'sid', 'sub']);
    await expect(read(await variant())).resolves.toEqual({ userId: 'usr_A', sessionId: 'ses_B' });
  });

  it('expires at its time, with a tolerance of five seconds', async () => {
    await expect(read(genuine, nowMs + 900_000 + 4_000)).resolves.toBeDefined();
    await expect(read(genuine, nowMs + 900_000 + 6_000)).resolves.toBeUndefined();
    await expect(read(genuine, nowMs - 4_000)).resolves.toBeDefined();
    await expect(read(genuine, nowMs - 6_000)).resolves.toBeUndefined();
    for (const seconds of [-6, -5, -4, 904, 905, 906]) await read(genuine, nowMs + seconds * 1000);
  });

  it.each([
    ['another type', { header: { typ: 'JWT' } }],
    ['no type', { header: { typ: undefined } }],
    ['another audience', { payload: { aud: 'satchel-otp' } }],
    ['no audience', { payload: { aud: undefined } }],
    ['another issuer', { payload: { iss: 'somebody' } }],
    ['an end in the past', { payload: { exp: now - 60 } }],
    ['no end', { payload: { exp: undefined } }],
    ['a start in the future', { payload: { nbf: now + 60 } }],
    ['no start', { payload: { nbf: undefined } }],
    ['no subject', { payload: { sub: undefined } }],
    ['no session', { payload: { sid: undefined } }],
    ['a session that is no text', { payload: { sid: 7 } }],
    ['an unknown key id', { header: { kid: 'AAAAAAAAAAAA' } }],
    ['no key id', { header: { kid: undefined } }],
    ['a foreign key under our key id', { key: Buffer.from(testKey('foreign'), 'base64url') }],
    ['a subject that is no text', { payload: { sub: 7 } }],
    ['an end that is no number', { payload: { exp: String(now + 900) } }],
    ['a start that is no number', { payload: { nbf: String(now) } }],
    ['a time of issue that is no number', { payload: { iat: String(now) } }],
    ['no time of issue', { payload: { iat: undefined } }],
    ['another algorithm under our key', { header: { alg: 'HS512' }, key: Buffer.concat([jwtKey, jwtKey]) }],
  ])('is refused with %s', async (_, changes) => {
    await expect(read(await variant(changes))).resolves.toBeUndefined();
  });

  it('is refused without a signature', async () => {
    const unsigned = new UnsecuredJWT({ sid: 'ses_B' })
      .setSubject('usr_A')
      .setIssuer('satchel')
      .setAudience('satchel-api')
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + 900)
      .encode();
    await expect(read(unsigned)).resolves.toBeUndefined();
    const [, payload] = genuine.split('.');
    const none = Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url');
    await expect(read(`${none}.${payload}.`)).resolves.toBeUndefined();
  });

  it('is refused when it brings its own key', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const token = await new SignJWT({ sid: 'ses_B' })
      .setProtectedHeader({ ...header, alg: 'RS256', jwk, jku: 'http://127.0.0.1/keys' })
      .setSubject('usr_A')
      .setExpirationTime(now + 900)
      .sign(privateKey);
    await expect(read(token)).resolves.toBeUndefined();
  });

  it('is refused when a byte of it is changed, and when it is no token', async () => {
    const [head, payload, signature = ''] = genuine.split('.');
    const turned = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const token of [
      `${head}.${payload}.${turned}`,
      `${head}.${payload}`,
      '',
      'x',
      '..',
      genuine.repeat(2),
      `${genuine}.`,
      ` ${genuine}`,
      `${genuine}.${genuine}`,
      `e30.${payload}.${signature}`,
      `bnVsbA.${payload}.${signature}`,
    ]) {
      await expect(read(token)).resolves.toBeUndefined();
    }
  });

  it('is refused when its signature is encoded in another way, although jose accepts that', async () => {
    for (const token of [`${genuine}=`, `${genuine} `]) {
      await expect(keys.readAccessToken(token, nowMs)).resolves.toBeUndefined();
      await expect(readByJose(token, nowMs)).resolves.toBeDefined();
    }
  });

  it('is refused when its header names another algorithm or an extension', async () => {
    for (const changes of [{ alg: 'HS512' }, { alg: undefined }, { crit: ['exp'], exp: now + 900 }]) {
      const head = Buffer.from(JSON.stringify({ ...header, ...changes })).toString('base64url');
      await expect(read(sign(`${head}.${genuine.split('.')[1]}`))).resolves.toBeUndefined();
    }
  });

  it('is refused when it is longer than any of ours', async () => {
    const long = await variant({ payload: { more: 'x'.repeat(2_000) } });
    await expect(keys.readAccessToken(long, nowMs)).resolves.toBeUndefined();
    await expect(readByJose(long, nowMs)).resolves.toBeDefined();
  });

  it('is valid after one rotation of the key, but not after two', async () => {
    const once = testKeys({ jwtKey: testKey('jwt 2'), jwtKeyBefore: sessionSecret.jwtKey });
    const twice = testKeys({ jwtKey: testKey('jwt 3'), jwtKeyBefore: testKey('jwt 2') });
    await expect(once.readAccessToken(genuine, nowMs)).resolves.toBeDefined();
    await expect(twice.readAccessToken(genuine, nowMs)).resolves.toBeUndefined();
    await expect(twice.readAccessToken(await once.accessToken(claims), nowMs)).resolves.toBeDefined();
  });
});
