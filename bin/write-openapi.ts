/** Writes the API's document from the contract: `node bin/write-openapi.ts`. A test fails when it was forgotten. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDocument } from '#infra/openapi/build-document.ts';
import { documentFile } from '#infra/openapi/document-file.ts';
import { runCommand } from './command-line/run-command.ts';

await runCommand(import.meta, { summary: "Writes the API's document from the contract." }, () => {
  writeFileSync(documentFile, `${JSON.stringify(buildDocument(), undefined, 2)}\n`);
  console.log(`wrote ${path.relative(process.cwd(), documentFile)}`);
});
