import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { readLocalSecrets } from '#infra/local/supervisor/local-secrets.ts';

let file: string;

beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'satchel-secrets-')), 'secrets.json');
});
afterEach(() => rmSync(path.dirname(file), { recursive: true, force: true }));

describe('the secrets of a data directory', () => {
  it('are made once, for this user alone, and kept', () => {
    const made = readLocalSecrets(file);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readLocalSecrets(file)).toEqual(made);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(made);
  });

  it('are those that a person wrote there, and missing ones are made', () => {
    writeFileSync(file, '{"issuer":{"accessToken":"at_test_mine","secretKeyBefore":"sk_test_old"}}');
    const { issuer, payments, session } = readLocalSecrets(file);
    expect(issuer).toMatchObject({ accessToken: 'at_test_mine', secretKeyBefore: 'sk_test_old' });
    expect(issuer.secretKey).toMatch(/^sk_test_.{43}$/);
    expect(payments.paymentKey).toMatch(/^test_.{43}$/);
    expect(session.pepper).toHaveLength(43);
    expect(readLocalSecrets(file).issuer).toEqual(issuer);
    expect(statSync(file).mode & 0o077).toBe(0);
  });
});
