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

/**
 * Reads the secrets of a data directory. They are made once and kept: sessions, password hashes and webhook addresses
 * outlive a restart. Values that a person wrote into the file, such as the credentials of a provider's own sandbox, are
 * used; missing ones are made.
 */
export function readLocalSecrets(file: string): LocalSecrets {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  const kept = JSON.parse(before) as Partial<LocalSecrets>;
  const made = makeSecrets();
  const secrets: LocalSecrets = {
    session: { ...made.session, ...kept.session },
    payments: { ...made.payments, ...kept.payments },
    issuer: { ...made.issuer, ...kept.issuer },
  };
  const after = JSON.stringify(secrets, null, 2);
  if (after !== before) writeFileAtomically(file, after, 0o600);
  return secrets;
}

function makeSecrets(): LocalSecrets {
  return {
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
}

function key(): string {
  return randomBytes(32).toString('base64url');
}
