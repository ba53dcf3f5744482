import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const issuer = 'functions/adapters/issuer/bridgecard';
const payments = 'functions/adapters/payments/cryptomus';
// The contract's suites wait in real time for a provider that is silent: they are left out.
const cryptomusTests = 'adapters/payments/cryptomus/!(contract).test.ts';
const bridgecardTests = 'adapters/issuer/bridgecard/!(contract).test.ts';

/** Faults of the transport to providers and AWS, and of the reading of their replies. */
export const faultsOfTransport: readonly PlantedBug[] = [
  ...faultsIn(
    'functions/adapters/http/exchange.ts',
    ['adapters/http/exchange.test.ts'],
    [
      [
        'a TLS connection that is reset after the request was never sent',
        "else socket.once(isTls ? 'secureConnect' : 'connect', connected);",
        "else if (!isTls) socket.once('connect', connected);",
      ],
      [
        'a TLS request is sent when the handshake begins',
        "isTls ? 'secureConnect' : 'connect', connected",
        "'connect', connected",
      ],
      [
        'a request on a connection that was used before was never sent',
        'if (outgoing.reusedSocket || !socket.connecting) connected();',
        'if (!socket.connecting && !outgoing.reusedSocket) connected();',
      ],
      ['a request that was never sent may have been', "isConnected ? 'lost' : 'not_sent'", "'lost'"],
      [
        'an exchange may take for ever',
        "const whole = setTimeout(() => fail('timeout'), Math.max(1, request.totalMs));",
        'const whole = setTimeout(() => undefined, Math.max(1, request.totalMs));',
      ],
      [
        'a handshake may take as long as the whole',
        "const connecting = setTimeout(() => fail('connect timeout'), request.connectMs);",
        "const connecting = setTimeout(() => fail('connect timeout'), request.totalMs);",
      ],
      [
        'an answer may take no longer than a connection',
        'clearTimeout(connecting);\n      if (isSettled) return;',
        'if (isSettled) return;',
      ],
      ['a reply may be of any size', 'if (length > largestAnswer)', 'if (length < 0)'],
      ['how long to wait is in milliseconds', 'Number(header) * 1000', 'Number(header)'],
      [
        'a connection of its own is shared',
        "agent: request.connection === 'shared' ?",
        'agent: request.connection !== undefined ?',
      ],
      [
        'the length of a body is counted in letters',
        'String(Buffer.byteLength(request.body))',
        'String(request.body.length)',
      ],
      [
        'a message of the system is sent, with what it quotes',
        "return typeof code === 'string' ? code : 'connection failed';",
        "return error instanceof Error ? error.message : 'connection failed';",
      ],
    ],
  ),
  ...faultsIn(
    'functions/adapters/http/is-loopback.ts',
    ['adapters/http/is-loopback.test.ts'],
    [
      [
        'a name that ends like this machine’s is this machine',
        "url.hostname.endsWith('.localhost')",
        "url.hostname.endsWith('localhost')",
      ],
    ],
  ),
  ...faultsIn(
    'functions/adapters/http/read-json.ts',
    [bridgecardTests, cryptomusTests],
    [['a field that does not fit is not named', "parsed.error.issues[0]?.path.join('.') ?? ''", "''"]],
  ),
  ...faultsIn(
    'functions/adapters/aws/call-limits.ts',
    ['adapters/aws/call-limits.test.ts'],
    [
      [
        'a call to AWS that is not answered is only logged',
        'throwOnRequestTimeout: true',
        'throwOnRequestTimeout: false',
      ],
      ['an answer of AWS may stop in the middle', '    socketTimeout: requestMs,\n', ''],
    ],
  ),
  ...faultsIn(
    'functions/adapters/dynamo/document-client.ts',
    ['adapters/aws/call-limits.test.ts'],
    [
      [
        'a table that stalls is not asked again',
        'maxAttempts: 3, requestHandler: callLimits(3000)',
        'maxAttempts: 1, requestHandler: callLimits(3000)',
      ],
      ['a table may stall for half a minute', 'requestHandler: callLimits(3000)', 'requestHandler: callLimits(30_000)'],
    ],
  ),
  ...faultsIn(
    `${issuer}/client.ts`,
    [bridgecardTests],
    [
      [
        'a transfer is sent again after a broken connection',
        "if (!call.isRepeatable) return classify(call, await send(call, 'own', totalMs));",
        '',
      ],
      [
        'a change goes over a connection that was kept',
        "await send(call, 'own', totalMs));\n    const startMs",
        "await send(call, 'shared', totalMs));\n    const startMs",
      ],
      [
        'a question is asked once only',
        'if (!isBroken(first)) return classify(call, first);',
        'if (first.kind !== undefined) return classify(call, first);',
      ],
      [
        'the second of two that was not processed decides',
        "answer.outcome === 'not_processed' ? { outcome: 'unknown', detail: answer.detail } : answer",
        'answer',
      ],
      [
        'an outage is a refusal',
        'if (status < 400 || status >= 500) return',
        'if (status < 400 || status >= 600) return',
      ],
      ['wrong keys are an outage', "if (status === 401 || status === 403) return { outcome: 'fault', detail };", ''],
      [
        'a success without its envelope is one',
        "return { outcome: 'unknown', detail: `${name}: ${status} without the envelope of a success` };",
        "return { outcome: 'success', value: body };",
      ],
      ['what a secret reply says is logged', 'words === undefined || call.isSecret ?', 'words === undefined ?'],
      [
        'a refusal for frequency is final',
        "if (meaning === 'rate_limited' || status === 420 || status === 429)",
        "if (meaning === 'rate_limited')",
      ],
      [
        'a refusal for frequency may be tried again at once',
        'Math.max(call.rateLimitMs, end.retryAfterMs ?? 0)',
        'end.retryAfterMs ?? 0',
      ],
      [
        'a lost call was not processed',
        "if (end.kind === 'lost') return { outcome: 'unknown',",
        "if (end.kind === 'lost') return { outcome: 'fault',",
      ],
      ['the relay is asked at the API', "bases[call.host ?? 'api']", "bases['api']"],
      [
        'a refusal without words is the issuer’s',
        'if (words === undefined || [408, 409, 425].includes(status))',
        'if ([408, 409, 425].includes(status))',
      ],
    ],
  ),
  ...faultsIn(
    `${issuer}/verify-webhook.ts`,
    [bridgecardTests, 'api/webhooks/*.test.ts'],
    [
      [
        'a webhook without a signature is the issuer’s',
        'if (signature === undefined || signature.length > longestSignature) return false;',
        'if (signature === undefined) return true;',
      ],
      [
        'a webhook that is signed with another secret is the issuer’s',
        'timingSafeEqual(digest(decrypted), digest(webhookSecret))',
        'timingSafeEqual(digest(decrypted).subarray(0, 0), digest(webhookSecret).subarray(0, 0))',
      ],
      [
        'while keys rotate only the new one is known',
        'return keys.secretKeys.some((secretKey) => {',
        'return keys.secretKeys.slice(0, 1).some((secretKey) => {',
      ],
      [
        'while secrets rotate only the new one is known',
        'keys.webhookSecrets.some(',
        'keys.webhookSecrets.slice(0, 1).some(',
      ],
    ],
  ),
  ...faultsIn(
    `${issuer}/aes-everywhere.ts`,
    [bridgecardTests],
    [
      [
        'every ciphertext has the same salt',
        'const salt = randomBytes(saltLength);',
        'const salt = Buffer.alloc(saltLength); void randomBytes;',
      ],
    ],
  ),
  ...faultsIn(
    `${issuer}/encrypt-pin.ts`,
    [bridgecardTests],
    [
      ['a PIN of five digits is encrypted', '/^\\d{4}$/', '/^\\d{4,5}$/'],
      ['a PIN may be written with a plus', '/[+/]/.test(encrypted)', '/[/]/.test(encrypted)'],
    ],
  ),
  ...faultsIn(
    `${issuer}/assert-environment.ts`,
    [bridgecardTests],
    [
      [
        'a live key may go to a simulator',
        "if (accessToken.startsWith('at_live_') || secretKey.startsWith('sk_live_'))",
        "if (accessToken.startsWith('at_live_'))",
      ],
      [
        'a key may travel unencrypted',
        "if (url.protocol !== 'https:') throw new Error('issuer: the base URLs must be https');",
        '',
      ],
      ['a test key may go to the live issuer', '!accessToken.startsWith(`at_${kind}_`) || !secretKey', '!secretKey'],
    ],
  ),
  ...faultsIn(
    `${issuer}/refusals.ts`,
    [bridgecardTests],
    [
      ['a log may hold a ciphertext', ".replaceAll(/ev:\\S*/g, 'ev:…')", ''],
      ['a log may hold a card number', ".replaceAll(/\\d(?:[ -]?\\d){11,}/g, '…')", ''],
      ['a log may hold a card number of twelve digits', '[ -]?\\d){11,}/g', '[ -]?\\d){15,}/g'],
      ['a log may hold a new line', ".replaceAll(/\\p{Cc}/gu, ' ')", ''],
      ['a refusal’s words are long', '.slice(0, 200)', ''],
      ['the words of a refusal count in one spelling only', 'words.toLowerCase()', 'words'],
    ],
  ),
  ...faultsIn(
    `${issuer}/answers.ts`,
    [bridgecardTests],
    [
      [
        'a reply about something else is about what was asked',
        "if (answer.outcome !== 'success' || isAbout(answer.value)) return answer;",
        'if (answer.outcome !== undefined || isAbout((answer as { value: T }).value)) return answer;',
      ],
      [
        'a reply that does not fit is a decline',
        "{ outcome: 'unknown', detail: `${call}: the answer",
        "{ outcome: 'fault', detail: `${call}: the answer",
      ],
    ],
  ),
  ...faultsIn(
    `${payments}/client.ts`,
    [cryptomusTests],
    [
      ['a call is tried once', 'const attempts = 3;', 'const attempts = 1;'],
      ['a call is tried nine times', 'const attempts = 3;', 'const attempts = 9;'],
      ['every attempt shares a connection', "connection: attempt === 1 ? 'shared' : 'own'", "connection: 'shared'"],
      [
        'a body is signed without its content',
        "sign: signBody(body ?? '', config.paymentKey)",
        "sign: signBody('', config.paymentKey)",
      ],
      [
        'the last attempt that was not processed decides',
        "const isAmbiguous = wasLost && answer.outcome === 'not_processed';",
        'const isAmbiguous = false;',
      ],
      [
        'a lost attempt is forgotten',
        "wasLost ||= answer.outcome === 'unknown';",
        "wasLost = answer.outcome === 'unknown';",
      ],
      [
        'wrong keys of the payment provider are an outage',
        "if (status === 401 || status === 403) return settled({ outcome: 'fault', detail: `${path}: ${status}` });",
        '',
      ],
      ['who is asked too often is asked again at once', 'end.retryAfterMs ?? rateLimitMs', 'end.retryAfterMs ?? 0'],
      [
        'a gateway’s time-out is the provider’s refusal',
        '![408, 409, 425].includes(status)',
        '![409, 425].includes(status)',
      ],
      [
        'attempts go on after the deadline',
        'const isTimeLeft = deadline - performance.now() > pauseMs + shortestAttemptMs;',
        'const isTimeLeft = true; void shortestAttemptMs;',
      ],
      [
        'a refused connection is not tried again',
        "detail }, isWorthRepeating: true };\n  }\n  if (end.kind === 'lost')",
        "detail }, isWorthRepeating: false };\n  }\n  if (end.kind === 'lost')",
      ],
    ],
  ),
  ...faultsIn(
    `${payments}/verify-webhook.ts`,
    [cryptomusTests, 'api/webhooks/*.test.ts'],
    [
      ['a webhook of any size is read', 'if (rawBody.byteLength > largestBody) return undefined;', ''],
      ['a webhook that names a field twice is read', ' || hasRepeatedName(text)', ''],
      [
        'a webhook’s signature may be anything',
        'return isAuthentic ? members : undefined;',
        'return sign === "" ? undefined : members;',
      ],
      [
        'a webhook that a proxy has rewritten is refused',
        '[withoutSignAtEnd(text), encodeLikePhp(members)]',
        '[withoutSignAtEnd(text)]',
      ],
      [
        'while the payment key rotates only the new one is known',
        'paymentKeys.some((key)',
        'paymentKeys.slice(0, 1).some((key)',
      ],
    ],
  ),
  ...faultsIn(
    `${payments}/signature.ts`,
    [cryptomusTests],
    [
      [
        'a signature that begins right is right',
        'a.length === b.length && timingSafeEqual(a, b)',
        'timingSafeEqual(a.subarray(0, 8), b.subarray(0, 8))',
      ],
    ],
  ),
  ...faultsIn(
    `${payments}/profile.ts`,
    [cryptomusTests],
    [
      [
        'a simulator’s key may go to the provider',
        'if (paymentKeys.some(isSimulated))',
        'if (paymentKeys.every(isSimulated))',
      ],
      [
        'a real key may go to a simulator',
        'if (!paymentKeys.every(isSimulated))',
        'if (!paymentKeys.some(isSimulated))',
      ],
      ['a payment key may travel unencrypted', "baseUrl.protocol !== 'https:' || ", ''],
    ],
  ),
  ...faultsIn(
    `${payments}/check-invoice.ts`,
    [cryptomusTests],
    [
      ['a page to pay on may be anywhere', ' && origins.includes(url.origin)', ''],
      ['a page to pay on may carry a name', " && url.username === '' && url.password === ''", ''],
      [
        'a page to pay on may be unencrypted',
        "url.protocol === 'http:' && isLoopback(url)",
        "url.protocol === 'http:' || isLoopback(url)",
      ],
      ['an invoice of another network is ours', "  if (payment.network !== asked.network) return 'network';\n", ''],
      ['an invoice of another currency is ours', "  if (payment.invoiceCurrency !== 'USD') return 'currency';\n", ''],
    ],
  ),
  ...faultsIn(
    `${payments}/create-cryptomus-gateway.ts`,
    [cryptomusTests],
    [
      ['a failure is kept', "if (answer.outcome === 'success') kept.set", 'kept.set'],
      ['what is kept is kept for ever', 'known && clock.now() < known.untilMs', 'known'],
    ],
  ),
  ...faultsIn(
    'functions/adapters/mail/ses-mailer.ts',
    ['adapters/mail/ses-mailer.test.ts'],
    [
      ['a mail has no text', 'Text: { Data: text, ', "Text: { Data: '', "],
      ['a mail goes to its sender', 'ToAddresses: [to]', 'ToAddresses: [from]'],
    ],
  ),
  ...faultsIn(
    'functions/adapters/queue/sqs-event-queue.ts',
    ['adapters/queue/sqs-event-queue.test.ts'],
    [
      [
        'a message is sent without waiting',
        'await client.send(new SendMessageCommand',
        'void client.send(new SendMessageCommand',
      ],
    ],
  ),
  ...faultsIn(
    'functions/adapters/secrets/secrets-manager.ts',
    ['adapters/secrets/secrets-manager.test.ts'],
    [
      ['a secret that is a list is read', ' || Array.isArray(value)', ''],
      [
        'a secret with a number is read',
        "every((field) => typeof field === 'string')",
        'every((field) => field !== undefined)',
      ],
      [
        'an error quotes the secret',
        'throw new Error(`the secret ${secretId} is no JSON object of strings`)',
        'throw new Error(`the secret ${secretId} is no JSON object of strings: ${text}`)',
      ],
    ],
  ),
  ...faultsIn(
    'functions/adapters/secrets/single-flight-cache.ts',
    ['adapters/secrets/secrets-manager.test.ts'],
    [
      [
        'a secret that could not be read is kept as such',
        'if (entries.get(key) === entry) entries.delete(key);',
        'void entries;',
      ],
      ['a secret is kept for ever', 'nowMs < known.staleAtMs', 'known.staleAtMs > 0'],
      [
        'readers at once ask twice',
        'entries.set(key, entry);',
        'void entry.value.then(() => entries.set(key, entry), () => undefined);',
      ],
    ],
  ),
  ...faultsIn(
    'functions/adapters/http/exchange.ts',
    ['adapters/http/exchange.test.ts'],
    [['a pipe that broke is no broken connection', "['ECONNRESET', 'EPIPE']", "['ECONNRESET']"]],
  ),
  ...faultsIn(
    'functions/domain/events/note-failure.ts',
    ['domain/events/note-failure.test.ts'],
    [
      [
        'the inbox keeps a card number',
        'holdsCardNumber(error.message) ? error.name : error.message.slice(0, wordsMax)',
        'error.message.slice(0, wordsMax)',
      ],
      [
        'a failure that is not noted stops its message',
        "    log.warn('failure not noted'",
        "    throw thrown;\n    log.warn('failure not noted'",
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/events/store-event.ts',
    ['domain/events/*.test.ts'],
    [['every repeat of a webhook costs a write', '  if (deliveries > deliveriesMax) return;\n', '']],
  ),
  ...faultsIn(
    'functions/domain/events/store-event.ts',
    ['api/webhooks/payments.test.ts'],
    [
      [
        'a webhook that is kept for a person alerts nobody',
        "    log.error('webhook put into quarantine', { eventId, source, reason: quarantineReason });\n",
        '',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/events/replay-webhook.ts',
    ['api/admin/replay-webhook.test.ts'],
    [
      [
        'an issuer webhook is given to the worker of deposits',
        "replayed.source === 'payments' ? needs.paymentEvents : needs.issuerEvents",
        'needs.paymentEvents',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/signals/note-signals.ts',
    ['domain/signals/note-signals.test.ts'],
    [
      [
        'a busy table sets a change aside',
        'thrown instanceof StoreUnavailable || thrown instanceof WriteConflict',
        'thrown instanceof StoreUnavailable',
      ],
    ],
  ),
  ...faultsIn(
    'functions/adapters/dynamo/book-lists.ts',
    ['adapters/dynamo/table-reader.test.ts'],
    [['the last entries of an account may lag', 'ConsistentRead: true,', 'ConsistentRead: false,']],
  ),
  ...faultsIn(
    'functions/adapters/dynamo/store.ts',
    ['adapters/dynamo/table-reader.test.ts'],
    [
      [
        'erasures are looked for in the table that a restore replaces',
        "TableName: tableOf('erasure'),\n        KeyCondition",
        'TableName: tableName,\n        KeyCondition',
      ],
      [
        'the list of erasures may lag',
        "':after': cursor ?? ' ' },\n        ConsistentRead: true,",
        "':after': cursor ?? ' ' },",
      ],
    ],
  ),
  ...faultsIn(
    'functions/adapters/dynamo/table-reader.ts',
    ['adapters/dynamo/table-reader.test.ts'],
    [
      ['a page of the history repeats a line', '      .filter(({ place }) => place < before);', ';'],
      [
        'a person’s own history may lag',
        "':to': `MOVEMENT#${before}` },\n        ScanIndexForward: false,\n        ConsistentRead: true,",
        "':to': `MOVEMENT#${before}` },\n        ScanIndexForward: false,",
      ],
    ],
  ),
  ...faultsIn(
    'functions/adapters/dynamo/table.ts',
    ['adapters/dynamo/table.test.ts'],
    [
      ['closed accounts are never due for erasure', "return dueKeys('closing', userId, dueAtMs);", 'return {};'],
      [
        'a deposit that waits for staff is hidden while its money is in transit',
        "if (sinceMs !== undefined) return waitingKeys('deposit'",
        "if (!isInTransit(deposit) && sinceMs !== undefined) return waitingKeys('deposit'",
      ],
      ['a closed case stays on the desk', "  if (state === 'closed') return listed;\n", ''],
    ],
  ),
  ...faultsIn(
    'functions/adapters/dynamo/read-change.ts',
    ['runtime/stream-worker.test.ts'],
    [['nobody is notified of an answered case', "'referralAccount', 'case']", "'referralAccount']"]],
  ),
  ...faultsIn(
    'functions/adapters/secrets/secrets-manager.ts',
    ['adapters/secrets/secrets-manager.test.ts'],
    [['a rotated secret is used for hours', 'const keptMs = 5 * 60_000', 'const keptMs = 5 * 60 * 60_000']],
  ),
  ...faultsIn(
    'functions/adapters/dynamo/store.ts',
    ['adapters/dynamo/table-reader.test.ts'],
    [
      [
        'only the first page of erasures is replayed',
        'cursor: last === undefined ? undefined : items.at(-1)?.userId',
        'cursor: undefined',
      ],
      [
        'erasures go to the main table where their own is not granted',
        "if (erasuresTableName === null) throw new Error('this function is not granted the list of erasures');",
        'if (erasuresTableName === null) return tableName;',
      ],
    ],
  ),
  ...faultsIn(
    'functions/adapters/dynamo/table-reader.ts',
    ['adapters/dynamo/table-reader.test.ts'],
    [
      [
        'a history of which both lists are cut short loses lines',
        "cut.toSorted().at(-1) ?? ''",
        "cut.toSorted().at(0) ?? ''",
      ],
      [
        'a list of which two shards are cut short loses people',
        "cut.toSorted().at(-1) ?? ''",
        "cut.toSorted().at(0) ?? ''",
      ],
    ],
  ),
  ...faultsIn(
    'functions/adapters/dynamo/due-lists.ts',
    ['adapters/dynamo/table-reader.test.ts'],
    [['a list of what waits is four times as long as asked for', 'return found.slice(0, limit);', 'return found;']],
  ),
  ...faultsIn(
    'functions/adapters/dynamo/entity-reader.ts',
    ['adapters/dynamo/table-reader.test.ts'],
    [
      [
        'an edited place in a later index is not reported',
        'if (isOfBefore && later.includes(name)) continue;',
        'if (later.includes(name)) continue;',
      ],
    ],
  ),
];
