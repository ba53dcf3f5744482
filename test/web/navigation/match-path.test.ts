import { expect, it } from 'vitest';
import { matchPath } from '#web/navigation/match-path.ts';
import { href, paths } from '#web/navigation/paths.ts';

it('returns the parts of an address by name, decoded', () => {
  expect(matchPath(paths.card, '/cards/crd_1')).toEqual({ id: 'crd_1' });
  expect(matchPath(paths.verifyEmail, href.verifyEmail('a/b?c d'))).toEqual({ code: 'a/b?c d' });
  expect(matchPath('/cards/:id/payments/:payment', '/cards/crd_1/payments/7')).toEqual({ id: 'crd_1', payment: '7' });
});

it('returns a part that is not properly encoded as it stands', () => {
  expect(matchPath(paths.card, '/cards/100%')).toEqual({ id: '100%' });
});

it('ignores case and slashes at the end', () => {
  for (const pathname of ['/terms', '/Terms', '/TERMS/', '/terms//'])
    expect(matchPath(paths.terms, pathname)).toEqual({});
  expect(matchPath(paths.home, '/')).toEqual({});
  expect(matchPath(paths.card, '/Cards/crd_Ab/')).toEqual({ id: 'crd_Ab' });
});

it.each([
  [paths.card, '/cards'],
  [paths.card, '/cards/'],
  [paths.card, '/cards/crd_1/more'],
  [paths.users, '/users/usr_1'],
  [paths.users, '/user'],
  [paths.users, '/admin/users'],
  [paths.home, '/login'],
  [paths.login, '/'],
] as const)('the path %s does not match %s', (path, pathname) => {
  expect(matchPath(path, pathname)).toBeUndefined();
});

it('distinguishes every page of the app from all others', () => {
  const all = Object.values(paths);
  for (const path of all) {
    const pathname = path.replaceAll(/:\w+/g, 'one');
    expect(all.filter((each) => matchPath(each, pathname) !== undefined)).toEqual([path]);
  }
});
