import { adminRoutes } from '#shared/contract/admin.ts';
import { readPersonFile } from '#functions/domain/admin/read-person-file.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Returns one person with their statistics. Each read is recorded. */
export const handler = endpoint(adminRoutes, 'admin.user', ({ caller, params }, services) =>
  readPersonFile(services, { actorId: caller.user.userId, userId: params.id }),
);
