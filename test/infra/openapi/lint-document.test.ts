import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentFile } from '#infra/openapi/document-file.ts';
import { digestOf, lintedDocumentFile } from '#infra/openapi/lint-document.ts';

/** Spectral itself is not installed: the command that writes the document lints it and keeps the digest. */
it("the API's document is the one in which Spectral found no error (else: node bin/write-openapi.ts)", () => {
  expect(JSON.parse(readFileSync(lintedDocumentFile, 'utf8'))).toEqual({ sha256: digestOf(documentFile) });
});
