import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { definition } from '../definition/index.ts';
import type { InlineHashes } from '../definition/site.ts';
import { buildFunctions } from '../build/build-functions.ts';
import { buildSite } from '../build/build-site.ts';
import { buildSiteFunction } from './edge/build-site-function.ts';
import { canaryDefinition } from './canary.ts';
import type { Config } from './config.ts';
import { originGuardDefinition } from './edge/origin-guard.ts';
import { exportsWatchDefinition } from './watch-exports.ts';

/** The artifacts that are built before the stacks. */
export type Artifacts = {
  /** The folder that becomes one function's code. */
  readonly functionFolder: (functionId: string) => string;
  readonly siteFolder: string;
  /** Hashes of the inline scripts and styles of the site's pages, for the headers. */
  readonly inlineHashes: InlineHashes;
  /** The text of the CloudFront function in front of the site. */
  readonly siteFunction: string;
};

/** Builds functions and site. Unchanged ones are not built again. */
export async function buildArtifacts({ domain }: Pick<Config, 'domain'>): Promise<Artifacts> {
  const { trigger } = definition.functions[0]!;
  const besides = [originGuardDefinition, canaryDefinition, exportsWatchDefinition];
  const [functions, siteFolder, siteFunction] = await Promise.all([
    buildFunctions({ functions: [...definition.functions, ...besides.map((fn) => ({ ...fn, trigger, grant: {} }))] }),
    buildSite(domain && `https://${domain.name}`),
    buildSiteFunction(),
  ]);
  const inlineHashes = JSON.parse(await readFile(path.join(siteFolder, 'csp.json'), 'utf8')) as InlineHashes;
  return { functionFolder: functions.folderOf, siteFolder, inlineHashes, siteFunction };
}
