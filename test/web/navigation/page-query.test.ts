import { expect, it } from 'vitest';

import { pickQuery, withPageQuery } from '#web/navigation/page-query.ts';

it("distinguishes a page's query from its dialogs'", () => {
  const search = '?search=two%20words&deposit=dep_1&status=open&add-money';
  expect(pickQuery(search, true)).toBe('search=two%20words&status=open');
  expect(pickQuery(search, false)).toBe('deposit=dep_1&add-money');
  expect(pickQuery('', true)).toBe('');
  expect(pickQuery('?create-card', true)).toBe('');
});

it("changes a page's query below an open dialog", () => {
  expect(withPageQuery('?search=old&create-card', 'search=new')).toBe('search=new&create-card');
  expect(withPageQuery('?search=old', '')).toBe('');
});
