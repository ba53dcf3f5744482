import type { Route, RouteId } from '#shared/contract/index.ts';

const cookie = (name: string, description: string) => ({ type: 'apiKey', in: 'cookie', name, description });

/** The ways in which a caller authenticates. */
export const securitySchemes = {
  accessCookie: cookie(
    '__Host-access',
    'Signed in. Set by sign-in and refresh; a JWT (see RFC8725) of fifteen minutes that no script can read.',
  ),
  adminCookie: cookie('__Host-access', 'The same cookie, of a user whose role is admin.'),
  refreshCookie: cookie('__Secure-refresh', 'Thirty days from sign-in; exchanged for a fresh pair, used once.'),
} as const;

/** The authentication that a call requires. An empty requirement means none. */
export function securityOf(id: RouteId, route: Route): readonly Readonly<Record<string, readonly string[]>>[] {
  if (id === 'auth.refresh') return [{ refreshCookie: [] }];
  switch (route.access) {
    case 'public':
      return [{}];
    case 'session':
    case 'user':
      return [{ accessCookie: [] }];
    case 'admin':
      // Beside /admin there are calls for admins under the names of what they list: signed in, and an admin.
      return [route.path.startsWith('/admin/') ? { adminCookie: [] } : { accessCookie: [], adminCookie: [] }];
  }
}
