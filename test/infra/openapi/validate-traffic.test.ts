import { beforeAll, expect, it } from 'vitest';
import type { RecordedExchange } from '#infra/local/gateway/exchange-log.ts';
import { buildDocument } from '#infra/openapi/build-document.ts';
import { examples } from '#infra/openapi/examples.ts';
import { openTrafficJudge, type TrafficJudge } from '#infra/openapi/validate-traffic.ts';

let judge: TrafficJudge;
beforeAll(() => {
  judge = openTrafficJudge(buildDocument());
});

const { body, params, reply } = examples['cards.load'];

/** Returns a load that went well, with the changes of a case. */
const exchange = (changes: Partial<RecordedExchange> = {}): RecordedExchange => ({
  method: 'PATCH',
  url: `/api/cards/${params?.id}/load`,
  headers: { cookie: '__Host-access=token', 'content-type': 'application/json' },
  body: JSON.stringify(body),
  status: 200,
  answerHeaders: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r-1' },
  answerBody: JSON.stringify(reply),
  ...changes,
});

const refusal = {
  code: 'ValidationFailed',
  message: 'amount is missing.',
  fields: { amount: 'is missing' },
  requestId: 'r-1',
};

it.each<[string, Partial<RecordedExchange>]>([
  ['an answer as it is written', {}],
  ['a wrong request that was refused', { body: '{"amount":"much"}', status: 400, answerBody: JSON.stringify(refusal) }],
  ['an address that cannot be read', { url: '/api/cards/%ff/load', status: 400, answerBody: JSON.stringify(refusal) }],
  [
    'an unknown address that is refused',
    { url: '/api/nothing', status: 404, answerBody: JSON.stringify({ ...refusal, code: 'NotFound' }) },
  ],
  [
    'a method that only the path with a parameter has, at a literal path of the same form',
    {
      method: 'DELETE',
      url: '/api/cards/freeze-by-link',
      status: 401,
      answerBody: JSON.stringify({ code: 'InvalidAccessToken', message: 'Please sign in.', requestId: 'r-1' }),
    },
  ],
  [
    'a parameter that holds an encoded slash, refused',
    {
      url: '/api/cards/a%2fb/load',
      status: 404,
      answerBody: JSON.stringify({ ...refusal, code: 'NotFound', fields: undefined }),
    },
  ],
  [
    'an address that was pasted with marks that nobody sees',
    {
      method: 'POST',
      url: '/api/auth/password/forgot',
      body: JSON.stringify({ email: '\u200b mara@example.com\u2060\u00a0' }),
      answerBody: JSON.stringify(examples['auth.forgot-password'].reply),
    },
  ],
  [
    'an unsupported method that is refused',
    { method: 'PUT', status: 405, answerBody: JSON.stringify({ ...refusal, code: 'MethodNotAllowed' }) },
  ],
])('accepts %s', (_what, changes) => {
  expect(judge(exchange(changes))).toEqual([]);
});

it.each<[string, Partial<RecordedExchange>]>([
  ['a field that is not declared', { answerBody: JSON.stringify({ ...reply, secret: 1 }) }],
  ['a field that is missing', { answerBody: '{}' }],
  ['a status that is not declared', { status: 204, answerBody: '' }],
  [
    'a code that the route does not answer',
    { status: 422, answerBody: JSON.stringify({ ...refusal, code: 'CardNotEmpty', fields: undefined }) },
  ],
  ['a wrong request that was taken', { body: '{"amount":"much"}' }],
  ['a header with an invalid value', { headers: { ...exchange().headers, 'idempotency-key': 'k'.repeat(300) } }],
  ['a call without a cookie that was taken', { headers: { 'content-type': 'application/json' } }],
  [
    'a header of the answer with an invalid value',
    { answerHeaders: { ...exchange().answerHeaders, 'x-request-id': 'r 1' } },
  ],
  ['a parameter with an invalid value', { url: '/api/cards/crd_nothing/load' }],
  ['an answer that is no JSON', { answerHeaders: { 'content-type': 'text/plain' }, answerBody: 'fine' }],
])('finds %s', (_what, changes) => {
  expect(judge(exchange(changes))).not.toEqual([]);
});

it('reads a list in a query as one value with commas, and checks each of its items', () => {
  const list = examples['transactions.list'];
  const listed = (query: string) =>
    judge(
      exchange({
        method: 'GET',
        url: `/api/transactions?${query}`,
        body: '',
        answerBody: JSON.stringify(list.reply),
      }),
    );
  expect(listed('status=paid,expired&kind=deposit')).toEqual([]);
  expect(listed('status=paid,nothing').map(({ what }) => what)).toEqual([
    expect.stringMatching(/^query status\.1: must be equal to one of the allowed values/) as string,
  ]);
});
