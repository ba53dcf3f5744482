import { createHash } from 'node:crypto';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import type { Keys } from '#functions/ports/keys.ts';

/** Returns a 256-bit key that is the same in every run. */
export function testKey(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}

/** The session secret of tests. */
export const sessionSecret = {
  jwtKey: testKey('jwt'),
  refreshKey: testKey('refresh'),
  pepper: testKey('pepper'),
  cursorKey: testKey('cursor'),
};

/** A thousandth of a password's cost in production, which test/adapters/keys/password-hash.test.ts checks. */
const testHashCost = { memory: 64, passes: 1, parallelism: 1 };

/** Real keys over fixed secrets; only passwords are hashed at a lower cost. */
export function testKeys(changes: Partial<Record<string, string>> = {}): Keys {
  const session = Object.fromEntries(
    Object.entries({ ...sessionSecret, ...changes }).filter(
      (field): field is [string, string] => field[1] !== undefined,
    ),
  );
  return createKeys(
    {
      session: async () => session,
      payments: async () => ({ callbackKey: testKey('callback') }),
      issuer: async () => ({ webhookPathToken: 'a-path-token' }),
    },
    testHashCost,
  );
}
