import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { IsoDate } from './fields.ts';
import { defineRoutes } from './route.ts';

/**
 * A browser that is signed in. Its `_id` gives no access: the tokens of a session are signed with keys of the server.
 */
export const Session = z.object({
  _id: idSchema('session'),
  /** Browser and system in words: "Chrome on Android". The browser says so itself, so it proves nothing. */
  device: z.string(),
  createdAt: IsoDate,
  /** Time of the last renewal of its tokens, every 15 minutes while it is used. */
  lastSeenAt: IsoDate,
  /** True for the session of this request. */
  isCurrent: z.boolean(),
});

export const sessionRoutes = defineRoutes({
  'sessions.list': {
    method: 'GET',
    path: '/user/sessions',
    access: 'session',
    summary:
      'Where the person is signed in: this session first, then the others by when they were last seen; 100 at most.',
    reply: z.array(Session),
    status: 200,
    errors: [],
  },
  'sessions.end': {
    method: 'DELETE',
    path: '/user/sessions/{id}',
    access: 'session',
    summary: 'Sign one session out, at once. Its own id signs this browser out.',
    params: z.strictObject({ id: idSchema('session') }),
    fresh: true,
    reply: z.undefined(),
    status: 204,
    errors: ['NotFound'],
  },
  'sessions.end-others': {
    method: 'DELETE',
    path: '/user/sessions',
    access: 'session',
    summary:
      'Sign out every session but this one, at once. Codes and reset links that were mailed before stop working.',
    fresh: true,
    reply: z.undefined(),
    status: 204,
    errors: ['TooManyRequests'],
  },
});
