/**
 * Records the hashes of the site's inline scripts after one of them was changed, those from before included:
 *
 *     node bin/record-inline-scripts.ts
 *
 * The policy accepts both, so that neither a page from before nor a new one is refused while a deployment is under way.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSite } from '#infra/build/build-site.ts';
import { inlineHashes } from '#web/build/html.ts';
import { readScriptRecord, recordScripts, scriptRecordFile } from '#web/build/script-record.ts';
import { runCommand } from './command-line/run-command.ts';

/** The hashes of the inline scripts of all pages of a built site. */
export function builtScripts(folder: string): readonly string[] {
  const pages = globSync('**/*.html', { cwd: folder }).map((file) => readFileSync(path.join(folder, file), 'utf8'));
  return inlineHashes(pages).scripts;
}

await runCommand(import.meta, { summary: 'Records the hashes of the inline scripts of the site.' }, async () => {
  const record = recordScripts(builtScripts(await buildSite()), readScriptRecord());
  writeFileSync(scriptRecordFile, `${JSON.stringify(record, null, 2)}\n`);
  console.log(`${record.now.length} scripts, and ${record.before.length} from before`);
});
