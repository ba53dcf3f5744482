import type { OpenApiDocument, Operation, Parameter, Reference, Response } from './build-document.ts';
import { docsStyle } from './docs-style.ts';
import { html, Html } from './html.ts';
import { descriptionOf, type JsonSchema } from './json-schema.ts';
import { marked } from './marked.ts';
import { schemaRows, typeOf } from './schema-rows.ts';

type Call = { readonly method: string; readonly path: string; readonly operation: Operation };

/** The API's document as a page for people: one file, no script, nothing loaded from anywhere. */
export function docsPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method, path, operation })),
  );
  const groups = document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const { title, description } = document.info;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} API</title>
        <style>
          ${new Html(docsStyle)}
        </style>
      </head>
      <body>
        <div class="frame">
          <nav aria-label="Calls">
            ${groups.map(
              ({ name, calls }) =>
                html`<h2>${name}</h2>
                  ${calls.map(({ operation }) => link(operation))}`,
            )}
            <h2>objects</h2>
            ${Object.keys(document.components.schemas).map((name) => html`<a href="#schema-${name}">${name}</a>`)}
          </nav>
          <main>
            <h1>${title} API</h1>
            ${description.split('\n\n').map((paragraph) => html`<p>${marked(paragraph)}</p>`)}
            <p>
              The same for programs: <a href="/api/docs/openapi.json">openapi.json</a> (OpenAPI 3.1), written from the
              contract that the server and the site are compiled against.
            </p>
            ${groups.map(
              ({ name, description: words, calls }) =>
                html`<h2>${name}</h2>
                  <p class="quiet">${words}</p>
                  ${calls.map((call) => callSection(call, document))}`,
            )}
            <h2>Objects</h2>
            ${Object.entries(document.components.schemas).map(
              ([name, schema]) =>
                html`<details id="schema-${name}">
                  <summary><span class="path">${name}</span></summary>
                  <div class="inside">${fields(schema)}</div>
                </details>`,
            )}
          </main>
        </div>
      </body>
    </html>`.text;
}

function link({ operationId }: Operation): Html {
  return html`<a href="#${operationId}">${operationId}</a>`;
}

function callSection({ method, path, operation }: Call, document: OpenApiDocument): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  return html`<details id="${operationId}">
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span>
      <span class="path">${path}</span>
      <span class="who">${operationId} · ${whoOf(operation)}</span>
      <span class="words">${summary}</span>
    </summary>
    <div class="inside">
      <p>${marked(description)}</p>
      ${
        parameters.length > 0 &&
        html`<h3>Parameters</h3>
          ${table(parameters.map(parameterRow))}`
      }
      ${
        body &&
        html`<h3>Body</h3>
          ${fields(body.schema, 'required')} ${body.example !== undefined && example(body.example)}`
      }
      ${Object.entries(responses).map(([status, response]) => answer(status, resolve(response, document)))}
    </div>
  </details>`;
}

function whoOf({ security }: Operation): string {
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  if (schemes.includes('adminCookie')) return 'admin';
  if (schemes.includes('refreshCookie')) return 'refresh cookie';
  return schemes.length > 0 ? 'signed in' : 'anybody';
}

function parameterRow({ name, in: place, required, description, schema }: Parameter): Html {
  return html`<tr>
    <td>
      <code>${name}</code> <span class="quiet">${place}</span> ${required && html`<span class="must">required</span>`}
    </td>
    <td>${marked(description)} <span class="quiet">${typeOf(schema)}</span></td>
  </tr>`;
}

function answer(status: string, { description, headers, content }: Response): Html {
  const { schema = {}, example: shown } = content['application/json'] ?? {};
  if (Number(status) >= 400) {
    return html`<h3>${status}</h3>
      <p>${marked(description)}</p>`;
  }
  const special = Object.keys(headers).filter((name) => name === 'Link' || name === 'Idempotency-Replayed');
  return html`<h3>${status} · ${description} ${special.length > 0 && `May carry ${special.join(', ')}.`}</h3>
    ${fields(schema)} ${example(shown)}`;
}

function fields(schema: JsonSchema, must = 'always'): Html {
  if (schema['properties'] !== undefined) return table(schemaRows(schema, must));
  const isList = schema['type'] === 'array';
  const items = schema['items'] as JsonSchema | undefined;
  return html`<p>${typeOf(schema)}${schema['description'] !== undefined && `, ${descriptionOf(schema)}`}</p>
    ${isList && items?.['properties'] !== undefined && table(schemaRows(items, must))}`;
}

function table(rows: readonly Html[]): Html {
  return html`<table>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function example(value: unknown): Html {
  return html`<h3>For example</h3>
    <pre tabindex="0">${JSON.stringify(value, undefined, 2)}</pre>`;
}

function resolve(response: Response | Reference, { components }: OpenApiDocument): Response {
  if (!('$ref' in response)) return response;
  const found = components.responses[response.$ref.replace('#/components/responses/', '')];
  if (found === undefined) throw new Error(`the document lacks ${response.$ref}`);
  return found;
}
