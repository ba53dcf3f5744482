import { describe, expect, it } from 'vitest';
import { securityHeadersFor } from '#infra/definition/site.ts';
import { acceptedScripts, readScriptRecord, recordScripts } from '#web/build/script-record.ts';

describe('a script inside a page that changes', () => {
  const record = { now: ["'a'", "'b'"], before: ["'z'"] };
  const built = ["'c'", "'b'"];

  it('is accepted in its new form and in its earlier one, before and after it is recorded', () => {
    expect(acceptedScripts(built, record)).toEqual(["'a'", "'b'", "'c'", "'z'"]);
    expect(acceptedScripts(built, recordScripts(built, record))).toEqual(["'a'", "'b'", "'c'", "'z'"]);
  });

  it('is recorded once, newest first, and leaves the earlier ones when it comes back', () => {
    const next = recordScripts(built, record);
    expect(next).toEqual({ now: ["'b'", "'c'"], before: ["'a'", "'z'"] });
    expect(recordScripts(built, next)).toEqual(next);
    expect(recordScripts(["'a'"], next)).toEqual({ now: ["'a'"], before: ["'b'", "'c'", "'z'"] });
    const many = { now: ["'new'"], before: Array.from({ length: 30 }, (_, age) => `'${age}'`) };
    expect(recordScripts([], many).before.slice(0, 3)).toEqual(["'new'", "'0'", "'1'"]);
  });

  /** Hashes as long as real ones, all different, of as many scripts as the pages hold now. */
  const buildOf = (name: string): readonly string[] =>
    readScriptRecord().now.map((_, place) => `'sha256-${`${name}${place}`.padEnd(43, '0')}='`);

  it('is accepted while two later builds change every script', () => {
    const [first, second, third] = [buildOf('a'), buildOf('b'), buildOf('c')];
    const record = [second, third].reduce((before, built) => recordScripts(built, before), {
      now: first,
      before: [] as readonly string[],
    });
    expect(acceptedScripts(third, record)).toEqual([...first, ...second, ...third].toSorted());
  });

  it('never makes the policy longer than CloudFront takes', () => {
    let grown = readScriptRecord();
    for (let build = 0; build < 40; build += 1) grown = recordScripts(buildOf(`${build}x`), grown);
    const headers = securityHeadersFor({ scripts: acceptedScripts([], grown) }, ['https://logos.issuer.example']);
    // CloudFront's quota for the length of a content security policy.
    expect(headers['content-security-policy']?.length).toBeLessThanOrEqual(1_783);
  });
});
