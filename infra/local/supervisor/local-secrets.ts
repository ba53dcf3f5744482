import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

import { writeFileAtomically } from './write-file-atomically.ts';

/** The values that Secrets Manager holds in the cloud, by secret. */
export type LocalSecrets = {
  readonly session: {
    readonly jwtKey: string;
    readonly refreshKey: string;
    readonly pepper: string;
    readonly cursorKey: string;
  };
  readonly payments: {
    readonly merchantId: string;
    readonly paymentKey: string;
    readonly payoutKey: string;
    readonly callbackKey: string;
  };
  readonly issuer: {
    readonly accessToken: string;
    readonly secretKey: string;
    readonly webhookSecret: string;
    readonly webhookPathToken: string;
  };
};

/** Made once per data directory and kept: sessions, password hashes and webhook addresses outlive a restart. */
export function readLocalSecrets(file: string): LocalSecrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as LocalSecrets;
  const secrets: LocalSecrets = {
    session: { jwtKey: key(), refreshKey: key(), pepper: key(), cursorKey: key() },
    payments: {
      merchantId: randomUUID(),
      // The prefixes keep a real key out of a simulator and a simulator's key out of a real account.
      paymentKey: `test_${key()}`,
      payoutKey: `test_${key()}`,
      callbackKey: key(),
    },
    issuer: {
      accessToken: `at_test_${key()}`,
      secretKey: `sk_test_${key()}`,
      webhookSecret: key(),
      webhookPathToken: key(),
    },
  };
  writeFileAtomically(file, JSON.stringify(secrets, null, 2), 0o600);
  return secrets;
}

function key(): string {
  return randomBytes(32).toString('base64url');
}
