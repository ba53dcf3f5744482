import { describe, expect, it } from 'vitest';
import { matchPath } from '#web/router/match-path.ts';

describe('matching an address', () => {
  it('tells what stands where the pattern has a name', () => {
    expect(matchPath('/cards/:id', '/cards/crd_1')).toEqual({ id: 'crd_1' });
    expect(matchPath('/email/verify/:code', '/email/verify/a%2Fb')).toEqual({ code: 'a/b' });
    expect(matchPath('/dashboard', '/dashboard')).toEqual({});
  });

  it('does not mind the case of its own words, nor a slash at the end', () => {
    expect(matchPath('/terms', '/Terms/')).toEqual({});
    expect(matchPath('/cards/:id', '/Cards/CRD_1/')).toEqual({ id: 'CRD_1' });
    expect(matchPath('/', '/')).toEqual({});
  });

  it('is for the whole address only', () => {
    expect(matchPath('/cards/:id', '/cards')).toBeUndefined();
    expect(matchPath('/cards/:id', '/cards/')).toBeUndefined();
    expect(matchPath('/cards/:id', '/cards/1/2')).toBeUndefined();
    expect(matchPath('/users', '/users/1')).toBeUndefined();
    expect(matchPath('/', '/login')).toBeUndefined();
  });

  it('leaves a percent sign that stands for nothing as it is', () => {
    expect(matchPath('/cards/:id', '/cards/%')).toEqual({ id: '%' });
  });
});
