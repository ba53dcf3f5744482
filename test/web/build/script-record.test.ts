import { describe, expect, it } from 'vitest';
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
  });

  it('does not make the policy longer forever', () => {
    let grown = readScriptRecord();
    for (let build = 0; build < 40; build += 1) grown = recordScripts([`'${build}'`], grown);
    expect(grown.before).toHaveLength(12);
  });
});
