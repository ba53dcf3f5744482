import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { routeGrants } from '#infra/definition/grants.ts';

const guide = readFileSync(path.resolve(import.meta.dirname, '../../infra/zero-to-production.md'), 'utf8');

/** The text of a section, by the beginning of its heading. */
const section = (heading: string): string => guide.split(`\n## ${heading}`)[1]?.split('\n## ')[0] ?? '';

/** The place of a text in a section. Throws when it is not there. */
function placeOf(text: string, words: string): number {
  const place = text.indexOf(words);
  if (place < 0) throw new Error(`the guide no longer says “${words}”`);
  return place;
}

describe('the first admin of prod', () => {
  // A function that is granted a secret answers nothing but 500 until that secret is filled.
  it('can verify their address, because the secret that this takes is filled before', () => {
    expect(routeGrants['auth.verify-email'].secrets).toEqual(['session', 'issuer']);
    const prod = section('5. Prod');
    expect(placeOf(prod, 'fill `satchel/prod/issuer`')).toBeLessThan(placeOf(prod, 'make the first admin'));
  });

  it('switches deposits off before the secret is filled that deposits take', () => {
    expect(routeGrants['transactions.create'].secrets).toContain('payments');
    const prod = section('5. Prod');
    expect(placeOf(prod, '**off**')).toBeLessThan(placeOf(prod, 'fill `satchel/prod/payments`'));
  });

  it('gets the mail with the link also before SES mails everybody', () => {
    // Of verified receivers, SES's sandbox asks for a right to each; the functions have one to the mail domain alone.
    expect(section('5. Prod')).toContain('only addresses at the mail domain itself get mail');
  });
});
