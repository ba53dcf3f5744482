import { expect, it } from 'vitest';
import { buildDocument } from '#infra/openapi/build-document.ts';
import { openHeaderJudge } from '#infra/openapi/declared-headers.ts';
import { headers } from '#infra/openapi/headers.ts';

const answer = (status: number, ...names: readonly string[]) => ({
  status,
  answerHeaders: Object.fromEntries(names.map((name) => [name, 'x'])),
});

it('accepts the headers that answers of a status declare, and names every other one', () => {
  const judge = openHeaderJudge(buildDocument());
  expect(judge.look(answer(200, 'x-request-id', 'link', 'idempotency-replayed', 'content-type'))).toEqual([]);
  expect(judge.look(answer(422, 'x-request-id', 'retry-after', 'idempotency-replayed'))).toEqual([]);
  expect(judge.look(answer(429, 'x-request-id', 'retry-after', 'ratelimit'))).toEqual([]);
  expect(judge.look(answer(503, 'x-request-id', 'retry-after'))).toEqual([]);
  expect(judge.look(answer(404, 'x-request-id', 'ratelimit'))).toEqual(['RateLimit']);
  expect(judge.look(answer(409, 'idempotency-replayed'))).toEqual(['Idempotency-Replayed']);
  expect(judge.look(answer(422, 'link'))).toEqual(['Link']);
});

it('accepts any header with a status that no route declares', () => {
  expect(openHeaderJudge(buildDocument()).look(answer(405, 'x-request-id'))).toEqual([]);
});

it('names the declared headers that no answer carried', () => {
  const judge = openHeaderJudge(buildDocument());
  expect(judge.neverSent().toSorted()).toEqual(Object.keys(headers).toSorted());
  judge.look(answer(429, 'x-request-id', 'ratelimit', 'retry-after'));
  expect(judge.neverSent().toSorted()).toEqual(['Idempotency-Replayed', 'Link', 'Search-Reached']);
});

it('declares no header that is never sent', () => {
  expect(JSON.stringify(buildDocument())).not.toContain('Access-Control-Allow-Origin');
});
