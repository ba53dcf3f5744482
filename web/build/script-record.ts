import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The hashes of inline scripts: those of the present build, and those that pages from before may still hold. */
export type ScriptRecord = { readonly now: readonly string[]; readonly before: readonly string[] };

/** The file that keeps the record. `node bin/record-inline-scripts.ts` writes it. */
export const scriptRecordFile = path.join(import.meta.dirname, 'inline-scripts.json');

/**
 * Maximum number of hashes kept from before: the eight scripts of two builds. CloudFront takes a policy of 1,783
 * characters, and each hash has 54 with its space.
 */
const beforeMax = 16;

/** Reads the record. */
export function readScriptRecord(): ScriptRecord {
  return JSON.parse(readFileSync(scriptRecordFile, 'utf8')) as ScriptRecord;
}

/**
 * Returns the hashes that a policy accepts: of this build and of the recorded ones. The policy is deployed minutes before the
 * pages, which browsers and CloudFront may keep longer still.
 */
export function acceptedScripts(built: readonly string[], { now, before }: ScriptRecord): readonly string[] {
  return [...new Set([...built, ...now, ...before])].toSorted();
}

/** Returns the record after a build. Hashes that the build no longer has move to those from before, newest first. */
export function recordScripts(built: readonly string[], { now, before }: ScriptRecord): ScriptRecord {
  const gone = [...now, ...before].filter((each) => !built.includes(each));
  return { now: built.toSorted(), before: [...new Set(gone)].slice(0, beforeMax) };
}
