import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routeIds, routes, type Route } from '#shared/contract/index.ts';
import { buildDocument, type Operation } from '#infra/openapi/build-document.ts';
import { documentFile } from '#infra/openapi/document-file.ts';
import { examples } from '#infra/openapi/examples.ts';

const document = buildDocument();

const operationOf = (route: Route): Operation => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()];
  if (operation === undefined) throw new Error(`the document lacks ${route.method} ${route.path}`);
  return operation;
};

describe("the API's document", () => {
  it('is committed as the contract would write it now (else: node bin/write-openapi.ts)', () => {
    expect(JSON.parse(readFileSync(documentFile, 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('names every route by its one name, and nothing else', () => {
    const named = Object.values(document.paths).flatMap((path) => Object.values(path).map((call) => call.operationId));
    expect(named.toSorted()).toEqual(routeIds.toSorted());
  });

  it('has every group of calls described, and describes no other', () => {
    const used = new Set(routeIds.map((id) => operationOf(routes[id]).tags[0]));
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(used);
  });

  it.each(routeIds)('%s: the contract accepts its example', (id) => {
    const route: Route = routes[id];
    const { params, body, reply } = examples[id] as { params?: unknown; body?: unknown; reply: unknown };
    expect(route.reply.parse(reply)).toEqual(reply);
    expect(route.params?.parse(params)).toEqual(params);
    if (route.body) expect(() => route.body?.parse(body)).not.toThrow();
  });

  it('requires an idempotency key on calls that move money, and on no other', () => {
    for (const id of routeIds) {
      const route: Route = routes[id];
      const { parameters } = operationOf(route);
      expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(route.money === true);
    }
  });

  it('lets no request or answer carry a field that it does not name', () => {
    const open: string[] = [];
    // A browser makes these by a standard that grows; what is not read of them is dropped.
    const browserMade = /\/properties\/(assertion|attestation)(\/properties\/response)?$/;
    const visit = (value: unknown, path: string): void => {
      if (value === null || typeof value !== 'object') return;
      const { type, properties, additionalProperties } = value as Record<string, unknown>;
      if (type === 'object' && properties !== undefined && additionalProperties !== false && !browserMade.test(path))
        open.push(path);
      for (const [name, inner] of Object.entries(value)) visit(inner, `${path}/${name}`);
    };
    visit(document.paths, 'paths');
    visit(document.components, 'components');
    expect(open).toEqual([]);
  });

  it('declares a number in a query as a number, with its bounds and default', () => {
    const limit = operationOf(routes['cards.list']).parameters.find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
    });
  });
});
