import type { Keys } from '#functions/ports/keys.ts';
import { readAccessToken, signAccessToken } from './access-token.ts';
import { deriveDeviceToken, readDeviceToken } from './device-token.ts';
import { isSameText, mac } from './mac.ts';
import { hashPassword, verifyPassword, type HashCost } from './password-hash.ts';
import { deriveRefreshToken, readRefreshToken } from './refresh-token.ts';
import { decryptCursor, encryptCursor } from './encrypted-cursor.ts';
import { decryptSecret, encryptSecret } from './encrypted-secret.ts';

/**
 * Reads one secret. It is called for every piece of work, so that a rotated secret is seen; the adapter behind it
 * caches.
 */
export type ReadSecretFields = () => Promise<SecretFields>;

/** The secrets that this function is granted. */
export type GrantedSecrets = {
  /** `jwtKey`, `refreshKey`, `pepper`, `cursorKey`; while rotating also `jwtKeyBefore`, `refreshKeyBefore`. */
  readonly session?: ReadSecretFields;
  /** Holds `callbackKey`, and `callbackKeyBefore` during a rotation, beside the values of the payment gateway. */
  readonly payments?: ReadSecretFields;
  /** Holds `webhookPathToken`, and `webhookPathTokenBefore` during a rotation, beside the values of the card issuer. */
  readonly issuer?: ReadSecretFields;
};

/**
 * Makes the keys of one function. Work that needs a secret it is not granted throws, naming the secret. `hashCost` is for
 * tests that sign in hundreds of times; without it a password is hashed at the cost that OWASP recommends.
 */
export function createKeys(secrets: GrantedSecrets, hashCost?: HashCost): Keys {
  const read = (name: keyof GrantedSecrets): Promise<SecretFields> => {
    const source = secrets[name];
    if (source === undefined) throw new Error(`this function is not granted the ${name} secret`);
    return source();
  };
  const sessionKey = async (name: string): Promise<Buffer> => keyBytes(await read('session'), name);
  const sessionRing = async (name: string): Promise<readonly [Buffer, ...Buffer[]]> =>
    keyRing(await read('session'), name);
  const callbackTokens = async (depositId: string): Promise<readonly [string, ...string[]]> => {
    const [now, ...before] = keyRing(await read('payments'), 'callbackKey');
    return [mac(now, 'callback', depositId), ...before.map((key) => mac(key, 'callback', depositId))];
  };

  return {
    emailHash: async (email) => mac(await sessionKey('pepper'), 'email', email),
    hashPassword: async (password, saltedBy) => hashPassword(await sessionKey('pepper'), password, saltedBy, hashCost),
    verifyPassword: async (password, hash) => verifyPassword(await sessionKey('pepper'), password, hash, hashCost),
    encryptSecret: async (use, secret) => encryptSecret(await sessionKey('pepper'), use, secret),
    decryptSecret: async (use, encrypted) => decryptSecret(await sessionKey('pepper'), use, encrypted),
    codeHash: async (purpose, code) => mac(await sessionKey('pepper'), 'code', purpose, code),
    refreshToken: async (sessionId, generation) =>
      deriveRefreshToken((await sessionRing('refreshKey'))[0], sessionId, generation),
    readRefreshToken: async (token) => readRefreshToken(await sessionRing('refreshKey'), token),
    // The build includes the signing library only in functions that may sign in (infra/build/build-functions.ts).
    accessToken: async (claims) =>
      process.env.MAY_SIGN_IN === 'no' ? notGranted() : signAccessToken((await sessionRing('jwtKey'))[0], claims),
    readAccessToken: async (token, nowMs) => readAccessToken(await sessionRing('jwtKey'), token, nowMs),
    deviceToken: async (emailHash, deviceId) =>
      deriveDeviceToken((await sessionRing('refreshKey'))[0], emailHash, deviceId),
    readDeviceToken: async (emailHash, token) => readDeviceToken(await sessionRing('refreshKey'), emailHash, token),
    callbackToken: async (depositId) => (await callbackTokens(depositId))[0],
    isCallbackToken: async (depositId, token) =>
      (await callbackTokens(depositId)).some((callbackToken) => isSameText(callbackToken, token)),
    isIssuerToken: async (token) => {
      const { webhookPathToken, webhookPathTokenBefore } = await read('issuer');
      if (!webhookPathToken) throw new Error("the issuer secret's webhookPathToken is missing");
      const tokens = webhookPathTokenBefore ? [webhookPathToken, webhookPathTokenBefore] : [webhookPathToken];
      return tokens.some((pathToken) => isSameText(pathToken, token));
    },
    encryptCursor: async (list, cursor) => encryptCursor(await sessionKey('cursorKey'), list, cursor),
    decryptCursor: async (list, encrypted) => decryptCursor(await sessionKey('cursorKey'), list, encrypted),
  };
}

/** The fields of a secret, as Secrets Manager holds them. */
type SecretFields = Readonly<Record<string, string>>;

function notGranted(): never {
  throw new Error('this function may not sign people in');
}

const shortestKeyBytes = 32;

/**
 * Decoded keys of each secret by name, kept while the secret is cached: objects derived from the bytes are made once.
 */
const decoded = new WeakMap<SecretFields, Map<string, Buffer>>();

/** Decodes a base64url field to key bytes. Throws when it is missing or below 256 bits; the message never quotes it. */
function keyBytes(fields: SecretFields, name: string): Buffer {
  const known = decoded.get(fields) ?? new Map<string, Buffer>();
  decoded.set(fields, known);
  const key = known.get(name) ?? Buffer.from(fields[name] ?? '', 'base64url');
  if (key.length < shortestKeyBytes) throw new Error(`the secret's ${name} is missing or shorter than 256 bits`);
  known.set(name, key);
  return key;
}

/**
 * A key and, while it is being rotated, the one before it: `<name>Before` is still accepted and no longer used to sign.
 */
function keyRing(fields: SecretFields, name: string): readonly [Buffer, ...Buffer[]] {
  const before = `${name}Before`;
  return fields[before] ? [keyBytes(fields, name), keyBytes(fields, before)] : [keyBytes(fields, name)];
}
