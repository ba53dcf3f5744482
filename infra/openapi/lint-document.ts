import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Spectral and its rules. npx fetches them: they bring 227 packages, which nothing else needs. */
const packages = {
  '@stoplight/spectral-core': '1.24.1',
  '@stoplight/spectral-rulesets': '1.23.1',
  '@stoplight/spectral-owasp-ruleset': '2.0.1',
};

/** Keeps the digest of the document in which Spectral last found no error. */
export const lintedDocumentFile = path.join(import.meta.dirname, 'linted-document.json');

/**
 * Lints a document of the API by the recommended rules of OpenAPI and OWASP, and returns one line per error. Takes about
 * ten seconds, half a minute when npx has to fetch the packages. Throws when Spectral cannot be fetched or run.
 */
export function lintDocument(file: string): readonly string[] {
  const wanted = Object.entries(packages).flatMap(([name, version]) => ['-p', `${name}@${version}`]);
  const script = path.join(import.meta.dirname, 'run-spectral.ts');
  const { status, stdout, stderr, error } = spawnSync('npx', ['-y', ...wanted, '--', process.execPath, script, file], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Spectral could not run by npx: ${error?.message ?? stderr}`);
  return JSON.parse(stdout) as readonly string[];
}

/** Returns the digest of a document together with the rules that apply to it. */
export function digestOf(file: string): string {
  const rules = [JSON.stringify(packages), readFileSync(path.join(import.meta.dirname, 'run-spectral.ts'))];
  const digest = createHash('sha256').update(readFileSync(file));
  for (const rule of rules) digest.update(rule);
  return digest.digest('hex');
}
