import { personFileRoutes } from '#shared/contract/person-file.ts';
import { listFile } from '#functions/domain/admin/person-file.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { openPage, pageAnswer } from '#functions/runtime/list-page.ts';

/** Returns one part of a person's file. Each read is recorded. */
export const handler = endpoint(personFileRoutes, 'admin.user-file', async ({ caller, query }, services) => {
  const { user: userId, tab, limit } = query;
  const list = `admin.user-file:${userId}:${tab}`;
  const page = await listFile(
    services,
    { actorId: caller.user.userId, userId, tab },
    await openPage(services, list, query),
  );
  return pageAnswer(services, list, {
    path: '/api/admin/user-file',
    query: { user: userId, tab },
    limit,
    page,
    describe: (line) => line,
  });
});
