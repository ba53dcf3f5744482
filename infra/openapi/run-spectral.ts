/**
 * Prints as JSON what Spectral finds wrong with the document named by its argument. It runs under `npx`, which puts the
 * folder of the packages it has fetched first in the path (lint-document.ts).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The part of Spectral that is used here: it is not installed, so it has no types. */
type Finding = {
  readonly code: string | number;
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly severity: number;
};
type SpectralCore = {
  readonly Spectral: new () => {
    setRuleset(ruleset: object): void;
    run(document: object): Promise<readonly Finding[]>;
  };
  readonly Ruleset: new (definition: object, options: { readonly source: string }) => object;
};

/** Spectral's number for an error; above it are warnings and hints. */
const error = 0;

const [, script = '', file = ''] = process.argv;
const [fetched = ''] = (process.env['PATH'] ?? '').split(path.delimiter);
const load = createRequire(path.join(fetched, '..', 'from-here.js'));
const { Spectral, Ruleset } = load('@stoplight/spectral-core') as SpectralCore;
const { oas } = load('@stoplight/spectral-rulesets') as { readonly oas: object };
const owasp = load('@stoplight/spectral-owasp-ruleset') as { readonly default?: object };

const spectral = new Spectral();
spectral.setRuleset(
  new Ruleset(
    {
      extends: [
        [oas, 'recommended'],
        [owasp.default ?? owasp, 'recommended'],
      ],
      // Both ask every reply to declare headers: the API sends no CORS header at all, and `RateLimit` only with 429.
      rules: { 'owasp:api4:2023-rate-limit': 'off', 'owasp:api8:2023-define-cors-origin': 'off' },
    },
    { source: script },
  ),
);
const findings = await spectral.run(JSON.parse(readFileSync(file, 'utf8')) as object);
const errors = findings
  .filter(({ severity }) => severity === error)
  .map(({ code, path: at, message }) => `${code} ${at.join('.')}: ${message}`);
process.stdout.write(`${JSON.stringify(errors)}\n`);
