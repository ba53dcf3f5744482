import { expect, it } from 'vitest';

import { nextCursorIn } from '#web/lib/next-cursor.ts';

it.each([
  ['</api/user/all?limit=100&cursor=a.b%2Bc>; rel="next"', 'a.b+c'],
  ['<https://satchel.example/api/transactions?cursor=xyz>; rel=next', 'xyz'],
  ['</first>; rel="first", </api/user/all?cursor=two>; rel="next"; title="more"', 'two'],
  ['</api/user/all?cursor=two>; rel="last next"', 'two'],
])('finds the next page in %s', (link, cursor) => {
  expect(nextCursorIn(link)).toBe(cursor);
});

it.each([
  [null],
  [''],
  ['</api/user/all?cursor=one>; rel="prev"'],
  ['</api/user/all?cursor=one>; rel="nextish"'],
  ['</api/user/all?limit=5>; rel="next"'],
])('finds none in %s', (link) => {
  expect(nextCursorIn(link)).toBeUndefined();
});
