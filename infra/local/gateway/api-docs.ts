import { readFileSync } from 'node:fs';

import { documentFile } from '../../openapi/document-file.ts';
import type { OpenApiDocument } from '../../openapi/build-document.ts';
import { docsPage } from '../../openapi/docs-page.ts';
import type { HttpAnswer } from './api-response.ts';

/** Serves the API's document and page, and returns undefined for any other address. Neither is deployed. */
export type ApiDocs = (path: string) => HttpAnswer | undefined;

/** Reads the document as it is committed and draws its page once. */
export function openApiDocs(): ApiDocs {
  const json = readFileSync(documentFile);
  const html = Buffer.from(docsPage(JSON.parse(json.toString('utf8')) as OpenApiDocument));
  return (path) => {
    switch (path) {
      case '/api/docs':
      case '/api/docs/':
        return answer('text/html; charset=utf-8', html);
      case '/api/docs/openapi.json':
        return answer('application/json', json);
      default:
        return undefined;
    }
  };
}

function answer(contentType: string, body: Buffer): HttpAnswer {
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-cache' }, body };
}
