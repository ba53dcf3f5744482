import { describe, expect, it } from 'vitest';

import type { FunctionDefinition } from '#infra/definition/types.ts';
import { createRouteTable } from '#infra/local/gateway/route-table.ts';

function routesOf(...paths: string[]): ReturnType<typeof createRouteTable> {
  return createRouteTable(
    paths.map((path): FunctionDefinition => ({
      id: path,
      entry: '',
      memoryMb: 128,
      timeoutSeconds: 1,
      trigger: { kind: 'http', method: 'GET', path },
      grant: {},
    })),
  );
}

describe('the route table', () => {
  // API Gateway's own example, in the worst order.
  const routes = routesOf('/{proxy+}', '/pets/{proxy+}', '/pets/dog/{id}', '/pets/{kind}/1', '/pets/dog/1');

  it.each([
    ['/pets/dog/1', '/pets/dog/1'],
    ['/pets/dog/2', '/pets/dog/{id}'],
    ['/pets/cat/1', '/pets/{kind}/1'],
    ['/pets/cat/2', '/pets/{proxy+}'],
    ['/test/5', '/{proxy+}'],
  ])('gives %s to %s, the most specific route', (path, route) => {
    expect(routes('GET', path)?.functionId).toBe(route);
  });

  it('decodes what a path says, and keeps an encoded slash inside its segment', () => {
    expect(routes('GET', '/pets/dog/a%2Fb%20c')?.pathParameters).toEqual({ id: 'a/b c' });
    expect(routes('GET', '/pets/a/b%20/c')?.pathParameters).toEqual({ proxy: 'a/b /c' });
  });

  it('names the route as API Gateway does', () => {
    expect(routes('GET', '/pets/dog/2')?.routeKey).toBe('GET /pets/dog/{id}');
  });

  it('sends a method without a route of its own to ANY', () => {
    const fn = (method: 'ANY' | 'GET', path: string): FunctionDefinition => ({
      id: `${method} ${path}`,
      entry: '',
      memoryMb: 128,
      timeoutSeconds: 1,
      trigger: { kind: 'http', method, path },
      grant: {},
    });
    const table = createRouteTable([fn('ANY', '/api/{proxy+}'), fn('ANY', '/api/user'), fn('GET', '/api/user')]);
    expect(table('GET', '/api/user')?.functionId).toBe('GET /api/user');
    expect(table('POST', '/api/user')?.functionId).toBe('ANY /api/user');
    expect(table('PUT', '/api/user/')?.routeKey).toBe('ANY /api/{proxy+}');
  });

  it('knows no path with an empty, a missing or an extra segment, and no other method', () => {
    const strict = routesOf('/cards/{id}', '/cards');
    for (const path of ['/cards/', '/cards/1/', '/cards/1/2', '/Cards', '/card']) {
      expect(strict('GET', path)).toBeUndefined();
    }
    expect(strict('POST', '/cards')).toBeUndefined();
  });
});
