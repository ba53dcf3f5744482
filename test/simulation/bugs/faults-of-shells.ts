import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const endpoint = ['runtime/endpoint.test.ts', 'api/user/read.test.ts', 'api/auth/prove.test.ts'];

/** Faults of the shells around what the product does: HTTP, queues, the stream, schedules. */
export const faultsOfShells: readonly PlantedBug[] = [
  ...faultsIn('functions/runtime/endpoint.ts', endpoint, [
    [
      'what a read finds is returned before the session is known',
      'answer((await found) as Found,',
      'answer((await found.catch(() => undefined)) as Found,',
    ],
    ['a role is not asked for', '      .use(authorizeCaller(route))\n', ''],
    ['a session need not be fresh', '      .use(requireFreshSession(route))\n', ''],
    ['a request of another site is not looked at', '      .use(refuseOtherSites(route))\n', ''],
  ]),
  ...faultsIn(
    'functions/runtime/compress-reply.ts',
    ['runtime/compress-reply.test.ts'],
    [
      ['a caller that takes no gzip gets it', ' || !takesGzip(acceptEncoding)', ''],
      ['a compressed reply does not say so', "'content-encoding': 'gzip', ", ''],
      ['a compressed reply is sent as text', '    isBase64Encoded: true,\n', ''],
      ['nothing is compressed', 'const fromBytes = 1_400;', 'const fromBytes = 14_000_000;'],
    ],
  ),
  ...faultsIn(
    'functions/runtime/endpoint-steps.ts',
    ['runtime/authorisation.test.ts'],
    [
      [
        'support staff may do everything that admins may',
        'role !== undefined && staff.includes(role)',
        'role !== undefined && staff.length > 0',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/auth/sessions/session-life.ts',
    ['runtime/authorisation.test.ts'],
    [['a session of an unverified account is let through', '    user.isVerified &&\n', '']],
  ),
  ...faultsIn(
    'functions/runtime/endpoint-steps.ts',
    ['runtime/services.test.ts'],
    [
      [
        'secrets that do not come are an error of ours',
        "error.name === 'StoreUnavailable' || lacksSecrets;",
        "error.name === 'StoreUnavailable';",
      ],
      ['a refusal before the services are there has no shape', 'services?.log ?? createLog(route)', 'services.log'],
    ],
  ),
  ...faultsIn('functions/runtime/endpoint-steps.ts', endpoint, [
    ['the address of a caller is what the caller claims', 'chain.at(-2) ??', 'chain.at(0) ??'],
    ['the address of a caller is that of CloudFront', 'chain.at(-2) ??', 'chain.at(-1) ??'],
    [
      'a request of another site is let in',
      'refuseCrossSite(headers, services.settings.siteUrl);',
      'void refuseCrossSite;',
    ],
    [
      'a GET that changes something is let in from another site',
      "(route.method !== 'GET' || route.changesState)",
      "route.method !== 'GET'",
    ],
    [
      'a user may do what an admin may',
      'role !== undefined && staff.includes(role)',
      'role === undefined || staff.includes(role)',
    ],
    [
      'an admin may do what is a user’s',
      "access === 'session' || access === user.role",
      "access === 'session' || access === 'user'",
    ],
    [
      'an error of ours shows its detail',
      "new AppError('Internal', 'Something went wrong on our side. Please try again.')",
      "new AppError('Internal', error.message)",
    ],
    [
      'a busy table is an error of ours',
      "thrown instanceof WriteConflict || error.name === 'StoreUnavailable' || lacksSecrets",
      'thrown instanceof WriteConflict || lacksSecrets',
    ],
    [
      'a lost race is an error of ours',
      "thrown instanceof WriteConflict || error.name === 'StoreUnavailable' || lacksSecrets",
      "error.name === 'StoreUnavailable' || lacksSecrets",
    ],
    ['a busy reply does not say when to try again', '      retryAfterSeconds: 1,\n', ''],
    [
      'an error of ours is not logged',
      "log.error(isBusy ? text : 'request failed', {",
      "log.info(isBusy ? text : 'request failed', {",
    ],
    ['an error of ours is logged without its place', '    stack: error.stack,\n', ''],
    [
      'a refusal on purpose is counted as a server error',
      "...(isPaused && { concern: 'paused' })",
      '...(isPaused && {})',
    ],
    ['every refusal is on purpose', "error.code === 'TemporarilyUnavailable'", "error.code !== 'Internal'"],
    ['a request is not logged', "services.log.info('request', {", 'void ({'],
    ['a reply is sent without being parsed', 'if (parsed.success) return parsed.data;', 'if (parsed) return reply;'],
    [
      'a word of a later version takes the page away',
      "issue.code !== 'invalid_value' || typeof word !== 'string'",
      "issue.code !== 'invalid_value' || typeof word === 'string'",
    ],
    ['a route’s own status is lost', 'respond(status ?? route.status,', 'respond(status ?? 200,'],
    ['cookies of a reply are lost', 'requestId, setCookies, more);', 'requestId, [], more); void setCookies;'],
  ]),
  ...faultsIn(
    'functions/runtime/cross-site.ts',
    ['runtime/cross-site.test.ts'],
    [
      [
        'a site of the same domain is ours',
        "site !== 'same-origin' && site !== 'none'",
        "site !== 'same-origin' && site !== 'none' && site !== 'same-site'",
      ],
      [
        'a link that is followed changes something',
        "headers['sec-fetch-mode'] === 'navigate'",
        "headers['sec-fetch-mode'] === 'nested-navigate'",
      ],
      [
        'an image changes something',
        "headers['sec-fetch-mode'] === 'no-cors'",
        "headers['sec-fetch-mode'] === 'cors-no'",
      ],
      ['a page that is fetched ahead changes something', ".includes('prefetch')", ".includes('never')"],
      [
        'another origin is ours when a browser says no more',
        'if (origin !== undefined && origin !== siteUrl) {',
        'if (origin !== undefined && origin !== siteUrl && site !== undefined) {',
      ],
      [
        'an origin that begins like ours is ours',
        "host !== headers['host']",
        "!host.startsWith(headers['host'] ?? '?')",
      ],
      ['an origin of null is ours', "host === '' || host !==", "host !== '' && host !=="],
    ],
  ),
  ...faultsIn(
    'functions/runtime/parse-request.ts',
    ['runtime/parse-request.test.ts'],
    [
      ['a body of a megabyte is taken', 'bodyBytesMax = 64 * 1024', 'bodyBytesMax = 1024 * 1024'],
      ['a body of exactly the maximum is refused', 'bytes.length > bodyBytesMax', 'bytes.length >= bodyBytesMax'],
      ['a body that is encoded is read as it stands', "event.isBase64Encoded ? 'base64' : 'utf8'", "'utf8'"],
      ['a form is read as JSON', "  refuseOtherThanJson(event.headers['content-type']);\n", ''],
      ['bytes that are no text are mended', 'fatal: true, ignoreBOM: true', 'fatal: false, ignoreBOM: true'],
      [
        'of a field that is there twice the last counts',
        "if (repeated !== undefined) throw invalid({ [repeated]: 'is there twice' });",
        'void repeated;',
      ],
      ['a thousand wrong fields are listed', 'const listedFieldsMax = 20;', 'const listedFieldsMax = 2_000;'],
      [
        'a field that is none hides one that is wrong',
        "issue.code !== 'unrecognized_keys') {",
        "issue.code === 'invalid_union') {",
      ],
      [
        'a path that can name nothing is a wrong field',
        "throw new AppError('NotFound', 'Nothing exists at this address.');",
        "throw invalid({ id: 'is not valid' });",
      ],
      [
        'a query is not parsed',
        'query: parsePart(route.query, event.queryStringParameters ?? {}),',
        'query: event.queryStringParameters ?? {},',
      ],
      ['a field’s name of any length is repeated', '.slice(0, 100);', ';'],
    ],
  ),
  ...faultsIn(
    'functions/runtime/refuse-other-than-json.ts',
    ['runtime/parse-request.test.ts'],
    [
      ['a type that has JSON in it is JSON', "type !== 'application/json'", "!type?.includes('json')"],
      ['JSON with a charset is refused', "(contentType ?? '').split(';')[0]?.trim()", "(contentType ?? '').trim()"],
    ],
  ),
  ...faultsIn(
    'functions/runtime/find-repeated-field.ts',
    ['runtime/find-repeated-field.test.ts'],
    [
      [
        'a field that is written with escapes is another one',
        'const name = JSON.parse(lastText) as string;',
        'const name = lastText.slice(1, -1);',
      ],
      [
        'a field of an inner object repeats one of the outer',
        'open.push({ names: new Set(), name: undefined });',
        'open.push({ names: open.at(-1)?.names ?? new Set(), name: undefined });',
      ],
      [
        'only the outermost object is looked at',
        'if (object?.names.has(name)) return',
        'if (open.length === 1 && object?.names.has(name)) return',
      ],
    ],
  ),
  ...faultsIn(
    'functions/runtime/respond.ts',
    ['runtime/respond.test.ts'],
    [
      ['a reply may be kept by caches', "'cache-control': 'no-store'", "'cache-control': 'private'"],
      ['a reply has no id of its request', "      'x-request-id': requestId,\n", ''],

      ['a refusal does not say when to try again', "    headers['retry-after'] = String(retryAfterSeconds);\n", ''],
      ['a refusal sets no cookies', '    error.cookies,\n', '    [],\n'],
      ['every refusal is a 400', '    status ?? 422,\n', '    400,\n'],
      ['a refusal with a code of another version has no status', '    status ?? 422,\n', '    status,\n'],
      ['a refusal has none of its own headers', '{ ...headers, ...error.headers }', 'headers'],
    ],
  ),
  ...faultsIn(
    'functions/domain/recall-writes.ts',
    ['domain/recall-writes.test.ts'],
    [
      [
        'what was written is recalled after a wait',
        '    await clock.sleep(ms);\n    written.clear();',
        '    await clock.sleep(ms);',
      ],
      ['what was written is recalled after a write that failed', '        written.clear();\n        if', '        if'],
      ['an order is recalled beside a newer wallet', "kind !== 'claim' && keyFields[kind]", "kind === 'claim'"],
      ['what was removed is recalled', 'written.delete(place);\n}', 'return;\n}'],
      ['an order that another process moved is taken for new', 'found?.version === 1', 'found !== undefined'],
      [
        'an order that was stored without an answer is not looked for',
        'thrown instanceof StoreUnavailable',
        'thrown instanceof RangeError',
      ],
    ],
  ),
  ...faultsIn(
    'functions/runtime/run-once.ts',
    ['runtime/run-once.test.ts'],
    [
      [
        'a key that is used for another request replays',
        'if (started.taken.requestHash !== claim.requestHash) {',
        'if (started.taken.requestHash === "") {',
      ],
      ['a key of a thousand characters is taken', '{1,255}$/.test(key)', '{1,1000}$/.test(key)'],
      ['the order of fields makes another request', '.toSorted(([a], [b]) => (a < b ? -1 : 1))', ''],
      ['a request is the same whatever its path names', 'canonical(given.params), ', ''],
      ['a request’s hash can be guessed without its key', "createHmac('sha256', key)", "createHmac('sha256', 'fixed')"],
      ['a replay does not say that it is one', "    headers: { 'idempotency-replayed': 'true' },\n  });", '  });'],
      [
        'a twin does not wait for the first',
        'seen.response === undefined && services.clock.now() < untilMs;',
        'seen.response === undefined && services.clock.now() > untilMs;',
      ],
      [
        'a reply is sent before it is kept',
        'if (seen.response) return seen.response;\n    await services.store.commit',
        'if (seen.response) return seen.response;\n    void services.store.commit',
      ],
      ['a second reply replaces the first', '    if (seen.response) return seen.response;\n', ''],
    ],
  ),
  ...faultsIn(
    'functions/runtime/list-page.ts',
    ['runtime/list-page.test.ts'],
    [
      ['a cursor is sent as it is', 'cursor: await keys.encryptCursor(list, page.cursor),', 'cursor: page.cursor,'],
      [
        'a cursor of another list is taken for none',
        '  if (cursor === undefined) {\n    throw',
        '  if (cursor === "") {\n    throw',
      ],
      ['a full last page names a next one', 'rest.length > limit &&', 'rest.length >= limit &&'],
      ['a page begins with the last one before', 'nameOf(item) < cursor', 'nameOf(item) <= cursor'],
      ['the next page is asked without what was asked', '    ...query,\n', ''],
    ],
  ),
  ...faultsIn(
    'functions/runtime/not-found.ts',
    ['runtime/not-found.test.ts'],
    [
      ['a method that is not there is nothing at all', 'if (methods.length === 0)', 'if (methods.length >= 0)'],
      ['the reply to a wrong method does not name the right ones', ', { headers: { allow } }', ''],
      ['an empty part of a path names something', "asked[at] !== ''", 'true'],
    ],
  ),
  ...faultsIn(
    'functions/runtime/queue-worker.ts',
    ['runtime/queue-worker.test.ts'],
    [
      [
        'a message that failed is away',
        'return { itemIdentifier: record.messageId };',
        'return undefined as never as { itemIdentifier: string };',
      ],
      [
        'a message that nobody can read fails its batch',
        'const message = EventMessage.parse(JSON.parse(record.body));',
        'const message = EventMessage.parse(JSON.parse(event.Records.at(-1)?.body ?? ""));',
      ],
      ['a message of another version is worked on', 'version: z.literal(1)', 'version: z.number()'],
      ['a message without an event is worked on', 'eventId: z.string().check(z.minLength(1))', 'eventId: z.string()'],
    ],
  ),
  ...faultsIn(
    'functions/runtime/stream-worker.ts',
    ['runtime/stream-worker.test.ts'],
    [
      ['a change that nobody can read is away', "change === 'unreadable' || failed.has(change)", 'failed.has(change)'],
      ['a change that failed is away', "change === 'unreadable' || failed.has(change)", "change === 'unreadable'"],
      ['a change that cannot be read is not logged', "log.error('change cannot be read', {", 'void ({'],
    ],
  ),
  ...faultsIn(
    'functions/runtime/scheduled-job.ts',
    ['runtime/scheduled-job.test.ts'],
    [
      ['a run by hand looks ahead without end', 'const aheadMsMax = 15 * 60_000;', 'const aheadMsMax = 1500 * 60_000;'],
      ['a run by hand may look ahead by a fraction', 'Number.isSafeInteger(value) && value > 0', 'value > 0'],
      ['a run of a schedule gets no wish', "services.log.info('job done', {", 'void ({'],
      ['what is to be applied may be anything', ".filter((each) => typeof each === 'string')", ''],
    ],
  ),
  ...faultsIn(
    'functions/runtime/env-credentials.ts',
    ['runtime/env-credentials.test.ts'],
    [['a function’s session token is left out', '...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),', '']],
  ),
  ...faultsIn(
    'functions/runtime/services.ts',
    ['runtime/services.test.ts'],
    [
      [
        'a secret that could not be read is remembered',
        '    services.catch(() => (current = undefined));\n',
        '    services.catch(() => undefined);\n',
      ],
      ['what was built of secrets is used for ever', 'nowMs > current.untilMs', 'nowMs < 0'],
      [
        'a service that is not granted is nothing',
        'throw new Error(`this function is not granted the ${what}`);',
        'return undefined;',
      ],
    ],
  ),
];
