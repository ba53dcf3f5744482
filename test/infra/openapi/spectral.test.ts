import { Ruleset, Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';
import { buildDocument } from '#infra/openapi/build-document.ts';

/** Spectral's number for what is wrong; above it are warnings and hints. */
const wrong: readonly number[] = [0];

/**
 * Both rule sets as their makers recommend them, but for two rules that ask every answer to declare headers: the API sends
 * no CORS header at all, and `RateLimit` only with 429.
 */
async function faultsOf(document: object): Promise<string[]> {
  const spectral = new Spectral();
  const recommended: RulesetDefinition = {
    extends: [
      [oas as unknown as RulesetDefinition, 'recommended'],
      [owasp, 'recommended'],
    ],
    rules: {
      'owasp:api4:2023-rate-limit': 'off',
      'owasp:api8:2023-define-cors-origin': 'off',
    },
  };
  spectral.setRuleset(new Ruleset(recommended, { source: import.meta.filename }));
  const found = await spectral.run(structuredClone(document) as Record<string, unknown>);
  return found
    .filter(({ severity }) => wrong.includes(severity))
    .map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
}

it("Spectral finds nothing wrong with the API's document, by its own and OWASP's rules", async () => {
  expect(await faultsOf(buildDocument())).toEqual([]);
}, 300_000);

it('and would tell', async () => {
  const faults = await faultsOf({ ...buildDocument(), paths: {}, servers: [{ url: 'http://satchel.example' }] });
  expect(faults.join('\n')).toMatch(/no-server-http/);
}, 300_000);
