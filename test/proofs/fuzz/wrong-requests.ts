import fc from 'fast-check';
import { routeIds, routes, type Route, type RouteId } from '#shared/contract/index.ts';
import { examples } from '#infra/openapi/examples.ts';
import { callerFor, type Cast } from './cast.ts';
import type { RightRequest } from './right-request.ts';
import { strangeName, strangeText } from './strange-values.ts';
import { wrongBodies } from './wrong-bodies.ts';
import type { WrongRequest } from './wrong-request.ts';

/** Makes wrong requests to every route from the contract; the same ones for the same seed. */
export function wrongRequests(cast: Cast): fc.Arbitrary<WrongRequest> {
  return fc.constantFrom(...routeIds).chain((routeId) => fc.oneof(...waysToBeWrong(rightRequest(cast, routeId), cast)));
}

function rightRequest(cast: Cast, routeId: RouteId): RightRequest {
  const route: Route = routes[routeId];
  const cookies = [...(callerFor(cast, route.access)?.cookies ?? [])].filter(([name]) => name.startsWith('__Host-'));
  const body = examples[routeId].body as Readonly<Record<string, unknown>> | undefined;
  return {
    routeId,
    route,
    method: route.method,
    path: pathOf(route, ownId(cast, routeId)),
    query: routeId === 'admin.user-file' ? `user=${cast.userId}&tab=movements&` : '',
    headers: {
      ...(cookies.length > 0 ? { cookie: cookies.map((pair) => pair.join('=')).join('; ') } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    fields: body && Object.entries(body).map(([name, value]) => [name, JSON.stringify(value)]),
  };
}

function ownId(cast: Cast, routeId: RouteId): string {
  if (routeId.startsWith('admin.')) return cast.userId;
  if (routeId.startsWith('operations.')) return cast.operationId;
  if (routeId.startsWith('transactions.')) return cast.depositId;
  if (routeId.startsWith('cards.')) return cast.cardId;
  return 'q3Zr7mV0sT2xYb8K';
}

function pathOf(route: Route, value: string): string {
  return `/api${route.path.replace(/\{\w+\}/, value)}`;
}

type Ways = readonly fc.Arbitrary<WrongRequest>[];

function waysToBeWrong(right: RightRequest, cast: Cast): Ways {
  const { route } = right;
  const isPlainRead = route.method === 'GET' && !route.changesState;
  return [
    ...wrongBodies(right),
    ...(route.params ? [wrongParameter(right), strangersThing(right, cast)].flat() : []),
    ...(route.query ? [wrongQuery(right)] : []),
    ...(route.access === 'public' ? [] : [wrongCookie(right)]),
    ...(!route.raw && !isPlainRead ? [fromElsewhere(right)] : []),
    ...(route.money ? [wrongKey(right)] : []),
    ...(isPlainRead ? [oddHeaders(right)] : []),
    wrongMethod(right),
    wrongAddress(right),
  ];
}

/** The correct parts of a wrong request whose body is not the wrong part. */
function made(right: RightRequest, how: string, changes: Partial<WrongRequest>): WrongRequest {
  const { routeId, method, path, headers, fields } = right;
  const text = fields && `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
  const body = text === undefined ? undefined : Buffer.from(text);
  return { routeId, how, method, path, headers, body, mustRefuse: true, ...changes };
}

/** Percent-encodes every byte that is not allowed in a path, those of lone surrogates included. */
function encoded(text: string): string {
  const bytes = [...Buffer.from(text.slice(0, 600), 'utf8')];
  const isPlain = (byte: number): boolean => /[\w~.-]/.test(String.fromCharCode(byte)) && byte < 128;
  return bytes
    .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`))
    .join('');
}

function wrongParameter(right: RightRequest): fc.Arbitrary<WrongRequest> {
  return strangeText.map((text) =>
    made(right, 'a strange value in the path', {
      path: pathOf(right.route, encoded(text)),
      isAddress: true,
      isOtherRoute: true,
    }),
  );
}

function strangersThing(right: RightRequest, cast: Cast): fc.Arbitrary<WrongRequest>[] {
  if (!right.routeId.startsWith('cards.')) return [];
  return [fc.constant(made(right, "another person's card", { path: pathOf(right.route, cast.strangersCardId) }))];
}

const cursors = fc.oneof(
  fc.base64String({ minLength: 4, maxLength: 400 }),
  fc.stringMatching(/^[\w-]{10,60}\.[\w-]{10,60}$/),
  fc.constantFrom('null', '0', 'a'.repeat(1025), 'eyJhbGciOiJub25lIn0.e30.'),
);

function wrongQuery(right: RightRequest): fc.Arbitrary<WrongRequest> {
  const isPaged = right.routeId !== 'cards.transactions';
  const number = isPaged ? 'limit' : 'page_no';
  const numbers = fc
    .oneof(
      strangeText.map((text) => text.slice(0, 500)),
      fc.constantFrom('0', '-1', '1001', '10001', '1.5', '1e1', '0x1', ' 5', '5 ', '+5', '1,2'),
    )
    .filter((text) => !/^\d{1,4}$/.test(text) || Number(text) < 1 || Number(text) > (isPaged ? 1000 : 10_000));
  const ask = (how: string, query: string, field?: string): WrongRequest =>
    made(right, how, { path: `${right.path}?${right.query}${query}`, field });
  return fc.oneof(
    numbers.map((text) => ask('a number in the query that is none', `${number}=${encoded(text)}`, number)),
    ...(isPaged ? [cursors.map((text) => ask('a cursor of another person', `cursor=${encoded(text)}`, 'cursor'))] : []),
    fc.constant(ask('a query parameter twice', `${number}=5&${number}=6`, number)),
    strangeName
      .filter((name) => !['limit', 'cursor', 'page_no', 'search'].includes(name) && !/[\uD800-\uDFFF]/.test(name))
      .map((name) => ask('an unknown query parameter', `${encoded(name)}=1`)),
  );
}

function wrongCookie(right: RightRequest): fc.Arbitrary<WrongRequest> {
  const cookie = String(right.headers['cookie'] ?? '');
  const tampered = fc.integer({ min: 0, max: 200 }).map((at) => {
    const place = cookie.indexOf('=') + 1 + (at % Math.max(1, cookie.length - cookie.indexOf('=') - 2));
    return `${cookie.slice(0, place)}${cookie[place] === 'A' ? 'B' : 'A'}${cookie.slice(place + 1)}`;
  });
  const invented = fc.constantFrom(
    '',
    '__Host-access',
    '__Host-access=',
    '__Host-access=null',
    '__Host-access=eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfMSJ9.',
    `__Host-access=${'a'.repeat(4_000)}`,
    '__host-access=x; __Secure-refresh=y',
    '=;;=;=a; ;',
    'a=b; '.repeat(500),
    '__Host-access="quoted"',
  );
  return (
    fc
      .oneof(tampered, invented)
      // The last character of a signature has unused bits, so a change there may change nothing.
      .filter((text) => text.slice(0, -1) !== cookie.slice(0, -1))
      .map((text) => made(right, 'a session that is none', { headers: { ...right.headers, cookie: text } }))
  );
}

function fromElsewhere(right: RightRequest): fc.Arbitrary<WrongRequest> {
  return fc
    .constantFrom<Record<string, string>>(
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    )
    .map((more) => made(right, 'sent by another site', { headers: { ...right.headers, ...more } }));
}

function wrongKey(right: RightRequest): fc.Arbitrary<WrongRequest> {
  return fc.constantFrom('', ' ', 'a b', 'k'.repeat(256), '\u00e9', 'tab\tkey', '\u0080\u00ff').map((key) =>
    made(right, 'an Idempotency-Key that is none', {
      headers: { ...right.headers, 'idempotency-key': key },
      field: 'Idempotency-Key',
    }),
  );
}

function oddHeaders(right: RightRequest): fc.Arbitrary<WrongRequest> {
  return fc
    .record(
      {
        'user-agent': fc.constantFrom('', 'x'.repeat(2_000), '${jndi:ldap://x}', '\u00ff'),
        'x-forwarded-for': fc.constantFrom('', '127.0.0.1', 'a, b, c, , ,', '::1, 999.999.999.999', ','.repeat(200)),
        'x-forwarded-host': fc.constantFrom('evil.example', ''),
        accept: fc.constantFrom('text/html', '*/*;q=0', ''),
        'accept-encoding': fc.constantFrom('gzip;q=0', 'br', 'identity;q=0, *;q=0'),
        'x-http-method-override': fc.constantFrom('DELETE', 'PATCH'),
        range: fc.constantFrom('bytes=0-1', 'bytes=-'),
        'if-none-match': fc.constantFrom('*', '"x"'),
        authorization: fc.constantFrom('Bearer x', 'Basic ===', ''),
      },
      { requiredKeys: [] },
    )
    .map((more) => made(right, 'odd headers', { headers: { ...right.headers, ...more }, mustRefuse: false }));
}

const known = new Set(routeIds.map((id) => `${routes[id].method} ${routes[id].path}`));

function wrongMethod(right: RightRequest): fc.Arbitrary<WrongRequest> {
  const { path } = right.route;
  const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE'];
  return fc
    .constantFrom(...others.filter((method) => !known.has(`${method} ${path}`)))
    .map((method) => made(right, `the method ${method}`, { method, isAddress: true, isOtherRoute: true }));
}

function wrongAddress(right: RightRequest): fc.Arbitrary<WrongRequest> {
  return (
    fc
      .oneof(
        fc.constantFrom(
          '/',
          '//',
          '/.',
          '/..',
          '/%2e%2e',
          '%2f',
          ';a=b',
          '/%00',
          '%ff',
          '/%E0%A4%A',
          '/%',
          '%zz',
          '/x/y/z',
        ),
        strangeText.map((text) => `/${encoded(text)}`),
      )
      .filter((end) => end !== '/')
      .map((end) =>
        made(right, 'an address that is none', { path: `${right.path}${end}`, isAddress: true, isOtherRoute: true }),
      )
      // `/api/cards` and one part more is a card's address, and refused for its id; a read of it would be none.
      .filter(
        ({ method, path }) => method !== 'GET' || !/^\/api\/(transactions|cards|user)\/(list|all|2fa|)$/.test(path),
      )
  );
}
