import { hash as digest } from 'node:crypto';
import type { Keys } from '#functions/ports/keys.ts';

const hash = (...parts: readonly unknown[]): string => digest('sha256', JSON.stringify(parts), 'base64url');
const read = (text: string, kind: string): Record<string, never> | undefined => {
  const [name, json = ''] = text.split(/:(.*)/s);
  return name === kind ? (JSON.parse(json) as Record<string, never>) : undefined;
};

/**
 * Keys without secrets and without waiting. Nobody forges in a simulation, and real cryptography runs in threads, whose
 * order cannot be replayed. The real keys have tests of their own.
 */
export const simulatedKeys: Keys = {
  emailHash: async (email) => hash('email', email),
  hashPassword: async (password) => hash('password', password),
  verifyPassword: async (password, stored) => hash('password', password) === stored,
  codeHash: async (purpose, code) => hash(purpose, code),
  encryptSecret: async (use, secret) => `secret:${JSON.stringify({ use, secret })}`,
  decryptSecret: async (_use, encrypted) => read(encrypted, 'secret')?.['secret'] ?? '',
  refreshToken: async (sessionId, generation) => `refresh:${JSON.stringify({ sessionId, generation })}`,
  readRefreshToken: async (token) => read(token, 'refresh') as never,
  accessToken: async ({ userId, sessionId }) => `access:${JSON.stringify({ userId, sessionId })}`,
  readAccessToken: async (token) => read(token, 'access') as never,
  deviceToken: async (emailHash, deviceId) => `device:${JSON.stringify({ emailHash, deviceId })}`,
  readDeviceToken: async (_emailHash, token) => read(token, 'device')?.['deviceId'],
  callbackToken: async (depositId) => `callback-${depositId}`,
  isCallbackToken: async (depositId, token) => token === `callback-${depositId}`,
  isIssuerToken: async (token) => token === 'issuer-token',
  encryptCursor: async (_list, cursor) => cursor,
  decryptCursor: async (_list, encrypted) => encrypted,
};
