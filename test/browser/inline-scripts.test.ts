import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

import { builtScripts } from '#bin/record-inline-scripts.ts';
import { buildSite } from '#infra/build/build-site.ts';
import { acceptedScripts, readScriptRecord } from '#web/build/script-record.ts';

it('every inline script is recorded (else: node bin/record-inline-scripts.ts), and the policy accepts earlier ones', async () => {
  const folder = await buildSite();
  const built = builtScripts(folder);
  expect(built).toEqual(readScriptRecord().now);
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'csp.json'), 'utf8')) as { scripts: readonly string[] };
  expect(scripts).toEqual(acceptedScripts(built, readScriptRecord()));
});
