/** Writes the API's document from the contract: `node bin/write-openapi.ts`. A test fails when it was forgotten. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDocument } from '#infra/openapi/build-document.ts';
import { documentFile } from '#infra/openapi/document-file.ts';
import { digestOf, lintDocument, lintedDocumentFile } from '#infra/openapi/lint-document.ts';
import { CommandFailure, runCommand } from './command-line/run-command.ts';

await runCommand(
  import.meta,
  { summary: "Writes the API's document from the contract, and lints it with Spectral, which npx fetches." },
  () => {
    writeFileSync(documentFile, `${JSON.stringify(buildDocument(), undefined, 2)}\n`);
    console.log(`wrote ${path.relative(process.cwd(), documentFile)}`);
    const record = `${JSON.stringify({ sha256: digestOf(documentFile) }, undefined, 2)}\n`;
    if (existsSync(lintedDocumentFile) && readFileSync(lintedDocumentFile, 'utf8') === record) {
      console.log('Spectral found no error in this document before.');
      return;
    }
    const errors = lintDocument(documentFile);
    if (errors.length > 0) throw new CommandFailure(`Spectral finds in it:\n${errors.join('\n')}`);
    writeFileSync(lintedDocumentFile, record);
    console.log('Spectral finds no error in it.');
  },
);
